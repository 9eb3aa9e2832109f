"""`armillary balance`: is a game fair to every seat, and how does it end?"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import rich_click as click

from armillary.arena import balance
from armillary.arena.playing import Result
from armillary.arena.series import Series
from armillary.arena.workers import play_apart
from armillary.bots import find
from armillary.core.contract import AnyGame
from armillary.core.prose import counted
from armillary.terminal import files, show
from armillary.terminal.arguments import BOT, GAME, GAMES, PRESET, SEATS, SEED, workers_option
from armillary.terminal.configs import config_for, seats_for
from armillary.terminal.players import opponent
from armillary.terminal.progress import progress
from armillary.terminal.saves import naming


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
@click.option("--bot", type=BOT, help="The bot that plays on every seat.  [default: the game's own]")
@click.option("--games", type=GAMES, default=200, show_default=True, help="Number of games for each number of seats.")
@click.option("--preset", type=PRESET, default="standard", show_default=True, help="A named setup of the game.")
@click.option("--seed", type=SEED, help="Any text. The same seed gives the same games.")
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.option("--html", "html_file", metavar="FILE", help="Write a report with plots to this file.")
@click.option("--page", metavar="FILE", help="Write the table into this Markdown page, between <!-- GAME --> marks.")
def command(
    game: AnyGame,
    asked: tuple[int, ...],
    bot: str | None,
    games: int,
    preset: str,
    seed: str | None,
    workers: int,
    as_json: bool,
    html_file: str | None,
    page: str | None,
) -> None:
    """Let equal bots play GAME on every seat, and count how fair it is, how long it takes and how it ends."""
    bot = opponent(game) if bot is None else bot
    find(game, bot)
    seed = secrets.token_hex(8) if seed is None else seed
    fewest, most = game.seats
    configs = {
        seats_for(game, seats): config_for(game, seats, preset, ())
        for seats in dict.fromkeys(asked or range(fewest, most + 1))
    }
    text = None if page is None else files.read_text(page)
    if page is not None and text is not None:
        with naming(page):
            balance.filled(text, game.slug, "")
    results: dict[int, list[Result]] = {seats: [] for seats in configs}
    for seats, config in configs.items():
        series = Series(game=game, config=config, seed=seed, bots=(bot,) * seats, count=games)
        for played in progress(play_apart(series.pairings(), min(workers, games)), games):
            results[seats].append(played.result)
    sizes = [balance.measure(seats, found) for seats, found in results.items()]
    if html_file is not None:
        lengths = [[result.rounds for result in found] for found in results.values()]
        files.write(html_file, balance.as_html(game, bot, seed, sizes, lengths).encode())
    if page is not None and text is not None:
        table = balance.filled(text, game.slug, balance.as_markdown(sizes))
        files.write(str(Path(page)), table.encode())
    if as_json:
        told = {"game": game.slug, "version": game.version, "bot": bot, "seed": seed, "sizes": sizes}
        click.echo(show.as_json(told))
    else:
        _print(game, bot, seed, sizes)


def _print(game: AnyGame, bot: str, seed: str, sizes: list[dict[str, Any]]) -> None:
    out = show.console()
    show.say(out, f"{game.title}: {counted(sum(size['games'] for size in sizes), 'game')} of {bot}. Seed: {seed}")
    rows = []
    for size in sizes:
        rounds, shares = size["rounds"], size["shares"]
        rows.append(
            (
                size["seats"],
                size["games"],
                f"{min(shares):.2f} to {max(shares):.2f}",
                f"{size['reach']:.2f}",
                f"{size['decided']:.0%}",
                f"{size['drawn']:.0%}",
                f"{rounds['mean']} ({rounds['least']} to {rounds['most']})",
                size["openings"]["different"],
            )
        )
    out.print(show.table(("seats", "games", "share", "±", "decided", "drawn", "rounds", "openings"), rows))
    for size in sizes:
        reasons = "; ".join(f"{show.reason(name)} ({times})" for name, times in size["reasons"].items())
        show.say(out, f"How games with {size['seats']} seats ended: {reasons}.")
