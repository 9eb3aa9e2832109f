"""`armillary simulate`: bots play against each other, and the results are counted."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import rich_click as click

from armillary.arena import reports
from armillary.arena.series import Series, seat_names
from armillary.arena.tallies import Count
from armillary.arena.workers import play_apart, play_here
from armillary.core.beginning import seats_for
from armillary.core.contract import AnyGame
from armillary.core.prose import counted
from armillary.terminal import files, show
from armillary.terminal.arguments import BOT, GAME, GAMES, match_options, workers_option
from armillary.terminal.configs import config_for
from armillary.terminal.exits import Exit
from armillary.terminal.players import ready_bots
from armillary.terminal.progress import progress
from armillary.terminal.repeating import with_commands

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
@workers_option
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
    workers: int,
    record: str | None,
    as_json: bool,
) -> Exit:
    """Let bots play GAME against each other, and count the results.

    The same seed gives the same games, on any number of processes. A single game is played with the seed itself; of
    several, game number I is played with the seed "SEED/I". A bot that fails loses its game, and the exit code is 3.
    """
    seats = seats_for(game, seats)
    series = Series(
        game=game,
        config=config_for(game, seats, preset, changes),
        seed=secrets.token_hex(8) if seed is None else seed,
        bots=seat_names(asked, seats),
        count=games,
        recorded=record is not None,
    )
    notes = ready_bots(game, series.bots, series.config, seats)
    workers = min(workers, games)
    pairings = [series.pairing(1, series.seed)] if games == 1 else series.pairings()
    played = play_here(pairings) if workers == 1 else play_apart(pairings, workers)
    count = Count()
    for result, kept in progress(played, games):
        count.add(result)
        if record is not None and kept is not None:
            files.write(_numbered(record, result.number, games), kept)
    summary = {"game": game.slug, "version": game.version, "seed": series.seed, **count.summary()}
    summary["failures"] = with_commands(summary["failures"], game, preset, changes)
    if as_json:
        click.echo(show.as_json(summary))
    else:
        _print(game, summary, notes)
    return Exit.BOT_FAILED if count.faults else Exit.FINE


def _numbered(name: str, number: int, count: int) -> str:
    """`out.json`, or `out-007.json` when there are hundreds."""
    if count == 1:
        return name
    path = Path(name)
    return str(path.with_name(f"{path.stem}-{number:0{len(str(count))}}{path.suffix}"))


def _print(game: AnyGame, summary: dict[str, Any], notes: Iterable[str]) -> None:
    out = show.console()
    show.say(out, f"{game.title}: {counted(summary['games'], 'game')} played. Seed: {summary['seed']}")
    for note in notes:
        show.say(out, note)
    out.print(show.table(("bot", *TALLY), _rows(summary["bots"])))
    out.print(show.table(("seat", *TALLY), _rows(summary["seats"])))
    for name in ("rounds", "steps"):
        span = summary[name]
        show.say(out, f"{name.capitalize()} per game: {span['mean']} on average, {span['least']} to {span['most']}.")
    reasons = "; ".join(f"{show.reason(name)} ({times})" for name, times in summary["reasons"].items())
    show.say(out, f"How the games ended: {reasons}.")
    for line in reports.failures(summary["failures"]):
        show.say(out, line)


def _rows(tallies: dict[str, dict[str, Any]]) -> list[tuple[object, ...]]:
    return [(name, *("-" if value is None else value for value in tally.values())) for name, tally in tallies.items()]
