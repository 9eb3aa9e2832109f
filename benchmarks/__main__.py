"""`python -m benchmarks`: measure every registered game and print a table."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import BinaryIO

import click
import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from armillary.core import registry
from armillary.core.contract import AnyGame
from benchmarks import goofspiel, memory, playouts, startup
from benchmarks.yardstick import Line, Yardstick

ENGINE = ""


class Report(msgspec.Struct, frozen=True):
    """All numbers of one run, and where they were measured."""

    python: str
    machine: str
    cores: int
    goofspiel_playouts_per_second: int
    lines: tuple[Line, ...]


def measure(unit: Yardstick) -> Report:
    """Everything, engine first, game by game."""
    lines = [*engine_lines(unit)]
    for game in track(registry.games(), "Measuring", console=Console(stderr=True), transient=True):
        lines += game_lines(game, unit)
    return Report(
        python=platform.python_version(),
        machine=platform.machine(),
        cores=os.cpu_count() or 1,
        goofspiel_playouts_per_second=round(unit.playouts_per_second()),
        lines=tuple(lines),
    )


def engine_lines(unit: Yardstick) -> Iterator[Line]:
    """What no game has a part in: start-up, and the yardstick's own memory."""
    yield Line(ENGINE, "import armillary", startup.ratio(startup.LIBRARY, unit.rounds), "x python -c pass")
    yield Line(ENGINE, "armillary --version", startup.ratio(startup.COMMAND, unit.rounds), "x python -c pass")
    yield Line(ENGINE, "peak memory, Goofspiel playout", memory.peak_kib(goofspiel.playout), "KiB")


def game_lines(game: AnyGame, unit: Yardstick) -> Iterator[Line]:
    """What is measured for every game, and what `benchmarks/games/<slug>.py` adds."""
    by_the_rules, as_a_match = playouts.by_the_rules(game), playouts.as_a_match(game)
    yield Line(game.slug, "playouts by the rules", unit.units(by_the_rules), "per unit")
    yield Line(game.slug, "playouts as a match", unit.units(as_a_match), "per unit")
    yield Line(game.slug, "peak memory, playout by the rules", memory.peak_kib(by_the_rules), "KiB")
    yield Line(game.slug, "peak memory, match with its log", memory.peak_kib(as_a_match), "KiB")
    own = f"benchmarks.games.{game.slug}"
    if find_spec(own):
        yield from import_module(own).lines(unit)


def table(report: Report) -> Table:
    """The report for a terminal."""
    title = f"Python {report.python}, {report.machine}, {report.cores} cores"
    caption = f"A unit is one Goofspiel playout: {report.goofspiel_playouts_per_second:,} per second here."
    grid = Table("Game", "What", title=title, caption=caption)
    grid.add_column("Measured", justify="right")
    for line in report.lines:
        grid.add_row(line.game, line.what, f"{line.value:.3g} {line.unit}")
    return grid


@click.command()
@click.option("--json", "target", type=click.File("wb", lazy=False, atomic=True), help="Write the numbers here too.")
@click.option("--quick", is_flag=True, help="One short round: to see that it works, not to measure.")
def main(target: BinaryIO | None, quick: bool) -> None:
    """Measure every registered game against a plain Goofspiel playout."""
    report = measure(Yardstick(rounds=1, seconds=0.01) if quick else Yardstick())
    Console().print(table(report))
    if target:
        target.write(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")


if __name__ == "__main__":
    main()
