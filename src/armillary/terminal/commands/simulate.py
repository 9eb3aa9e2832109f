"""`armillary simulate`: bots against bots, counted."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import rich_click as click

from armillary.core.contract import AnyGame
from armillary.core.match import AnyMatch
from armillary.terminal import saves, show
from armillary.terminal.arguments import BOT, GAME, GAMES, match_options
from armillary.terminal.configs import config_for, seats_for
from armillary.terminal.series import Report, Series, seat_names

TALLY = ("games", "wins", "shared", "draws", "losses", "mean score")

Played = tuple[tuple[str, ...], AnyMatch]


@click.command("simulate")
@click.argument("game", type=GAME)
@click.option(
    "--bot", "asked", type=BOT, multiple=True, help="Who plays: one for all seats, or one a seat. Repeatable."
)
@click.option("--games", type=GAMES, default=1, show_default=True, help="How many games; the bots move on by a seat.")
@match_options
@click.option("--record", metavar="FILE", help="Keep the records; several are numbered: out-01.json, out-02.json.")
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
def command(
    game: AnyGame,
    asked: tuple[str, ...],
    games: int,
    seats: int | None,
    preset: str,
    changes: tuple[str, ...],
    seed: str | None,
    record: str | None,
    as_json: bool,
) -> None:
    """Let bots play GAME against each other, and count.

    A run with the same seed gives the same games: game number I is played under the seed "SEED/I".
    """
    seats = seats_for(game, seats)
    series = Series(
        game=game,
        seats=seats,
        config=config_for(game, seats, preset, changes),
        seed=secrets.token_hex(8) if seed is None else seed,
        bots=seat_names(asked, seats),
        count=games,
    )
    report = Report()
    for number, (seated, match) in enumerate(_with_progress(series.play(), games), start=1):
        report.count(seated, match)
        if record is not None:
            saves.save(match, _numbered(record, number, games))
    summary = {"game": game.slug, "version": game.version, "seed": series.seed, **report.summary()}
    if as_json:
        click.echo(show.as_json(summary))
    else:
        _print(game, summary)


def _with_progress(games: Iterator[Played], count: int) -> Iterable[Played]:
    """A bar on standard error, for a person who waits."""
    if count == 1 or not sys.stderr.isatty():
        return games
    from rich.progress import track  # noqa: PLC0415 (slow to import, and seldom needed)

    return track(games, "Playing", total=count, console=show.console(stderr=True), transient=True)


def _numbered(name: str, number: int, count: int) -> str:
    """`out.json`, or `out-007.json` when there are hundreds."""
    if count == 1:
        return name
    path = Path(name)
    return str(path.with_name(f"{path.stem}-{number:0{len(str(count))}}{path.suffix}"))


def _print(game: AnyGame, summary: dict[str, Any]) -> None:
    out = show.console()
    show.say(out, f"{game.title}: games played: {summary['games']}. Seed: {summary['seed']}")
    out.print(show.table(("bot", *TALLY), _rows(summary["bots"])))
    out.print(show.table(("seat", *TALLY), _rows(summary["seats"])))
    steps = summary["steps"]
    show.say(out, f"Steps a game: {steps['mean']} (from {steps['least']} to {steps['most']}).")
    reasons = ", ".join(f"{reason.replace('_', ' ')}: {times}" for reason, times in summary["reasons"].items())
    show.say(out, f"How they ended: {reasons}.")


def _rows(tallies: dict[str, dict[str, Any]]) -> list[tuple[object, ...]]:
    return [(name, *("-" if value is None else value for value in tally.values())) for name, tally in tallies.items()]
