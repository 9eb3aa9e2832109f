"""Bots whose process was lost are woken by another."""

from __future__ import annotations

import asyncio

import pytest

from armillary.core.registry import game
from armillary.server.desk import Desk
from armillary.server.lobby import SeatPlan
from armillary.server.settings import Settings, async_url
from tests.server.halls import processes


def test_a_bot_that_nobody_lets_think_is_woken_by_another_process(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armillary.server.desk.WAKING_SECONDS", 1)
    desk = Desk(Settings(database_url=async_url(shared_database)))

    async def story() -> tuple[int, ...]:
        async with desk.opened(), processes(shared_database) as (lost,):
            seats = (SeatPlan("me"), SeatPlan("bot", "random"))
            match_id = (await lost.lobby.make(game("skirmish"), await lost.guest(), seats)).row.id
            async with asyncio.timeout(30):
                while not (room := await lost.hall.room(match_id)).playing.pending:
                    await asyncio.sleep(0.05)
            return tuple(room.playing.pending)

    assert asyncio.run(story()) == (2,)
