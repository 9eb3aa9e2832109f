"""Bots whose process was lost are woken by another."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from armillary.api.terms import SeatPlan
from armillary.core.registry import game
from armillary.server.errors import NotReady
from armillary.server.process import Process
from armillary.server.settings import Settings, async_url
from tests.server.halls import processes


async def test_a_bot_that_nobody_lets_think_is_woken_by_another_process(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armillary.server.background.bots.LOOK_SECONDS", 1)
    process = Process(Settings(database_url=async_url(shared_database)))
    async with process.run(), processes(shared_database) as (lost,):
        seats = (SeatPlan("me"), SeatPlan("bot", "random"))
        match_id = (await lost.lobby.make(game("skirmish"), await lost.guest(), seats)).row.id
        async with asyncio.timeout(30):
            while not (room := await lost.hall.room(match_id)).playing.pending:
                await asyncio.sleep(0.05)
        assert tuple(room.playing.pending) == (2,)


async def test_bots_that_could_not_be_looked_for_are_looked_for_once_the_database_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armillary.server.background.bots.LOOK_SECONDS", 0.01)
    process = Process(Settings(database_url=f"sqlite:///{tmp_path}/test.db"))
    looked: list[tuple[int, int]] = []

    async def away_for_a_while(since: int, until: int) -> None:
        looked.append((since, until))
        if 3 <= len(looked) < 30:
            raise NotReady("the database does not answer")

    monkeypatch.setattr(process.waking, "wake", away_for_a_while)
    async with process.run(), asyncio.timeout(30):
        while len(looked) < 32:
            await asyncio.sleep(0.01)
    missed = {since for since, _ in looked[2:30]}
    assert len(missed) == 1, "nothing in between is left out"
    assert missed.pop() < looked[1][1]
    assert looked[30][0] > looked[29][0]
