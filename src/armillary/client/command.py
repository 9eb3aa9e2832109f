"""The command line of a bot: `run(decide)` is a whole program."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import suppress

from armillary.api.matches import MatchInfo
from armillary.api.terms import NewMatch, SeatPlan
from armillary.client.http import AsyncClient
from armillary.client.playing import Decide, installed, play
from armillary.core.errors import ArmillaryError


def run(decide: Decide) -> None:
    """Do what the command line asks for; Ctrl+C ends it, and whatever goes wrong is said in one line."""
    arguments = argparse.ArgumentParser(description="A bot that plays at a server.")
    arguments.add_argument("server", help="for example http://127.0.0.1:8400")
    arguments.add_argument("--game", default="skirmish")
    arguments.add_argument("--match", help="join this match instead of making one")
    arguments.add_argument("--invite", help="the secret of an invitation")
    arguments.add_argument("--challenges", action="store_true", help="take open seats at the game as they come")
    arguments.add_argument("--bot", help="let this installed bot decide, for example medium")
    arguments.add_argument("--token", help="play as whoever made this token, not as a new guest")
    asked = arguments.parse_args()
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(_play(decide if asked.bot is None else installed(asked.bot), asked))
    except ArmillaryError as error:
        raise SystemExit(str(error)) from None


async def _play(decide: Decide, asked: argparse.Namespace) -> None:
    async with AsyncClient(asked.server, token=asked.token) as client:
        me = await client.me()
        if asked.challenges:
            print(f"{me.name} takes open seats at {asked.game}", flush=True)
            await play(client, decide, open_seats=[asked.game], rematches=True)
        match = await _sit_down(client, asked)
        print(f"{me.name} plays {match.game}, match {match.id}", flush=True)
        await play(client, decide, only=match.id)
        outcome = (await client.match(match.id)).outcome
        if outcome is None:
            raise SystemExit("The match was called off.")
        print(f"over: {outcome.reason}, winners: {list(outcome.winners)}")


async def _sit_down(client: AsyncClient, asked: argparse.Namespace) -> MatchInfo:
    """A seat at the match named, or at a new one against the server's bots."""
    if asked.match is not None:
        return await client.join(asked.match, invite=asked.invite)
    fewest, _ = (await client.game(asked.game)).game.seats
    seats = (SeatPlan("me"), *[SeatPlan("bot", "random")] * (fewest - 1))
    return (await client.new_match(asked.game, NewMatch(seats))).match
