"""Seats that are given up, or whose owners stay away: default orders, a bot, or whoever comes, as the terms say."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from armillary.api.terms import Absent, Live
from armillary.core import record
from armillary.games.skirmish.model import Play
from armillary.server.doctor import examine, findings
from armillary.server.errors import Conflict
from armillary.server.matches import journal
from tests.clock import HandClock
from tests.server.api import Meeting, Server, is_problem, listed, meet, running, until
from tests.server.ear import Ear
from tests.server.halls import Peer, processes

BOT = Absent("bot", after=2, bot="random")
OPEN = Absent("open", after=2)
TO_ALL = {"then": "open", "after": 2}


async def _miss(process: Peer, match_id: str, *present: int) -> None:
    """A deadline passes; these seats gave their orders before it did."""
    clock = process.hall.clock
    assert isinstance(clock, HandClock)
    await process.default(match_id, *present)
    clock.forward(60)
    await process.deadlines.expire(match_id)


async def _is_well(process: Peer, match_id: str) -> None:
    """Nothing stored is wrong, and a record made of it holds."""
    assert [finding.fault async for finding in examine(process.store)] == [None]
    room = await process.hall.room(match_id)
    match = journal.replay(journal.begin(room.row), await process.store.journal(match_id))
    record.verify(record.load(record.dump(record.export(match, reveal=True))))


def _kinds(process: Peer, match_id: str) -> list[str]:
    return [seat.kind for seat in process.hall.rooms[match_id].row.seats]


async def test_a_bot_takes_the_seat_of_somebody_who_misses_too_many_deadlines_in_a_row(database: str) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        match_id = (await only.match("skirmish", pace=Live(60), absent=BOT)).row.id
        kinds = []
        for is_there in (False, True, False, False):
            await (only.default(match_id, 1, 2) if is_there else _miss(only, match_id, 2))
            kinds.append(_kinds(only, match_id)[0])
            await _is_well(only, match_id)
        assert kinds == ["person", "person", "person", "bot"]
        assert (await only.hall.room(match_id)).playing.players[0] == "bot:random"


def test_a_history_tells_who_left_a_seat_and_who_plays_there_now(server: Server) -> None:
    match = meet(server, "skirmish", seats=3, absent={"then": "bot", "bot": "random"})
    gone, stays, _ = match.people
    with Ear(stays, match.id) as ear:
        ear.until(lambda: ear.table)
        assert gone.post(f"{match.common}/resign").is_success
        told = ear.hear()["happened"]
    assert [(each["seat"], each["player"], each["left"]) for each in told] == [(1, "bot:random", "Player 1")]
    assert stays.get(f"{match.path}/history").json()["steps"] == told


async def test_missed_deadlines_are_remembered_by_the_database(tmp_path: Path) -> None:
    clock = HandClock()
    async with processes(f"{tmp_path}/test.db", clock=clock) as (only,):
        match_id = (await only.match("skirmish", pace=Live(60), absent=BOT)).row.id
        await _miss(only, match_id, 2)
    async with processes(f"{tmp_path}/test.db", clock=clock) as (only,):
        await _miss(only, match_id, 2)
        assert _kinds(only, match_id) == ["bot", "person"]


async def test_an_open_seat_is_taken_over_and_its_former_owner_may_come_back(database: str) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        people = [await only.guest() for _ in range(3)]
        match_id = (await only.match("skirmish", pace=Live(60), absent=OPEN, people=people)).row.id
        stranger = await only.guest()
        with pytest.raises(Conflict, match="has begun"):
            await only.lobby.join(match_id, stranger)
        for _ in range(2):
            await _miss(only, match_id, 2, 3)
        assert _kinds(only, match_id) == ["open", "person", "person"]
        with pytest.raises(Conflict, match="already sit"):
            await only.lobby.join(match_id, people[1])
        with pytest.raises(Conflict, match="no such open seat"):
            await only.lobby.join(match_id, stranger, seat=2)
        await only.lobby.join(match_id, stranger)
        with pytest.raises(Conflict, match="has begun"):
            await only.lobby.join(match_id, people[0])
        await only.moves.resign(match_id, 1)
        await only.lobby.join(match_id, people[0], seat=1)
        await _is_well(only, match_id)
        rows = await only.store.journal(match_id)
        handed = [row.kind for row in rows if row.kind in ("vacate", "take_over", "resign")]
        assert handed == ["vacate", "take_over", "vacate", "take_over"]
        assert (await only.hall.room(match_id)).playing.players[0] == people[0].name


@pytest.mark.parametrize("seats", [2, 3])
async def test_when_nobody_is_left_whoever_stayed_longest_has_won(database: str, seats: int) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        match_id = (await only.match("skirmish", seats=seats, pace=Live(60), absent=OPEN)).row.id
        for seat in range(1, seats):
            await only.moves.resign(match_id, seat)
            assert (await only.hall.room(match_id)).row.status == "playing"
        room = await only.moves.resign(match_id, seats)
        await _is_well(only, match_id)
        assert room.row.outcome is not None
        assert (room.row.outcome.winners, room.row.outcome.reason) == ((seats,), "resignation")
        assert [row.kind for row in await only.store.journal(match_id)][-2:] == ["resign", "step"]


@pytest.mark.parametrize("then", ["bot", "open"])
def test_the_last_person_resigns_whatever_the_policy_is(server: Server, then: str) -> None:
    ada, bot = server.person(), {"kind": "bot", "level": "random"}
    absent = {"then": then} | ({"bot": "random"} if then == "bot" else {})
    made = ada.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, bot], "absent": absent}).json()["match"]
    over = ada.post(f"/api/matches/{made['id']}/resign").json()
    assert (over["outcome"]["winners"], over["outcome"]["reason"]) == ([2], "resignation")
    _well(server)


async def test_a_match_that_everybody_forgets_ends(database: str) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        match_id = (await only.match("skirmish", pace=Live(60), absent=OPEN)).row.id
        for _ in range(2):
            await _miss(only, match_id)
        await _is_well(only, match_id)
        assert (await only.hall.room(match_id)).row.status == "over"


async def test_two_processes_give_a_seat_away_once(shared_database: str) -> None:
    async with processes(shared_database, 2, clock=HandClock()) as (one, two):
        match_id = (await one.match("skirmish", pace=Live(60), absent=BOT)).row.id
        await _miss(one, match_id, 2)
        await one.default(match_id, 2)
        clock = one.hall.clock
        assert isinstance(clock, HandClock)
        clock.forward(60)
        await asyncio.gather(*(process.deadlines.expire(match_id) for process in (one, two)))
        await _is_well(two, match_id)
        assert [row.kind for row in await one.store.journal(match_id) if row.kind == "take_over"] == ["take_over"]


# -- over HTTP, where bots play ------------------------------------------------------------------------------


def _well(server: Server) -> None:
    assert {finding.fault for finding in findings(server.process.settings.database_url)} == {None}


def test_a_bot_plays_on_for_whoever_resigns(server: Server) -> None:
    match = meet(server, absent={"then": "bot", "bot": "random"})
    ada, grace = match.people
    for step in range(3):  # keys that a bot could want
        ada.post(f"{match.path}/orders", {"order": {"card": 1}}, idempotency_key=f"bot-{step}")
    resigned = ada.post(f"{match.common}/resign").json()
    assert (resigned["status"], resigned["yours"], resigned["seats"][0]["kind"]) == ("playing", [], "bot")
    assert is_problem(ada.post(f"{match.path}/orders", {"order": {"card": 5}}), 403, "NotAllowed")
    assert is_problem(ada.post(f"{match.common}/resign"), 403, "NotAllowed")
    for card in range(1, 16):
        grace.post(f"{match.path}/orders", {"order": {"card": card}})
        until(lambda card=card: match.table(2)["status"] == "over" or card not in _hand(match))  # type: ignore[misc]
    over = grace.get(match.common).json()
    assert over["outcome"]["reason"] != "resignation"
    kept = record.load(grace.get(f"{match.common}/record").content)
    assert (kept.players[0], record.verify(kept).players[0]) == ("Player 1", "bot:random")
    _well(server)


def _hand(match: Meeting) -> Any:
    return match.table(2)["table"]["view"]["hands"][1]


def test_an_open_seat_plays_default_orders_until_somebody_sits_down(server: Server) -> None:
    match = meet(server, spectators={"policy": "none"}, absent=TO_ALL)
    ada, grace = match.people
    stranger = server.person("Stranger")
    with Ear(grace, match.id) as ear, ada.live(match.id) as socket:
        ear.hear()
        socket.recv(5)
        assert ada.post(f"{match.common}/resign").json()["seats"][0]["kind"] == "open"
        ear.until(lambda: 1 in ear.table["submitted"])
        assert grace.post(f"{match.path}/orders", {"order": {"card": 9}}).json()["resolved"] is True
        assert '"status":403' in str(socket.recv(5)), "nobody watches here, not even who sat here"
    assert is_problem(ada.get(f"{match.path}/table"), 403, "NotAllowed")
    assert is_problem(grace.post(f"{match.common}/draw"), 409, "Conflict")
    assert is_problem(stranger.get(f"{match.path}/table"), 403, "NotAllowed")
    assert match.id in listed(stranger, "to_join=true")
    with Ear(grace, match.id) as ear:
        ear.hear()
        assert stranger.post(f"{match.common}/join", {"seat": 1}).json()["yours"] == [1]
        messages = [ear.hear() for _ in range(2)]
    assert {message["type"] for message in messages} == {"table", "seats"}
    assert stranger.get(f"{match.path}/table").json()["table"]["players"] == ["Stranger", "Player 2"]
    assert match.table(2)["table"]["players"] == ["Stranger", "Player 2"]
    _well(server)


def test_a_seat_that_nobody_sits_on_is_played_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        match = meet(server, absent=TO_ALL)
        server.process.hall.listeners.clear()  # nobody wakes the bots
        match.people[0].post(f"{match.common}/resign")
        cookie = match.people[1].headers
    with running(tmp_path) as server:
        grace = server.nobody()
        grace.headers = cookie
        until(lambda: grace.get(f"{match.path}/table").json()["table"]["submitted"] == [1])


def test_by_default_a_seat_that_was_given_up_stays_so(server: Server) -> None:
    match = meet(server, seats=3)
    match.people[0].post(f"{match.common}/resign")
    assert match.people[1].get(f"{match.path}/table").json()["table"]["resigned"] == [1]
    assert is_problem(server.person().post(f"{match.common}/join", {"seat": 1}), 409, "Conflict")


async def test_nobody_acts_for_whoever_took_the_seat_over_meanwhile(shared_database: str) -> None:
    """Both processes know the seat's owner; in one of them it has changed hands before the order arrives."""
    async with processes(shared_database, 2, clock=HandClock()) as (one, two):
        people = [await one.guest() for _ in range(2)]
        match_id = (await one.match("skirmish", absent=OPEN, people=people)).row.id
        await two.hall.room(match_id)
        await two.relay.close()  # it has not heard of it yet
        await one.moves.resign(match_id, 1)
        await one.lobby.join(match_id, await one.guest())
        with pytest.raises(Exception, match="taken over this seat"):
            await two.moves.submit(match_id, 1, Play(9))
