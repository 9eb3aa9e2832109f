"""The command line of a bot: `run(Bot)` is a whole program."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from armillary.api.matches import MatchInfo
from armillary.api.people import Player
from armillary.api.terms import NewMatch, SeatPlan
from armillary.bots import find
from armillary.bots.registry import Make
from armillary.client.errors import ServerSaid
from armillary.client.http import AsyncClient
from armillary.client.playing import play
from armillary.core.errors import ArmillaryError, BadInput, BotFailed
from armillary.core.prose import counted
from armillary.core.registry import game as registered

SILENCE = 1.5
"""Seconds without an answer from the server after which that is told."""

tell = partial(print, flush=True)


def run(bot: Make) -> None:
    """Do what the command line asks for; whatever goes wrong is said in one line."""
    arguments = argparse.ArgumentParser(description="A bot that plays at a server.")
    arguments.add_argument("server", help="for example http://127.0.0.1:8400")
    arguments.add_argument("--game", default="skirmish")
    arguments.add_argument("--name", help="what the bot is called there")
    arguments.add_argument("--match", help="join this match instead of making one")
    arguments.add_argument("--invite", help="the secret of an invitation")
    arguments.add_argument(
        "--challenges", action="store_true", help="take open seats in matches of the game as they appear"
    )
    arguments.add_argument("--bot", help="let this installed bot decide, for example medium")
    arguments.add_argument("--token", help="play as the owner of this token, not as a new guest")
    given = vars(arguments.parse_args())
    named = given.pop("bot")
    try:
        attend(named or bot, Visit(**given))
    except ArmillaryError as error:
        raise SystemExit(str(error)) from None


@dataclass(frozen=True)
class Visit:
    """What a bot does at a server."""

    server: str
    game: str = "skirmish"
    match: str | None = None
    """Join this one, instead of making one."""
    invite: str | None = None
    challenges: bool = False
    """Take open seats at the game as they come."""
    token: str | None = None
    """Play as the owner of the token, not as a new guest."""
    name: str | None = None
    """What the bot is called there."""


def attend(bot: str | Make, visit: Visit) -> None:
    """Play until the match is over, or, with challenges, until Ctrl+C; raises `ArmillaryError`.

    The bot is a name or a place, such as `./mybot.py:Bot`, or something that is given a game and makes one.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(attending(bot, visit))


async def attending(bot: str | Make, visit: Visit) -> None:
    """The same, awaited."""
    async with AsyncClient(visit.server, token=visit.token) as client:
        me = await _introduce(client, visit)
        if isinstance(bot, str):
            find(registered(visit.game), bot)  # an unknown name is refused before anybody waits for its orders
        if visit.challenges:
            tell(f"{me.name} takes open seats at {visit.game}.")
            await play(client, bot, open_seats=[visit.game], rematches=True, tell=tell)
        match = await _sit_down(client, visit)
        tell(f"{me.name} plays {match.game}, match {match.id}.")
        failures = await play(client, bot, only=match.id, tell=tell)
        if (await client.match(match.id)).outcome is None:
            raise BadInput("The match was cancelled.")
        if failures:
            raise BotFailed(f"The bot failed {counted(failures, 'time')} and played default orders instead.")


async def _introduce(client: AsyncClient, visit: Visit) -> Player:
    """Who the bot is at the server: a program, marked as one for everybody there. A server that is away is told of."""
    asking = asyncio.ensure_future(client.me())
    await asyncio.wait([asking], timeout=SILENCE)
    if not asking.done():
        tell(f"No server answers at {visit.server}. Trying for {client.patience:g} seconds; Ctrl+C ends it.")
    me = await asking
    if not me.program:
        try:
            me = await client.declare_program()
        except ServerSaid as refused:
            if refused.status != HTTPStatus.CONFLICT:
                raise
            tell(f"{me.name} is not marked as a program yet, since it still sits at matches: {refused}")
    return me if visit.name is None else await client.rename(visit.name)


async def _sit_down(client: AsyncClient, visit: Visit) -> MatchInfo:
    """A seat at the match named, or at a new one against the server's bots."""
    if visit.match is not None:
        return await client.join(visit.match, invite=visit.invite)
    fewest, _ = (await client.game(visit.game)).game.seats
    seats = (SeatPlan("me"), *[SeatPlan("bot", "random")] * (fewest - 1))
    return (await client.new_match(visit.game, NewMatch(seats))).match
