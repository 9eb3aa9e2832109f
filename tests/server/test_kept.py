"""Orders kept for the deadline: played when time runs out, and until then nobody's business but their owner's."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from armillary.api.terms import Absent, Live
from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.errors import NotToAct, OrderRefused
from armillary.core.record import load, verify
from armillary.core.registry import slugs
from armillary.games.skirmish.model import Play
from armillary.server.doctor import examine, findings
from armillary.server.errors import Conflict, TooMany
from armillary.server.play.room import Room
from tests.clock import HandClock
from tests.server.api import Meeting, Person, Server, is_problem, listed, meet
from tests.server.ear import Ear
from tests.server.halls import Peer, processes

LIVE = {"kind": "live", "seconds": 60}


async def _kinds(process: Peer, match_id: str) -> list[str]:
    return [row.kind for row in await process.store.journal(match_id)]


async def _is_well(process: Peer) -> bool:
    return [finding.fault async for finding in examine(process.store) if finding.fault] == []


async def _drafted(process: Peer, room: Room, *seats: int | None) -> list[list[bool]]:
    """For each of these viewers, whether each turn so far was played from a draft of their own."""
    people = [
        None if seat is None else await process.guests.by_id(room.row.seats[seat - 1].player or "") for seat in seats
    ]
    shown = [await process.views.show(room, person) for person in people]
    parts = [await process.views.history(room, each, 0, 200) for each in shown]
    return [[step["drafted"] for step in codec.tree(part.steps)] for part in parts]


# -- at the deadline -------------------------------------------------------------------------------------------


async def test_when_time_runs_out_the_kept_order_is_played_and_nothing_was_missed(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", pace=Live(60), absent=Absent("open", 1))
        for card in (7, 9):
            await only.moves.keep(room.row.id, 1, Play(card), 0)
        assert (room.playing.pending, room.playing.step) == ({}, 0)
        await only.moves.submit(room.row.id, 2, Play(4))
        assert room.playing.step == 0, "a kept order is none: nothing is resolved"
        clock.forward(60)
        assert await only.deadlines.check() == 1
        assert await _kinds(only, room.row.id) == ["join", "start", "keep", "keep", "order", "due", "order", "step"]
        assert 9 not in room.playing.state.hands[0]
        assert [seat.missed for seat in room.row.seats] == [0, 0]
        assert [seat.kind for seat in room.row.seats] == ["person", "person"]
        assert room.known.kept == {}
        assert await _drafted(only, room, 1, 2, None) == [[True], [False], [False]]
        assert await _is_well(only)


async def test_those_who_kept_nothing_miss_the_deadline_as_before(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", seats=3, pace=Live(60))
        await only.moves.keep(room.row.id, 2, Play(9), 0)
        clock.forward(60)
        await only.deadlines.check()
        assert (await _kinds(only, room.row.id))[-4:] == ["due", "order", "expire", "step"]
        assert [seat.missed for seat in room.row.seats] == [1, 0, 1]
        record = load(await only.views.record(room, await only.guests.by_id(room.row.seats[1].player or ""), 2))
        assert record.log[-1]["missed"] == [1, 3]
        clock.forward(60)
        await only.deadlines.check()
        assert [seat.missed for seat in room.row.seats] == [2, 1, 2], "what was kept counts once"
        await only.moves.resign(room.row.id, 1)
        await only.moves.resign(room.row.id, 2)
        verify(load(await only.views.record(room, None)))
        assert await _is_well(only)


@pytest.mark.parametrize("slug", slugs())
async def test_in_every_game_a_draft_is_played(database: str, slug: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match(slug, pace=Live(60))
        for number in range(3):
            seat, step = room.playing.waiting_for[0], room.playing.step
            order = room.playing.game.hints.random_order(room.playing.state, seat, FastDice(number))
            await only.moves.keep(room.row.id, seat, order, step)
            clock.forward(60)
            await only.deadlines.check()
            assert (await _kinds(only, room.row.id)).count("due") == number + 1
            while room.row.deadline is not None and room.row.deadline <= clock.now():
                await only.deadlines.check()  # where a turn is a series of orders, the rest of it is the default
            assert room.playing.step > step
        assert await _is_well(only)
        assert any(any(turns) for turns in await _drafted(only, room, *range(1, len(room.row.seats) + 1)))


async def test_what_was_kept_ends_with_the_step_and_with_the_order(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", pace=Live(60))
        await only.moves.keep(room.row.id, 1, Play(9), 0)
        await only.moves.submit(room.row.id, 1, Play(5))
        assert room.known.kept == {}
        await only.moves.withdraw(room.row.id, 1)
        assert room.known.kept == {}
        await only.moves.keep(room.row.id, 1, Play(8), 0)
        await only.moves.keep(room.row.id, 2, Play(8), 0)
        await only.default(room.row.id, 1, 2)
        assert room.known.kept == {}
        clock.forward(60)
        await only.deadlines.check()
        assert [seat.missed for seat in room.row.seats] == [1, 1]
        assert await _is_well(only)


async def test_somebody_elses_leaving_leaves_what_i_kept(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", seats=3, pace=Live(60))
        for seat in (1, 2):
            await only.moves.keep(room.row.id, seat, Play(9), 0)
        await only.moves.resign(room.row.id, 3)
        assert room.known.kept.keys() == {1, 2}
        clock.forward(60)
        await only.deadlines.check()
        assert [seat.missed for seat in room.row.seats] == [0, 0, 0]
        assert await _is_well(only)


async def test_whoever_takes_a_seat_over_does_not_play_anothers_draft(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", seats=3, pace=Live(60), absent=Absent("open", 3))
        await only.moves.keep(room.row.id, 2, Play(9), 0)
        await only.moves.resign(room.row.id, 2)
        assert room.known.kept == {}
        newcomer = await only.guest()
        await only.lobby.join(room.row.id, newcomer)
        clock.forward(60)
        await only.deadlines.check()
        assert 9 in room.playing.state.hands[1]
        assert await _is_well(only)


async def test_an_order_that_is_no_longer_legal_is_not_played(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", pace=Live(60))
        await only.moves.keep(room.row.id, 1, Play(9), 0)
        room.known.kept[1] = codec.encode(Play(99)).decode()  # type: ignore[index]
        clock.forward(60)
        await only.deadlines.check()
        assert (await _kinds(only, room.row.id))[-2:] == ["expire", "step"]
        assert [seat.missed for seat in room.row.seats] == [1, 1]


async def test_a_pause_stops_the_clock_for_drafts_too(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", pace=Live(60))
        for seat in (1, 2):
            await only.moves.ask_for_pause(room.row.id, seat)
        await only.moves.keep(room.row.id, 1, Play(9), 0)
        clock.forward(1000)
        assert await only.deadlines.check() == 0
        await only.moves.resume(room.row.id, 2)
        clock.forward(60)
        await only.deadlines.check()
        assert 9 not in room.playing.state.hands[0]
        assert await _is_well(only)


# -- restarts, other processes ---------------------------------------------------------------------------------


async def test_it_survives_a_restart_and_a_step_that_reveals_nothing(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (first,):
        room = await first.match("skirmish", seats=3, pace=Live(60))
        await first.default(room.row.id, 1, 2, 3)
        await first.moves.keep(room.row.id, 1, Play(9), 1)
        await first.moves.resign(room.row.id, 3)
        kept = room.known.kept
        assert kept
    async with processes(database, clock=clock) as (second,):
        again = await second.hall.room(room.row.id)
        assert (again.known.kept, again.known.tally) == (kept, room.known.tally)
        clock.forward(60)
        await second.deadlines.check()
        assert 9 not in again.playing.state.hands[0]
        assert await _is_well(second)


async def test_every_process_plays_what_another_has_kept(shared_database: str) -> None:
    clock = HandClock()
    async with processes(shared_database, 3, clock) as running:
        room = await running[0].match("skirmish", pace=Live(5))
        for each in running:
            await each.hall.room(room.row.id)
        await running[1].moves.keep(room.row.id, 1, Play(9), 0)
        clock.forward(5)
        await asyncio.gather(*(process.deadlines.check() for process in running))
        kinds = await _kinds(running[0], room.row.id)
        assert (kinds.count("due"), kinds.count("expire"), kinds.count("step")) == (1, 1, 1)
        for each in running:
            await each.hall.refresh(room.row.id)
            known = await each.hall.room(room.row.id)
            assert 9 not in known.playing.state.hands[0]
            assert await _drafted(each, known, 1, 2) == [[True], [False]]
        assert await _is_well(running[2])


# -- what is refused -------------------------------------------------------------------------------------------


async def test_it_is_checked_like_an_order(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        room = await only.match("skirmish", pace=Live(60))
        with pytest.raises(OrderRefused):
            await only.moves.keep(room.row.id, 1, Play(99), 0)
        with pytest.raises(NotToAct, match="step 5"):
            await only.moves.keep(room.row.id, 1, Play(9), 5)
        await only.moves.submit(room.row.id, 1, Play(9))
        with pytest.raises(Conflict, match="Your order is in"):
            await only.moves.keep(room.row.id, 1, Play(8), 0)
        clock.forward(60)
        with pytest.raises(NotToAct, match="Time is up"):
            await only.moves.keep(room.row.id, 2, Play(8), 0)
        without = await only.match("skirmish")
        with pytest.raises(Conflict, match="no clock"):
            await only.moves.keep(without.row.id, 1, Play(9), 0)
        assert "keep" not in await _kinds(only, room.row.id)


async def test_nobody_fills_a_journal_with_drafts_and_orders_are_still_taken(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock, changes_per_step=4) as (only,):
        room = await only.match("skirmish", pace=Live(60))
        for _ in range(3):
            await only.moves.keep(room.row.id, 1, Play(9), 0)
        assert (await _kinds(only, room.row.id)).count("keep") == 1, "the same again is nothing new"
        for card in (8, 7, 6):
            await only.moves.keep(room.row.id, 1, Play(card), 0)
        with pytest.raises(TooMany):
            await only.moves.keep(room.row.id, 1, Play(5), 0)
        await only.moves.keep(room.row.id, 2, Play(5), 0)
        await only.moves.submit(room.row.id, 1, Play(5))
        await only.moves.submit(room.row.id, 1, Play(4))
        await only.moves.submit(room.row.id, 2, Play(4))
        await only.moves.keep(room.row.id, 1, Play(9), 1)


# -- for nobody else -------------------------------------------------------------------------------------------


def _seen(who: Person, match: Meeting) -> dict[str, Any]:
    found: dict[str, Any] = {path: who.get(path).json() for path in (match.common, f"{match.common}/describe")}
    for path in ("table", "history", "steps/0"):
        answer = who.get(f"{match.path}/{path}")
        found[path] = answer.json(), answer.headers.get("etag")
    found["table"][0].pop("now")
    found["record"] = who.get(f"{match.common}/record").text
    found["lists"] = [list(listed(who, query).values()) for query in ("", "mine=true", "your_move=true")]
    return found


def test_a_kept_order_changes_nothing_for_anybody_else(server: Server) -> None:
    match = meet(server, pace=LIVE)
    others = [match.people[1], server.person(), server.nobody()]
    before, own = [_seen(who, match) for who in others], _seen(match.people[0], match)
    server.clock.forward(10)
    with (
        match.people[1].home() as home,
        Ear(match.people[1], match.id) as ear,
        Ear(server.nobody(), match.id) as watcher,
    ):
        home.recv(10)
        for each in (ear, watcher):
            each.hear()
        for card in (5, 6, 5):
            kept = match.people[0].post(f"{match.path}/orders", {"order": {"card": card}, "ready": False})
            assert kept.json()["resolved"] is False
        with Ear(match.people[0], match.id) as mine:
            mine.hear()
            with Ear(match.people[0], match.id) as another:
                another.hear()
                assert mine.ask(type="order", order={"card": 7}, ready=False, step=0)["type"] == "taken"
                told = another.hear()
                assert (told["type"], told["kept"]) == ("waiting", {"card": 7}), "all devices of a player hear of it"
        assert [_seen(who, match) for who in others] == before
        home.send(json.dumps({"type": "ping"}))
        assert json.loads(home.recv(10))["type"] == "pong"
        for each in (ear, watcher):
            assert each.ask(type="ping")["type"] == "pong"
    mine_now = _seen(match.people[0], match)
    assert mine_now["table"][0].pop("kept") == {"card": 7}
    assert own["table"][0].pop("kept") is None
    assert mine_now["table"][0] == own["table"][0]
    assert mine_now["table"][1] != own["table"][1], "but whoever kept it sees it on every device"
    assert listed(match.people[0])[match.id]["your_move"] is True
    assert match.order(1, {"card": 9}).status_code == 200
    assert match.table()["kept"] is None
    assert [each.fault for each in findings(server.process.settings.database_url) if each.fault] == []


@pytest.mark.parametrize("ready", [0, 1, "false", None, []])
def test_ready_is_yes_or_no(server: Server, ready: Any) -> None:
    match = meet(server, pace=LIVE)
    body = {"order": {"card": 5}, "ready": ready}
    assert is_problem(match.people[0].post(f"{match.path}/orders", body), 400)
    assert match.table()["kept"] is None


def test_only_a_player_can_keep_an_order_and_only_their_own(server: Server) -> None:
    match, body = meet(server, pace=LIVE), {"order": {"card": 5}, "ready": False}
    assert is_problem(server.person().post(f"{match.path}/orders", body), 403)
    assert is_problem(server.nobody().post(f"{match.path}/orders", body), 401)
    assert is_problem(match.people[0].post(f"{match.path}/orders?seat=2", body), 403)
    assert is_problem(match.people[0].post(f"{match.path}/orders", {"ready": False}), 400)
    huge = {"notation": "play 5" + " " * 50_000, "ready": False}
    assert is_problem(match.people[0].post(f"{match.path}/orders", huge), 400)
    assert is_problem(meet(server).people[0].post(f"{match.path}/orders", body), 403)
    room = server.inside(lambda: server.process.hall.room(match.id))
    assert room.known.kept == {}
