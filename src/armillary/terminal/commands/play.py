"""`armillary play`: people at one terminal, and bots."""

from __future__ import annotations

from pathlib import Path

import rich_click as click
from click.core import ParameterSource

from armillary import bots
from armillary.core.beginning import seats_for
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Match
from armillary.core.prose import listed
from armillary.core.seeds import seed_from
from armillary.terminal import saves, show
from armillary.terminal.arguments import GAME, NAME, PLAYER, match_options
from armillary.terminal.configs import config_for
from armillary.terminal.players import HUMAN, PERSON, absent_bots, bots_at, bots_for, opponent, player_names
from armillary.terminal.screen import Screen, keyboard
from armillary.terminal.table import TerminalTable

STARTING = ("seats", "seat", "name", "preset", "changes", "seed")
LAST = ""
"""`--resume` without a file."""


@click.command("play")
@click.argument("game", type=GAME, required=False, metavar="GAME")
@click.option(
    "--seat",
    type=PLAYER,
    multiple=True,
    metavar="person|BOT",
    help="Who takes the next seat. May be repeated; a medium bot takes all other seats.",
)
@click.option("--name", type=NAME, multiple=True, help="What the next person is called. May be repeated.")
@match_options
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LAST,
    metavar="[FILE]",
    help="Resume the match saved in FILE, or without FILE the one you left last.",
)
@click.pass_context
def command(
    ctx: click.Context,
    game: AnyGame | None,
    seat: tuple[str, ...],
    name: tuple[str, ...],
    seats: int | None,
    preset: str,
    changes: tuple[str, ...],
    seed: str | None,
    resume: str | None,
) -> None:
    """Play GAME in this terminal: alone against a medium bot, or with the players you choose.

    Type an order to see what it would do, then press Enter to submit it. Type help to see everything else. A match
    saves itself: whatever ends it, armillary play --resume goes on with it.
    """
    kept = None
    if resume is not None:
        path = saves.last_unfinished(game.slug if game else None) if resume == LAST else Path(resume)
        match = _resumed(ctx, game, str(path))
        playing = bots_at(match)
        for place, absent in absent_bots(match).items():
            show.say(show.console(), f"The bot {absent} is not installed here: you play for Player {place}.")
        kept = path if path.absolute().parent == saves.state_folder() else None
    elif game is None:
        raise click.UsageError("Missing argument 'GAME'.", ctx)
    else:
        seated = _seating(game, seat, seats)
        config = config_for(game, len(seated), preset, changes)
        secret = None if seed is None else seed_from(seed)
        playing = bots_for(game, seated)
        match = Match.begin(game, seats=len(seated), config=config, seed=secret, players=player_names(seated, name))
    TerminalTable(match, Screen(show.console(), keyboard()), playing, kept).run()


def _seating(game: AnyGame, asked: tuple[str, ...], seats: int | None) -> tuple[str, ...]:
    """Who takes each seat: the players asked for, or one person; a medium bot everywhere else. Bots may be places."""
    asked = tuple(PERSON if name.lower() == HUMAN else name for name in asked) or (PERSON,)
    count = seats_for(game, max(len(asked), game.seats[0]) if seats is None else seats)
    if len(asked) > count:
        raise BadInput(f"{len(asked)} players are too many for {count} seats.")
    for name in asked:
        if ":" not in name and name not in (PERSON, *bots.names(game)):
            known = listed([PERSON, *bots.names(game)], "or")
            raise BadInput(f"--seat {name}: {game.title} has no player of this name; choose {known}.")
    return asked + (opponent(game),) * (count - len(asked))


def _resumed(ctx: click.Context, game: AnyGame | None, name: str) -> AnyMatch:
    """The saved match; it has its own seats, config and seed."""
    given = [param for param in STARTING if ctx.get_parameter_source(param) is ParameterSource.COMMANDLINE]
    if given:
        raise click.UsageError(
            "A saved match has its own seats, config and seed: use --resume without other options.", ctx
        )
    match = saves.resume(name)
    if game is not None and match.game.slug != game.slug:
        raise BadInput(f"{name} holds a match of {match.game.slug}, not of {game.slug}.")
    return match
