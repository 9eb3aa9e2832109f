"""After a deadline: nothing is taken any more, and however many matches are due, everybody's turn comes soon."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from armillary.api.terms import Live
from armillary.core.errors import NotToAct
from armillary.games.skirmish.model import Play
from armillary.server.background.deadlines import AT_ONCE
from tests.clock import HandClock
from tests.server.halls import processes


async def test_an_order_after_its_deadline_is_refused_though_nobody_has_looked_yet(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", pace=Live(5))
        await only.moves.submit(room.row.id, 1, Play(4), key="in time")
        clock.forward(5)
        before = room.seq
        for late in (
            only.moves.submit(room.row.id, 2, Play(9)),
            only.moves.submit(room.row.id, 1, Play(9)),
            only.moves.withdraw(room.row.id, 1),
            only.moves.ask_for_pause(room.row.id, 1),
        ):
            with pytest.raises(NotToAct, match="Time is up"):
                await late
        assert room.seq == before
        await only.deadlines.check()
        assert room.playing.step == 1
        turn = (await only.store.journal(room.row.id))[-2]
        assert turn.kind == "expire"
        await only.moves.submit(room.row.id, 2, Play(9))


async def test_many_matches_of_one_guest_do_not_delay_another_s_deadline(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        busy = [await only.guest(), await only.guest()]
        for _ in range(2 * AT_ONCE):
            await only.match("skirmish", pace=Live(5), people=busy)
        clock.forward(1)
        other = (await only.match("skirmish", pace=Live(5))).row.id
        clock.forward(10)
        expired: list[str] = []
        only.hall.listeners.append(lambda room, _: expired.append(room.row.id))
        assert await only.deadlines.check() == 2 * AT_ONCE + 1
    assert expired.index(other) < AT_ONCE


async def test_matches_that_are_due_together_share_commits_and_leave_room_for_others(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        for _ in range(AT_ONCE):
            await only.match("skirmish", pace=Live(5))
        clock.forward(10)
        write, commits, turns = only.store.database.write, 0, 0

        async def counted(work: Any) -> Any:
            nonlocal commits
            commits += 1
            return await write(work)

        only.store.database.write = counted  # type: ignore[method-assign]
        checking = asyncio.create_task(only.deadlines.check())
        while not checking.done():
            turns += 1
            await asyncio.sleep(0)
    assert commits < AT_ONCE
    assert turns > AT_ONCE, "others have their turns in between"
