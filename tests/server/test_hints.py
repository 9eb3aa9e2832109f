"""Good moves that are shown to whoever plays alone against bots: legal, with a reason, three in a match."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from armillary.api.people import Player
from armillary.api.terms import SeatPlan
from armillary.core import codec
from armillary.core.errors import NotNow, NotToAct
from armillary.core.registry import game, slugs
from armillary.core.values import refusals
from armillary.server.doctor import examine
from armillary.server.errors import Conflict
from armillary.server.limits.journal import MAX_HINTS
from armillary.server.play.room import Room
from tests.server.api import Person, Server, is_problem, meet, until
from tests.server.halls import Peer, processes

BOT = SeatPlan("bot", "random")


async def _practice(process: Peer, slug: str = "skirmish") -> tuple[Room, Player]:
    """A match against as few bots as the game allows; they move when they are told to."""
    me = await process.guest()
    made = await process.lobby.make(game(slug), me, (SeatPlan("me"), *(BOT for _ in range(game(slug).seats[0] - 1))))
    return await process.hall.room(made.row.id), me


async def _hints(process: Peer, room: Room) -> int:
    return [row.kind for row in await process.store.journal(room.row.id)].count("hint")


async def _is_well(process: Peer) -> bool:
    return [finding.fault async for finding in examine(process.store) if finding.fault] == []


@pytest.mark.parametrize("slug", slugs())
async def test_a_good_move_is_legal_has_a_reason_and_counts_once_in_a_step(database: str, slug: str) -> None:
    async with processes(database) as (only,):
        room, me = await _practice(only, slug)
        while 1 not in room.playing.to_act:
            await only.default(room.row.id, room.playing.waiting_for[0])
        heard, changed = room.row.heard, room.row.changed_at
        hint = await only.moves.hint(room, 1)
        assert refusals(room.playing.check(1, hint.order)) == ()
        assert hint.words
        assert hint.reason.endswith((".", '."'))
        assert hint.left == MAX_HINTS - 1
        assert await only.moves.hint(room, 1) == hint
        assert await _hints(only, room) == 1
        assert (room.row.heard, room.row.changed_at) == (heard, changed), "nobody else can notice it"
        table = only.views.table_of(room, await only.views.show(room, me))
        assert (table.hints, table.table.pending) == (MAX_HINTS - 1, None)
        await only.moves.submit(room.row.id, 1, hint.order)
        assert await _is_well(only)


async def test_there_are_three_in_a_match_across_restarts(database: str) -> None:
    async with processes(database) as (first,):
        room, _ = await _practice(first)
        told = [(await first.moves.hint(room, 1)).left]
        for _ in range(MAX_HINTS - 1):
            await first.default(room.row.id, 1, 2)
            last = await first.moves.hint(room, 1)
            told.append(last.left)
        assert told == [2, 1, 0]
    async with processes(database) as (second,):
        room = await second.hall.room(room.row.id)
        assert await second.moves.hint(room, 1) == last, "the last one can be looked at again"
        await second.default(room.row.id, 1, 2)
        with pytest.raises(Conflict, match="all 3 good moves"):
            await second.moves.hint(room, 1)
        assert await _hints(second, room) == MAX_HINTS
        assert await _is_well(second)


async def test_processes_count_together(shared_database: str) -> None:
    async with processes(shared_database, 3) as running:
        room, _ = await _practice(running[0])
        rooms = [await each.hall.room(room.row.id) for each in running]
        for number in range(MAX_HINTS):
            found = await asyncio.gather(
                *(each.moves.hint(its, 1) for each, its in zip(running, rooms, strict=True)), return_exceptions=True
            )
            assert len({codec.encode(each) for each in found}) == 1, found
            assert await _hints(running[0], room) == number + 1
            await running[number].default(room.row.id, 1, 2)
            for each in running:
                await each.hall.refresh(room.row.id)
        for each, its in zip(running, rooms, strict=True):
            with pytest.raises(Conflict):
                await each.moves.hint(its, 1)
        assert await _is_well(running[0])


async def test_it_is_refused_out_of_turn_and_after_the_end(database: str) -> None:
    async with processes(database) as (only,):
        room, _ = await _practice(only, "orbit")
        while 1 in room.playing.to_act:
            await only.default(room.row.id, 1)
        with pytest.raises(NotToAct, match="owes no order"):
            await only.moves.hint(room, 1)
        await only.moves.resign(room.row.id, 1)
        with pytest.raises(NotNow, match="over"):
            await only.moves.hint(room, 1)
        assert await _hints(only, room) == 0


def _against_bots(server: Server, *others: dict[str, Any]) -> tuple[Person, str]:
    ada = server.person("Ada")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}, *others]
    made = ada.post("/api/skirmish/matches", {"seats": seats}).json()["match"]["id"]
    return ada, f"/api/skirmish/matches/{made}"


def test_it_comes_from_a_worker_and_for_nobody_else(server: Server) -> None:
    ada, match = _against_bots(server)
    until(lambda: ada.get(f"{match}/table").json()["table"]["submitted"] == [2])
    before = ada.get(f"{match}/table")
    assert before.json()["hints"] == MAX_HINTS
    found = ada.post(f"{match}/hint?marks=true")
    assert found.status_code == 200, found.text
    assert found.json()["words"].startswith("play the ")
    assert "⟦2⟧" in found.json()["reason"]
    after = ada.get(f"{match}/table")
    assert (after.json()["hints"], after.json()["seq"]) == (MAX_HINTS - 1, before.json()["seq"])
    assert after.headers["etag"] != before.headers["etag"]
    assert is_problem(server.nobody().get(f"{match}/table"), 403, "NotAllowed")
    assert ada.post(f"{match.replace('/skirmish', '')}/share").status_code == 200
    assert server.nobody().get(f"{match}/table").json()["hints"] is None
    assert is_problem(server.person().post(f"{match}/hint"), 403, "NotAllowed")
    assert is_problem(server.nobody().post(f"{match}/hint"), 401)
    assert is_problem(ada.post(f"{match}/hint?seat=2"), 403, "NotAllowed")


def test_it_is_refused_where_people_play(server: Server) -> None:
    match = meet(server)
    assert is_problem(match.people[0].post(f"{match.path}/hint"), 409, "Conflict")
    assert match.table()["hints"] is None
    ada, two_here = _against_bots(server, {"kind": "local", "name": "Bob"})
    assert is_problem(ada.post(f"{two_here}/hint?seat=1"), 409, "Conflict")
    grace, waiting = _against_bots(server, {"kind": "open"})
    assert is_problem(grace.post(f"{waiting}/hint"), 404, "NotFound")


async def test_asked_many_times_at_once_it_counts_once(database: str) -> None:
    async with processes(database) as (only,):
        room, _ = await _practice(only)
        hints = await asyncio.gather(*(only.moves.hint(room, 1) for _ in range(20)))
        assert {(hint.order, hint.left) for hint in hints} == {(hints[0].order, MAX_HINTS - 1)}
        assert await _hints(only, room) == 1
