"""The command line of a bot: `run(decide)` is a whole program."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import suppress
from dataclasses import dataclass

from armillary.api.matches import MatchInfo
from armillary.api.terms import NewMatch, SeatPlan
from armillary.client.http import AsyncClient
from armillary.client.playing import Decide, installed, play
from armillary.core.errors import ArmillaryError, BadInput


def run(decide: Decide) -> None:
    """Do what the command line asks for; whatever goes wrong is said in one line."""
    arguments = argparse.ArgumentParser(description="A bot that plays at a server.")
    arguments.add_argument("server", help="for example http://127.0.0.1:8400")
    arguments.add_argument("--game", default="skirmish")
    arguments.add_argument("--match", help="join this match instead of making one")
    arguments.add_argument("--invite", help="the secret of an invitation")
    arguments.add_argument(
        "--challenges", action="store_true", help="take open seats in matches of the game as they appear"
    )
    arguments.add_argument("--bot", help="let this installed bot decide, for example medium")
    arguments.add_argument("--token", help="play as the owner of this token, not as a new guest")
    given = vars(arguments.parse_args())
    bot = given.pop("bot")
    try:
        attend(decide if bot is None else installed(bot), Visit(**given))
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


def attend(decide: Decide, visit: Visit) -> None:
    """Play until the match is over, or, with challenges, until Ctrl+C; raises `ArmillaryError`."""
    with suppress(KeyboardInterrupt):
        asyncio.run(_play(decide, visit))


async def _play(decide: Decide, visit: Visit) -> None:
    async with AsyncClient(visit.server, token=visit.token) as client:
        me = await client.me()
        if visit.challenges:
            print(f"{me.name} takes open seats at {visit.game}", flush=True)
            await play(client, decide, open_seats=[visit.game], rematches=True)
        match = await _sit_down(client, visit)
        print(f"{me.name} plays {match.game}, match {match.id}", flush=True)
        await play(client, decide, only=match.id)
        outcome = (await client.match(match.id)).outcome
        if outcome is None:
            raise BadInput("The match was cancelled.")
        print(f"over: {outcome.reason}, winners: {list(outcome.winners)}")


async def _sit_down(client: AsyncClient, visit: Visit) -> MatchInfo:
    """A seat at the match named, or at a new one against the server's bots."""
    if visit.match is not None:
        return await client.join(visit.match, invite=visit.invite)
    fewest, _ = (await client.game(visit.game)).game.seats
    seats = (SeatPlan("me"), *[SeatPlan("bot", "random")] * (fewest - 1))
    return (await client.new_match(visit.game, NewMatch(seats))).match
