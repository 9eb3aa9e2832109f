"""`armillary simulate`: bots play against each other, and the results are counted."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import rich_click as click

from armillary.core.contract import AnyGame
from armillary.core.prose import counted
from armillary.terminal import saves, show
from armillary.terminal.arguments import BOT, GAME, GAMES, match_options
from armillary.terminal.configs import config_for, seats_for
from armillary.terminal.series import Played, Report, Series, seat_names

TALLY = ("games", "wins", "shared", "draws", "losses", "mean score")


@click.command("simulate")
@click.argument("game", type=GAME)
@click.option(
    "--bot",
    "asked",
    type=BOT,
    multiple=True,
    help="The bot that plays: one for all seats, or one per seat. May be repeated.  [default: random]",
)
@click.option(
    "--games",
    type=GAMES,
    default=1,
    show_default=True,
    help="Number of games. The bots move on by one seat from game to game.",
)
@match_options
@click.option("--record", metavar="FILE", help="Save the records; several are numbered: out-01.json, out-02.json.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
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
    """Let bots play GAME against each other, and count the results.

    The same seed gives the same games: game number I is played with the seed "SEED/I".
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
    for number, played in enumerate(_with_progress(series.play(), games), start=1):
        report.count(played)
        if record is not None:
            saves.save(played.match, _numbered(record, number, games))
    summary = {"game": game.slug, "version": game.version, "seed": series.seed, **report.summary()}
    if as_json:
        click.echo(show.as_json(summary))
    else:
        _print(game, summary)


def _with_progress(games: Iterator[Played], count: int) -> Iterable[Played]:
    """A progress bar on standard error, for a person who waits."""
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
    show.say(out, f"{game.title}: {counted(summary['games'], 'game')} played. Seed: {summary['seed']}")
    out.print(show.table(("bot", *TALLY), _rows(summary["bots"])))
    out.print(show.table(("seat", *TALLY), _rows(summary["seats"])))
    for name in ("rounds", "steps"):
        span = summary[name]
        show.say(out, f"{name.capitalize()} per game: {span['mean']} on average, {span['least']} to {span['most']}.")
    reasons = "; ".join(f"{show.reason(name)} ({times})" for name, times in summary["reasons"].items())
    show.say(out, f"How the games ended: {reasons}.")


def _rows(tallies: dict[str, dict[str, Any]]) -> list[tuple[object, ...]]:
    return [(name, *("-" if value is None else value for value in tally.values())) for name, tally in tallies.items()]
