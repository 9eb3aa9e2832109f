"""Clocks: deadlines by pace and phase, default orders when they pass, and any number of processes that watch them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from sqlalchemy import update

from armillary.api.terms import HOUR, MILLISECONDS, Correspondence, Live, SeatPlan
from armillary.core.errors import BadInput
from armillary.core.registry import game
from armillary.games.skirmish.model import Play
from armillary.games.territory.model import Config
from armillary.server.background.deadlines import AT_ONCE
from armillary.server.doctor import examine
from armillary.server.storage import tables
from tests.clock import HandClock
from tests.server.halls import Peer, processes


async def _kinds(process: Peer, match_id: str) -> list[str]:
    return [row.kind for row in await process.store.journal(match_id)]


async def _is_well(process: Peer) -> bool:
    return [finding.fault async for finding in examine(process.store) if finding.fault] == []


async def test_a_missed_deadline_means_default_orders(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", pace=Live(60))
        assert room.row.deadline == clock.now() + 60 * MILLISECONDS
        await only.moves.submit(room.row.id, 1, Play(9))
        clock.forward(59.999)
        assert await only.deadlines.check() == 0
        assert room.playing.step == 0
        clock.forward(0.001)
        assert await only.deadlines.check() == 1
        assert room.playing.step == 1
        assert room.row.deadline == clock.now() + 60 * MILLISECONDS
        assert (await _kinds(only, room.row.id))[-3:] == ["order", "expire", "step"]
        assert 9 not in only.hall.rooms[room.row.id].playing.state.hands[0]
        assert await _is_well(only)


async def test_without_a_clock_nothing_ever_expires(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish")
        clock.forward(10 * 365 * 24 * 3600)
        assert await only.deadlines.check() == 0
        assert (room.row.deadline, room.playing.step) == (None, 0)


async def test_correspondence_splits_a_round_over_its_phases(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("territory", pace=Correspondence(24))
        game, allowances, keys = room.playing.game, [], []
        for _ in range(4):
            phase = game.rules.phase(room.playing.state)
            assert room.row.deadline is not None
            allowances.append(room.row.deadline - clock.now())
            keys.append(phase.key)
            clock.forward(3600)
            await only.default(room.row.id, *room.playing.to_act)
        assert allowances == [8 * HOUR] * 4
        assert len(set(keys)) == 4
        assert len({key.split(".")[0] for key in keys}) == 2


@pytest.mark.parametrize(("asked", "hours"), [(None, 6), (3, 3)])
async def test_correspondence_takes_the_hours_of_the_config_unless_it_has_its_own(
    database: str, asked: int | None, hours: int
) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        config = Config(round_duration_hours=6)
        room = await only.match("territory", pace=Correspondence(asked), config=config)
        assert room.row.pace == Correspondence(hours)
        assert room.row.deadline == clock.now() + hours * HOUR // 3
        with pytest.raises(BadInput, match="Stellar Skirmish has no default for the hours per round"):
            await only.match("skirmish", pace=Correspondence())
        with pytest.raises(BadInput, match="A correspondence match allows 1 to 720 hours"):
            await only.match("territory", pace=Correspondence(0))


async def test_live_gives_every_phase_the_same(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("territory", pace=Live(30))
        for _ in range(4):
            assert room.row.deadline == clock.now() + 30 * MILLISECONDS
            clock.forward(20)
            await only.default(room.row.id, *room.playing.to_act)


async def test_the_clock_restarts_with_a_phase_and_with_nothing_else(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", seats=3, pace=Live(60))
        before = room.row.deadline
        clock.forward(10)
        await only.moves.submit(room.row.id, 1, Play(3))
        await only.moves.submit(room.row.id, 1, Play(4))
        await only.moves.withdraw(room.row.id, 1)
        await only.moves.resign(room.row.id, 3)
        assert room.row.deadline == before
        await only.default(room.row.id, 1, 2)
        assert room.row.deadline == clock.now() + 60 * MILLISECONDS


async def test_the_end_stops_the_clock(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", pace=Live(1))
        while room.row.status == "playing":
            clock.forward(1)
            assert await only.deadlines.check() == 1
        assert room.row.deadline is None
        assert room.row.outcome is not None
        clock.forward(1000)
        assert await only.deadlines.check() == 0
        assert await _is_well(only)


async def test_several_processes_at_once_expire_a_match_once(shared_database: str) -> None:
    clock = HandClock()
    async with processes(shared_database, 3, clock) as running:
        rooms = [await running[0].match("skirmish", pace=Live(5)) for _ in range(4)]
        for _ in range(3):
            clock.forward(5)
            await asyncio.gather(*(process.deadlines.check() for process in running for _ in range(2)))
        for room in rooms:
            assert (await _kinds(running[1], room.row.id)).count("expire") == 3
            assert (await running[2].hall.room(room.row.id)).playing.step == 3
        assert await _is_well(running[0])


async def test_a_deadline_and_the_last_order_at_the_same_moment_resolve_once(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", pace=Live(5))
        for card in range(1, 6):
            step = room.playing.step
            await only.moves.submit(room.row.id, 1, Play(card))
            clock.forward(5)
            results = await asyncio.gather(
                only.deadlines.check(),
                only.moves.submit(room.row.id, 2, Play(card), step=step),
                return_exceptions=True,
            )
            assert isinstance(results[0], int)
            assert room.playing.step == step + 1
        assert await _is_well(only)


async def test_a_server_that_was_down_catches_up_when_it_starts(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (before,):
        match_id = (await before.match("territory", pace=Correspondence(3))).row.id
    clock.forward(100 * 3600)
    async with processes(database, clock=clock) as (after,):
        after.deadlines.open()
        async with asyncio.timeout(20):
            while (await after.hall.room(match_id)).playing.step == 0:
                await asyncio.sleep(0.01)
        await after.deadlines.close()
        room = await after.hall.room(match_id)
        assert room.playing.step == 1, "one phase was missed, the next gets its full time"
        assert room.row.deadline == clock.now() + HOUR


async def test_more_matches_than_one_look_holds_are_all_expired(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    monkeypatch.setattr("armillary.server.background.deadlines.AT_ONCE", 2)
    assert AT_ONCE > 2
    async with processes(database, clock=clock) as (only,):
        rooms = [await only.match("skirmish", pace=Live(5)) for _ in range(5)]
        clock.forward(6)
        assert await only.deadlines.check() == 5
        assert [room.playing.step for room in rooms] == [1] * 5


async def test_a_match_that_is_due_again_before_all_others_are_done_comes_in_between(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandClock()
    monkeypatch.setattr("armillary.server.background.deadlines.AT_ONCE", 2)
    async with processes(database, clock=clock) as (only,):
        busy = [await only.guest(), await only.guest()]
        many = [(await only.match("skirmish", pace=Live(5), people=busy)).row.id for _ in range(8)]
        quick = (await only.match("skirmish", pace=Live(1))).row.id
        expire, expired = only.deadlines.expire, list[str]()

        async def slow(match_id: str) -> Any:
            expired.append(match_id)
            clock.forward(0.5 if len(expired) < 8 else 0)
            return await expire(match_id)

        monkeypatch.setattr(only.deadlines, "expire", slow)
        clock.forward(5)
        assert await only.deadlines.check() == len(expired)
        last = max(expired.index(each) for each in many)
        assert expired[:last].count(quick) > 1, "not only once all others are done"


async def test_a_match_that_cannot_be_expired_holds_up_no_other(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = HandClock()
    monkeypatch.setattr("armillary.server.background.deadlines.AT_ONCE", 1)
    async with processes(database, clock=clock) as (first,):
        bad = (await first.match("skirmish", pace=Live(5))).row.id
        good = (await first.match("skirmish", pace=Live(6))).row.id
        gone = update(tables.matches).where(tables.matches.c.id == bad).values(game="gone")
        await first.store.write(lambda connection: connection.execute(gone))
    clock.forward(6)
    async with processes(database, clock=clock) as (only,):
        with caplog.at_level(logging.ERROR):
            assert await only.deadlines.check() == 2
        assert (await only.hall.room(good)).playing.step == 1
    assert [getattr(record, "match", None) for record in caplog.records] == [bad]


async def test_a_deadline_is_applied_though_the_room_was_out_of_date(shared_database: str) -> None:
    clock = HandClock()
    async with processes(shared_database, 2, clock) as (here, there):
        await there.relay.close()
        seats = (SeatPlan("me"), SeatPlan("open"))
        made = await here.lobby.make(game("skirmish"), await here.guest(), seats, pace=Live(5))
        held = await there.hall.room(made.row.id)
        await here.lobby.join(made.row.id, await here.guest())
        clock.forward(6)
        assert (await there.deadlines.check(), held.playing.step) == (1, 1)
        assert await there.deadlines.check() == 0
