"""A server that is killed and started again in the middle of matches: everybody plays on as if nothing had been."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from armillary.api.matches import MatchInfo
from armillary.api.messages import HomeMessage, TableMessage
from armillary.api.terms import NewMatch, SeatPlan
from armillary.client import AsyncClient, Client, play
from armillary.core.record import verify
from armillary.core.registry import game
from armillary.games.skirmish.model import Play
from tests.server.processes import PATIENCE, Server

CARDS = 15
KILLS = (4, 9)
"""After how many cards the server is killed."""


def _address(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


async def _meet(*clients: AsyncClient) -> MatchInfo:
    """A match of all of them."""
    first, *others = clients
    for client in clients:
        await client.me()
    seats = (SeatPlan("me"), *[SeatPlan("open")] * len(others))
    match = (await first.new_match("skirmish", NewMatch(seats))).match
    for client in others:
        await client.join(match.id)
    return match


class _Witness:
    """Somebody who plays their cards and notes everything they hear."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.said: list[str] = []
        self.tables: list[Any] = []

    async def play(self, client: AsyncClient, match: MatchInfo) -> None:
        async with client.sit(match) as seat:
            async for message in seat:
                self.said += [line.text for line in getattr(message, "said", [])]
                if isinstance(message, TableMessage):
                    self.steps += [entry.step for entry in message.happened]
                    self.tables.append(message.table.table)
                    if message.table.table.outcome:
                        return
                if seat.owes_order:
                    assert seat.table is not None
                    step = seat.table.table.step
                    card = step + 1 if seat.table.you == 1 else CARDS - step
                    await seat.order(Play(card), step=step)


async def test_at_the_table_nothing_is_missed_and_nothing_comes_twice(tmp_path: Path) -> None:
    async with (
        Server(f"{tmp_path}/test.db") as server,
        AsyncClient(_address(server)) as ada,
        AsyncClient(_address(server)) as grace,
        asyncio.timeout(2 * PATIENCE),
    ):
        match = await _meet(ada, grace)
        witnesses = one, two = _Witness(), _Witness()
        playing = asyncio.gather(one.play(ada, match), two.play(grace, match))
        for number, cards in enumerate(KILLS):
            while len(one.steps) < cards:
                assert not playing.done(), "killed too late"
                await asyncio.sleep(0.001)
            server.kill()
            await server.start()
            await ada.say(match.id, f"kill {number}")
        await playing
        assert verify(await ada.record(match.id)).outcome
        for witness in witnesses:
            assert witness.steps == list(range(1, len(witness.steps) + 1))
            assert witness.said == [f"kill {number}" for number in range(len(witness.said))]
            assert {type(table.view) for table in witness.tables} == {game("skirmish").view}
            assert all(table.view.setup.planets for table in witness.tables)


async def test_a_client_that_blocks_goes_on_as_well(tmp_path: Path) -> None:
    async with Server(f"{tmp_path}/test.db") as server:
        working = asyncio.to_thread(_blocking, server, asyncio.get_running_loop())
        await asyncio.wait_for(working, 2 * PATIENCE)


def _blocking(server: Server, loop: asyncio.AbstractEventLoop) -> None:
    with Client(_address(server)) as client:
        client.me()
        match = client.new_match("skirmish", NewMatch((SeatPlan("me"), SeatPlan("local", name="Bob")))).match
        with client.sit(match, seat=1) as seat, client.home() as home:
            heard = [next(home)]
            next(seat)
            first = seat.order(Play(1), step=0)
            server.kill()
            asyncio.run_coroutine_threadsafe(server.start(), loop).result(PATIENCE)
            assert seat.order(Play(2), step=0) == first  # as far as anybody is told
            client.order(match, Play(3), step=0, seat=2)
            while seat.table is None or seat.table.table.step == 0:
                next(seat)
            assert seat.table.table.view.setup.planets
            while not isinstance(heard[-1], HomeMessage) or len(heard) < 2:  # news may have come before the kill
                heard.append(next(home))


async def test_two_programs_play_several_matches_to_their_ends(tmp_path: Path) -> None:
    slug = "orbit"
    terms: NewMatch[Any] = NewMatch((SeatPlan("me"), SeatPlan("open")), preset="lesson")
    async with (
        Server(f"{tmp_path}/test.db") as server,
        AsyncClient(_address(server)) as ada,
        AsyncClient(_address(server), patience=0.2) as grace,
        asyncio.timeout(2 * PATIENCE),
    ):
        await ada.me()
        await grace.me()
        programs = [
            asyncio.create_task(play(ada, "random")),
            asyncio.create_task(play(grace, "random", open_seats=[slug])),
        ]
        matches = [(await ada.new_match(slug, terms)).match for _ in range(3)]
        await _until_played(ada, matches, steps=1)
        server.kill()
        await asyncio.sleep(0.5)  # longer than one of them has patience
        await server.start()
        matches.append((await ada.new_match(slug, terms)).match)
        await _until_played(ada, matches, steps=None)
        for program in programs:
            assert not program.done(), program
            program.cancel()
        await asyncio.gather(*programs, return_exceptions=True)
        for match in matches:
            assert verify(await ada.record(match.id)).outcome


async def _until_played(client: AsyncClient, matches: list[MatchInfo], steps: int | None) -> None:
    """Wait until so many steps of the first match are played, or all matches to their end."""
    while True:
        now = [await client.match(match.id) for match in matches]
        if all(match.status == "over" for match in now):
            return
        if steps is not None and now[0].status == "playing" and (await client.table(now[0])).table.step >= steps:
            return
        await asyncio.sleep(0.02)
