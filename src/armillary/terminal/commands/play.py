"""`armillary play`: people at one terminal, and bots."""

from __future__ import annotations

import sys
from pathlib import Path

import rich_click as click
from click.core import ParameterSource

from armillary import bots
from armillary.core import registry
from armillary.core.beginning import seats_for
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Match
from armillary.core.prose import find, listed
from armillary.core.seeds import seed_from
from armillary.terminal import saves, show
from armillary.terminal.afterwards import rematch_of
from armillary.terminal.arguments import GAME, NAME, PLAYER, match_options
from armillary.terminal.choosing import choose
from armillary.terminal.configs import config_for
from armillary.terminal.players import HUMAN, PERSON, absent_bots, bots_at, bots_for, opponent, player_names, ready_bots
from armillary.terminal.prompt import Left
from armillary.terminal.repeating import play_again
from armillary.terminal.screen import Screen, keyboard
from armillary.terminal.table import UNREPEATABLE, TerminalTable

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
    help="Who takes the next seat. May be repeated; an easy bot takes all other seats.",
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
@click.option(
    "--rematch",
    is_flag=False,
    flag_value=LAST,
    metavar="[FILE]",
    help="Play the match in FILE again, or without FILE your last one, everybody one seat further on.",
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
    rematch: str | None,
) -> None:
    """Play GAME in this terminal: alone against an easy bot, or with the players you choose.

    Without GAME you are asked what to play. Type an order to see what it would do, then press Enter to submit it. Type
    help to see everything else. A match saves itself: whatever ends it, armillary play --resume goes on with it.
    """
    screen, kept, repeat = Screen(show.console(), keyboard()), None, UNREPEATABLE
    if resume is not None or rematch is not None:
        _require_alone(ctx)
        if rematch is not None:
            path = saves.last_finished(game.slug if game else None) if rematch == LAST else Path(rematch)
            old = _recorded(game, str(path))
            match, playing = rematch_of(old, bots_at(old))
        else:
            path = saves.last_unfinished(game.slug if game else None) if resume == LAST else Path(str(resume))
            match = _recorded(game, str(path))
            playing, kept = bots_at(match), path if saves.is_kept(path) else None
        for place, absent in absent_bots(match).items():
            screen.say(f"The bot {absent} is not installed here: you play for Player {place}.")
    else:
        if game is None:
            try:
                game, preset, seat = _asked(ctx, screen)
            except (Left, EOFError):
                screen.say("Goodbye.")
                return
        seated = _seating(game, seat, seats)
        config = config_for(game, len(seated), find(preset, tuple(game.presets), "preset"), changes)
        secret = None if seed is None else seed_from(seed)
        for note in ready_bots(game, seated, config, len(seated)):
            screen.say(note)
        playing = bots_for(game, seated)
        repeat = UNREPEATABLE if seed is None else play_again(game, seated, preset, changes, seed)
        match = Match.begin(game, seats=len(seated), config=config, seed=secret, players=player_names(seated, name))
    table: TerminalTable | None = TerminalTable(match, playing, screen, kept, repeat)
    while table:
        table = table.run()


def _asked(ctx: click.Context, screen: Screen) -> tuple[AnyGame, str, tuple[str, ...]]:
    """The game, preset and players that somebody at a terminal chooses."""
    given = [param for param in ("seats", "seat", "preset", "changes") if _is_given(ctx, param)]
    if given or not sys.stdin.isatty():
        games = registry.slugs()
        example = f"armillary play {games[0]}" if games else "armillary play GAME"
        raise click.UsageError(f"Say which game to play, for example: {example}. The games are {listed(games)}.", ctx)
    chosen = choose(screen)
    return chosen.game, chosen.preset, chosen.seating


def _seating(game: AnyGame, asked: tuple[str, ...], seats: int | None) -> tuple[str, ...]:
    """Who takes each seat: the players asked for, or one person; an easy bot everywhere else. Bots may be places."""
    asked = tuple(PERSON if name.lower() == HUMAN else name for name in asked) or (PERSON,)
    count = seats_for(game, max(len(asked), game.seats[0]) if seats is None else seats)
    if len(asked) > count:
        raise BadInput(f"{len(asked)} players are too many for {count} seats.")
    asked = tuple(name if ":" in name else find(name, (PERSON, *bots.names(game)), "player") for name in asked)
    return asked + (opponent(game),) * (count - len(asked))


def _is_given(ctx: click.Context, param: str) -> bool:
    return ctx.get_parameter_source(param) is ParameterSource.COMMANDLINE


def _require_alone(ctx: click.Context) -> None:
    """A recorded match has its own seats, config and seed, and only one can be played."""
    if any(_is_given(ctx, param) for param in STARTING):
        raise click.UsageError(
            "A saved match has its own seats, config and seed: use --resume or --rematch without other options.", ctx
        )
    if _is_given(ctx, "resume") and _is_given(ctx, "rematch"):
        raise click.UsageError("Use either --resume or --rematch.", ctx)


def _recorded(game: AnyGame | None, name: str) -> AnyMatch:
    """The match in a file; raises `BadInput` if it is of another game than the one asked for."""
    match = saves.resume(name)
    if game is not None and match.game.slug != game.slug:
        raise BadInput(f"{name} holds a match of {match.game.slug}, not of {game.slug}.")
    return match
