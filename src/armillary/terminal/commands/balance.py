"""`armillary balance`: is a game fair to every seat, and how does it end?"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import Any

import rich_click as click

from armillary.arena import balance, reports
from armillary.arena.playing import Result
from armillary.arena.series import Series
from armillary.arena.store import Store
from armillary.arena.tallies import Count
from armillary.arena.workers import play_apart
from armillary.core.beginning import seats_for
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.prose import counted, listed
from armillary.terminal import files, show
from armillary.terminal.arguments import BOT, GAME, GAMES, PRESET, SEATS, SEED, workers_option
from armillary.terminal.configs import config_for
from armillary.terminal.exits import Exit
from armillary.terminal.players import own_bot, ready_bots
from armillary.terminal.progress import progress
from armillary.terminal.repeating import with_commands
from armillary.terminal.saves import naming

USUAL_GAMES = 200


@click.command("balance")
@click.argument("game", type=GAME)
@click.option(
    "--seats",
    "asked",
    type=SEATS,
    multiple=True,
    metavar="NUMBER",
    help="Number of seats. May be repeated.  [default: all that the game offers]",
)
@click.option(
    "--bot",
    "bots",
    type=BOT,
    multiple=True,
    help="The bot that plays on every seat. May be repeated: each has lines of its own.  [default: the game's own]",
)
@click.option(
    "--games",
    "counts",
    type=GAMES,
    multiple=True,
    help=f"Number of games for each number of seats: once, or once per bot.  [default: {USUAL_GAMES}]",
)
@click.option("--preset", type=PRESET, default="standard", show_default=True, help="A named setup of the game.")
@click.option("--seed", type=SEED, help="Any text. The same seed gives the same games.")
@workers_option
@click.option(
    "--to", "folder", metavar="DIR", help="Keep results here as they come; the same command goes on with them."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.option("--html", "html_file", metavar="FILE", help="Write a report with plots to this file.")
@click.option("--page", metavar="FILE", help="Write the table into this Markdown page, between <!-- GAME --> marks.")
def command(
    game: AnyGame,
    asked: tuple[int, ...],
    bots: tuple[str, ...],
    counts: tuple[int, ...],
    preset: str,
    seed: str | None,
    workers: int,
    folder: str | None,
    as_json: bool,
    html_file: str | None,
    page: str | None,
) -> Exit:
    """Let equal bots play GAME on every seat, and count how fair it is, how long it takes and how it ends.

    A bot that fails loses its game, and the exit code is 3.
    """
    bots = tuple(dict.fromkeys(bots)) or (own_bot(game),)
    games = dict(zip(bots, _per_bot(counts, bots), strict=True))
    if seed is None and folder is not None:
        raise BadInput("--to needs a seed, so that the same command goes on with the same games: add --seed TEXT.")
    seed = secrets.token_hex(8) if seed is None else seed
    fewest, most = game.seats
    configs = {
        seats_for(game, seats): config_for(game, seats, preset, ())
        for seats in dict.fromkeys(asked or range(fewest, most + 1))
    }
    for seats, config in configs.items():
        ready_bots(game, bots, config, seats)
    text = None if page is None else files.read_text(page)
    if page is not None and text is not None:
        with naming(page):
            balance.filled(text, game.slug, "")
    sizes, lengths, played = [], [], []
    for seats, config in configs.items():
        for bot in bots:
            series = Series(game=game, config=config, seed=seed, bots=(bot,) * seats, count=games[bot])
            place = None if folder is None else Path(folder, _name(game, preset, seats, bot))
            results = _play(series, workers, place)
            sizes.append(balance.measure(seats, bot, results))
            lengths.append([result.rounds for result in results])
            played += results
    faults = with_commands(Count.of(played).summary()["failures"], game, preset, ())
    if html_file is not None:
        files.write(html_file, balance.as_html(game, seed, sizes, lengths).encode())
    if page is not None and text is not None:
        files.write(page, balance.filled(text, game.slug, balance.as_markdown(sizes)).encode())
    if as_json:
        told = {
            "game": game.slug,
            "version": game.version,
            "bots": bots,
            "seed": seed,
            "sizes": sizes,
            "failures": faults,
        }
        click.echo(show.as_json(told))
    else:
        _print(game, bots, seed, sizes, faults)
    return Exit.BOT_FAILED if faults else Exit.FINE


def _per_bot(counts: tuple[int, ...], bots: tuple[str, ...]) -> tuple[int, ...]:
    """How many games each bot plays."""
    counts = counts or (USUAL_GAMES,)
    if len(counts) not in (1, len(bots)):
        raise BadInput(f"--games is given {len(counts)} times for {counted(len(bots), 'bot')}: once, or once per bot.")
    return counts * len(bots) if len(counts) == 1 else counts


def _name(game: AnyGame, preset: str, seats: int, bot: str) -> str:
    """The folder of one line; a bot may be named by its place."""
    return f"{game.slug}-{preset}-{seats}-{re.sub(r'[^A-Za-z0-9]+', '_', bot)}"


def _play(series: Series, workers: int, place: Path | None) -> list[Result]:
    """All games of one line; what is kept is not played again."""
    with nullcontext() if place is None else Store(place, balance.Line) as store:
        results = store.begin(balance.line(series)) if store else []
        waiting = islice(series.pairings(), len(results), None)
        games = play_apart(waiting, min(workers, series.count))
        for played in progress(games, series.count, lambda: len(results)):
            results.append(played.result)
            if store:
                store.add(played)
    return results


def _print(
    game: AnyGame, bots: Sequence[str], seed: str, sizes: list[dict[str, Any]], faults: list[dict[str, Any]]
) -> None:
    out = show.console()
    games = counted(sum(size["games"] for size in sizes), "game")
    show.say(out, f"{game.title}: {games} of {listed(bots)}. Seed: {seed}")
    rows = []
    for size in sizes:
        rounds, shares = size["rounds"], size["shares"]
        rows.append(
            (
                size["seats"],
                size["bot"],
                size["games"],
                f"{min(shares):.2f} to {max(shares):.2f}",
                f"{size['reach']:.2f}",
                f"{size['decided']:.0%}",
                f"{size['drawn']:.0%}",
                f"{rounds['mean']} ({rounds['least']} to {rounds['most']})",
                size["openings"]["different"],
            )
        )
    out.print(show.table(("seats", "bot", "games", "share", "±", "decided", "drawn", "rounds", "openings"), rows))
    for size in sizes:
        reasons = "; ".join(f"{show.reason(name)} ({times})" for name, times in size["reasons"].items())
        show.say(out, f"How games with {size['seats']} seats of {size['bot']} ended: {reasons}.")
    for line in reports.failures(faults):
        show.say(out, line)
