"""`armillary play`: people at one terminal, and bots."""

from __future__ import annotations

import rich_click as click
from click.core import ParameterSource

from armillary import bots
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.terminal import saves, show
from armillary.terminal.arguments import GAME, PLAYER, match_options
from armillary.terminal.configs import config_for, seats_for
from armillary.terminal.players import PERSON, player_names, strongest
from armillary.terminal.screen import Screen, keyboard
from armillary.terminal.table import Table

STARTING = ("seats", "seat", "preset", "changes", "seed")


@click.command("play")
@click.argument("game", type=GAME, required=False, metavar="GAME")
@click.option(
    "--seat",
    type=PLAYER,
    multiple=True,
    metavar="person|BOT",
    help="Who takes the next seat. May be repeated; the strongest bot takes all other seats.",
)
@match_options
@click.option("--resume", metavar="FILE", help="Go on with the match saved in FILE.")
@click.pass_context
def command(
    ctx: click.Context,
    game: AnyGame | None,
    seat: tuple[str, ...],
    seats: int | None,
    preset: str,
    changes: tuple[str, ...],
    seed: str | None,
    resume: str | None,
) -> None:
    """Play GAME in this terminal: alone against the strongest bot, or with the players you choose.

    Type an order to see what it would do, then press Enter to submit it. Type help to see everything else.
    """
    if resume is not None:
        match = _resumed(ctx, game, resume)
    elif game is None:
        raise click.UsageError("Missing argument 'GAME'.", ctx)
    else:
        seated = _seating(game, seat, seats)
        config = config_for(game, len(seated), preset, changes)
        secret = None if seed is None else seed_from(seed)
        match = Match.begin(game, seats=len(seated), config=config, seed=secret, players=player_names(seated))
    Table(match, Screen(show.console(), keyboard())).run()


def _seating(game: AnyGame, asked: tuple[str, ...], seats: int | None) -> tuple[str, ...]:
    """Who takes each seat: the players asked for, or one person; the strongest bot everywhere else."""
    asked = asked or (PERSON,)
    count = seats_for(game, max(len(asked), game.seats[0]) if seats is None else seats)
    if len(asked) > count:
        raise BadInput(f"{len(asked)} players are too many for {count} seats")
    for name in set(asked) - {PERSON}:
        bots.bot(game, name)
    return asked + (strongest(game),) * (count - len(asked))


def _resumed(ctx: click.Context, game: AnyGame | None, name: str) -> AnyMatch:
    """The saved match; it has its own seats, config and seed."""
    given = [param for param in STARTING if ctx.get_parameter_source(param) is ParameterSource.COMMANDLINE]
    if given:
        raise click.UsageError(
            "A saved match has its own seats, config and seed: use --resume without other options.", ctx
        )
    match = saves.resume(name)
    if game is not None and match.game.slug != game.slug:
        raise BadInput(f"{name} holds a match of {match.game.slug}, not of {game.slug}")
    return match
