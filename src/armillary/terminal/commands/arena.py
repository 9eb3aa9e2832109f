"""`armillary arena`: a tournament between bots, and how strong each of them is."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import nullcontext
from functools import partial
from math import ceil, log2
from pathlib import Path
from typing import Any, get_args

import rich_click as click

from armillary.arena import reports
from armillary.arena.cluster import on_ray
from armillary.arena.store import Store
from armillary.arena.tournaments import Kind, Plan, Tournament
from armillary.arena.workers import SECONDS, Limits, play_apart
from armillary.core import codec
from armillary.core.beginning import seats_for
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.prose import counted
from armillary.terminal import files, show
from armillary.terminal.arguments import BOT, GAME, GAMES, NAME, match_options, workers_option
from armillary.terminal.configs import config_for
from armillary.terminal.exits import Exit
from armillary.terminal.players import ready_bots
from armillary.terminal.progress import progress
from armillary.terminal.repeating import with_commands

MAX_ROUNDS = 100
COUNTS = ("games", "wins", "shared", "draws")


@click.command("arena")
@click.argument("game", type=GAME)
@click.option(
    "--bot",
    "bots",
    type=BOT,
    multiple=True,
    required=True,
    help="A bot that takes part: its name, or where it is, such as ./mybot.py:Bot. May be repeated.",
)
@click.option(
    "--kind", type=click.Choice(get_args(Kind)), default="round-robin", show_default=True, help="Who meets whom."
)
@click.option("--games", type=GAMES, default=100, show_default=True, help="Number of games at each table.")
@click.option(
    "--rounds",
    type=click.IntRange(1, MAX_ROUNDS),
    metavar="NUMBER",
    help="Rounds of a Swiss tournament.  [default: enough to find the best]",
)
@click.option("--decide", is_flag=True, help="Stop two bots as soon as it is decided which is better.")
@match_options
@workers_option
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 3600),
    default=SECONDS,
    show_default=True,
    help="A bot that takes longer for a decision loses its game.",
)
@click.option(
    "--ray",
    type=NAME,
    metavar="auto|local|ADDRESS",
    help="Play on a Ray cluster: the one that runs here, a new one of this machine, or one at an address.",
)
@click.option(
    "--to", "folder", metavar="DIR", help="Keep results here as they come; the same command goes on with them."
)
@click.option("--records", is_flag=True, help="Keep the record of every game there, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write all games to this file, one per line.")
@click.option("--html", "html_file", metavar="FILE", help="Write a report with plots to this file.")
def command(
    game: AnyGame,
    bots: tuple[str, ...],
    kind: Kind,
    games: int,
    rounds: int | None,
    decide: bool,
    seats: int | None,
    preset: str,
    changes: tuple[str, ...],
    seed: str | None,
    workers: int,
    seconds: float,
    ray: str | None,
    folder: str | None,
    records: bool,
    as_json: bool,
    csv_file: str | None,
    html_file: str | None,
) -> Exit:
    """Let bots play GAME against each other, and rate them.

    Every seed is played from every seat. The same seed gives the same games, on any number of processes. A bot that
    crashes, takes too long or gives an order that is not allowed loses its game, and the exit code is 3.
    """
    if records and folder is None:
        raise BadInput("--records needs a folder to keep them in: add --to DIR.")
    if rounds is not None and kind != "swiss":
        raise BadInput("--rounds is for Swiss tournaments: add --kind swiss.")
    seats = seats_for(game, seats)
    played = config_for(game, seats, preset, changes)
    notes, config = ready_bots(game, bots, played, seats), codec.tree(played)
    limits = Limits(seconds)
    here = nullcontext(partial(play_apart, count=workers, limits=limits))
    place = nullcontext() if folder is None else Store(Path(folder), Plan)
    with here if ray is None else on_ray(ray, workers, limits) as players, place as store:
        kept = store.plan() if store else None
        plan = Plan(
            game=game.slug,
            version=game.version,
            config=config,
            seats=seats,
            kind=kind,
            bots=bots,
            games=games,
            rounds=(rounds or ceil(log2(len(bots))) or 1) if kind == "swiss" else 1,
            seed=(kept.seed if kept else secrets.token_hex(8)) if seed is None else seed,
            decide=decide,
            recorded=records,
        )
        tournament = Tournament(plan, store.begin(plan) if store else ())
        for result in progress(tournament.play(players), plan.most_games, lambda: len(tournament.results)):
            if store:
                store.add(result)
    told = reports.summary(tournament)
    told["failures"] = with_commands(told["failures"], game, preset, changes)
    if csv_file is not None:
        files.write(csv_file, reports.as_csv(tournament).encode())
    if html_file is not None:
        files.write(html_file, reports.as_html(tournament, told).encode())
    if as_json:
        click.echo(show.as_json(told))
    else:
        _print(game, told, notes)
    return Exit.BOT_FAILED if told["failures"] else Exit.FINE


def _print(game: AnyGame, told: dict[str, Any], notes: Iterable[str]) -> None:
    out = show.console()
    show.say(out, f"{game.title}: {counted(told['games'], 'game')} played. Seed: {told['seed']}")
    for note in notes:
        show.say(out, note)
    called = reports.labels(each["bot"] for each in told["bots"])
    rows = []
    for each in told["bots"]:
        low, high = each["rating_interval"]
        least, most = each["share_interval"]
        strength = (round(each["rating"]), f"{round(low)} to {round(high)}")
        share = (f"{each['share']:.0%}", f"{least:.0%} to {most:.0%}")
        rows.append((called[each["bot"]], *strength, *share, *(each[name] for name in COUNTS)))
    out.print(show.table(("bot", "rating", "interval", "share", "interval", *COUNTS), rows))
    for line in (*reports.verdicts(told), *reports.failures(told["failures"])):
        show.say(out, line)
