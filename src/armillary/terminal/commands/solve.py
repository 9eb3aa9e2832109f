"""`armillary solve`: work out perfect play and keep it on disk."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import rich_click as click

from armillary.core.errors import BadInput
from armillary.core.prose import counted
from armillary.games.skirmish.solved import layout, tables
from armillary.terminal import show
from armillary.terminal.extras import solver

CARDS = 7
"""They are solved in about ten seconds, and reach far enough to play the second half of a match."""


@click.command("solve")
@click.argument("game", type=click.Choice(("skirmish",)))
@click.option(
    "--cards",
    type=click.IntRange(1, layout.CARDS),
    default=CARDS,
    show_default=True,
    metavar="NUMBER",
    help=f"Solve all positions with up to this many cards left; {layout.CARDS} is the whole game.",
)
@click.option(
    "--to",
    "place",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where to keep the tables. The bot looks in the default folder.  [default: your cache folder]",
)
@click.option("--check", is_flag=True, help="Then work out how much the best opponent could win against these tables.")
def command(game: str, cards: int, place: Path | None, check: bool) -> None:  # noqa: ARG001 (there is one to choose)
    """Solve GAME for two players, for the expected margin in victory points, and keep the result in tables.

    The bot `perfect` plays from them. Tables that are there already are not made again, so an interrupted run goes on
    where it was. Needs the extra "solve".
    """
    place = place or tables.folder()
    if place is None:
        raise BadInput("You have no home folder; say where to keep the tables with --to.")
    making = solver()
    began = perf_counter()
    for done in _with_progress(making.solve(place, cards), "Solving"):
        click.echo(f"{counted(done, 'card')}: {layout.size(done):,} positions, {_seconds(began)}")
    total = sum(layout.size(number) for number in range(1, cards + 1))
    size = sum(tables.shape(number).length for number in range(1, cards + 1))
    click.echo(f"Up to {counted(cards, 'card')}: {total:,} positions, {size / 1e6:,.0f} MB in {place}")
    if check:
        checking = making.Check(place, cards)
        for _ in _with_progress(checking.run(), "Checking"):
            pass
        click.echo(
            f"With {counted(cards, 'card')} left, the best opponent wins at most {checking.loss:.1e} VP more than"
            f" against perfect play ({_seconds(began)})"
        )


def _with_progress(steps: Iterable[Any], doing: str) -> Iterator[int]:
    """Each number of cards that is through, with a progress bar on standard error for a person who waits."""
    from rich.progress import Progress  # noqa: PLC0415 (slow to import, and seldom needed)

    with Progress(console=show.console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(doing)
        for step in steps:
            now = f"{doing} {counted(step.cards, 'card')}"
            bar.update(task, description=now, completed=step.done, total=step.total)
            if step.done == step.total:
                yield step.cards


def _seconds(began: float) -> str:
    return f"{perf_counter() - began:.1f} s"
