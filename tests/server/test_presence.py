"""Who is at a table: told when somebody comes or goes, not when a page is loaded again, and across processes."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from armillary.server.notify.presence import AtTable, Presence
from armillary.server.play.room import Room
from tests.server.api import Person, Server, meet, until
from tests.server.halls import processes
from tests.server.news import News, listening

QUICK = 0.05


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to wait a second."""
    monkeypatch.setattr("armillary.server.notify.presence.PUSH_SECONDS", QUICK)
    monkeypatch.setattr("armillary.server.notify.presence.AWAY_SECONDS", 4 * QUICK)


def _at(who: Person, match: str) -> ClientConnection:
    return who.live(match, kind=ClientConnection)


def _told(table: ClientConnection) -> tuple[list[int], list[int], int]:
    """Who is at the table, when that is told next."""
    while (message := json.loads(table.recv(5)))["type"] != "presence":
        pass
    assert set(message) == {"type", "here", "away", "watchers"}
    return message["here"], message["away"], message["watchers"]


def _until(table: ClientConnection, expected: tuple[list[int], list[int], int]) -> None:
    while _told(table) != expected:
        pass


def test_everybody_at_a_table_hears_who_comes_and_who_goes(server: Server) -> None:
    match = meet(server, seats=3)
    one, two, _ = match.people
    with _at(one, match.id) as first:
        assert json.loads(first.recv(5))["type"] == "table", "the table comes first"
        _until(first, ([1], [2, 3], 0))
        with _at(two, match.id) as second:
            _until(first, ([1, 2], [3], 0))
            _until(second, ([1, 2], [3], 0))
            with _at(server.nobody(), match.id) as third, _at(server.person(), match.id):
                _until(third, ([1, 2], [3], 2))
                _until(first, ([1, 2], [3], 2))
            _until(second, ([1, 2], [3], 0))
        _until(first, ([1], [2, 3], 0))


def test_a_page_that_is_loaded_again_is_no_absence(server: Server) -> None:
    match = meet(server)
    with _at(match.people[0], match.id) as table:
        for _ in range(3):
            with _at(match.people[1], match.id) as other:
                other.recv(5)
        _until(table, ([1, 2], [], 0))
        assert _told(table) == ([1], [2], 0), "told once, when they had really gone"


def test_two_sockets_of_one_player_are_one_player(server: Server) -> None:
    match, watcher = meet(server), server.person()
    with _at(match.people[0], match.id) as table, _at(match.people[0], match.id) as again:
        _until(table, ([1], [2], 0))
        _until(again, ([1], [2], 0))
        with _at(watcher, match.id), _at(watcher, match.id):
            _until(table, ([1], [2], 1))


def test_whoever_takes_a_seat_while_watching_is_on_it(server: Server) -> None:
    maker, guest = server.person(), server.person()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}]
    match = maker.post("/api/skirmish/matches", {"seats": seats, "autostart": False}).json()["match"]["id"]
    with _at(maker, match) as table, _at(guest, match):
        _until(table, ([1], [], 1))
        guest.post(f"/api/matches/{match}/join", {})
        _until(table, ([1, 2], [], 0))
        guest.post(f"/api/matches/{match}/leave")
        _until(table, ([1], [], 1))
        server.person().post(f"/api/matches/{match}/join", {})
        _until(table, ([1], [2], 1))


def test_changes_within_a_moment_are_told_together(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.server.notify.presence.PUSH_SECONDS", 0.6)
    match = meet(server)
    with _at(match.people[0], match.id) as table, ExitStack() as watching:
        _until(table, ([1], [2], 0))
        for _ in range(5):
            watching.enter_context(_at(server.nobody(), match.id))
        seen = [_told(table)[2]]
        while seen[-1] < 5:
            seen.append(_told(table)[2])
        assert len(seen) < 5


def test_a_table_that_all_have_left_is_forgotten(server: Server) -> None:
    match = meet(server)
    with _at(match.people[0], match.id) as table:
        _until(table, ([1], [2], 0))
        assert len(server.process.presence) > 0
    until(lambda: len(server.process.presence) == 0)


def _room(match_id: str) -> Room:
    """A table without seats: whoever is there watches."""
    room: Any = SimpleNamespace(row=SimpleNamespace(id=match_id, seats=()), wake=lambda: None)
    found: Room = room
    return found


async def _shows(presence: Presence, match_id: str, expected: AtTable) -> None:
    async with asyncio.timeout(20):
        while presence.at(match_id) != expected:
            await asyncio.sleep(QUICK)


async def test_whoever_comes_back_to_a_table_that_is_out_of_memory_is_counted_once() -> None:
    rooms = {"known": _room("known")}
    presence = Presence(rooms)
    with presence.hold("unknown", ""), presence.hold("known", ""):
        await _shows(presence, "known", AtTable((), (), 1))
    with presence.hold("unknown", ""), presence.hold("known", ""):
        await _shows(presence, "known", AtTable((), (), 2))
        await _shows(presence, "known", AtTable((), (), 1))
        rooms["unknown"] = _room("unknown")
        presence.mark("unknown")
        await _shows(presence, "unknown", AtTable((), (), 1))
    async with asyncio.timeout(20):
        while len(presence):
            await asyncio.sleep(QUICK)


# -- across processes --------------------------------------------------------------------------------------


async def test_people_at_other_processes_are_here_too(shared_database: str, news: News) -> None:
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        await listening(news, here)
        room = await here.match("skirmish")
        same = await there.hall.room(room.row.id)
        one, two = (str(seat.player) for seat in room.row.seats)
        with here.presence.hold(room.row.id, one):
            await _shows(here.presence, room.row.id, AtTable((1,), (2,), 0))
            with there.presence.hold(room.row.id, two), there.presence.hold(room.row.id, ""):
                for process in (here, there):
                    await _shows(process.presence, room.row.id, AtTable((1, 2), (), 1))
            await _shows(here.presence, room.row.id, AtTable((1,), (2,), 0))
        assert same.row.id == room.row.id


async def test_people_at_a_process_that_was_killed_are_away_soon(
    shared_database: str, news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armillary.server.notify.presence.REPEAT_SECONDS", 0.1)
    monkeypatch.setattr("armillary.server.notify.presence.EXPIRE_SECONDS", 2.0)
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        await listening(news, here)
        room = await here.match("skirmish")
        same = await there.hall.room(room.row.id)
        one, two = (str(seat.player) for seat in room.row.seats)
        with here.presence.hold(room.row.id, one), there.presence.hold(room.row.id, two):
            await _shows(here.presence, room.row.id, AtTable((1, 2), (), 0))
            heard: list[str] = []
            hear = here.presence.hear

            def noted(note: str) -> None:
                heard.extend([note] if note.startswith("here ") else [])
                hear(note)

            monkeypatch.setattr(here.presence, "hear", noted)
            async with asyncio.timeout(20):
                while len(heard) < 50:  # from both, ten times a second: more than expires
                    await asyncio.sleep(QUICK)
            assert here.presence.at(same.row.id) == AtTable((1, 2), (), 0), "said again and again"
            await there.relay.close()
            await _shows(here.presence, room.row.id, AtTable((1,), (2,), 0))


NOTES = [
    *("", "here", "here x y 1 1", "here 0123456789abcdef match1 -1 1", "here 0123456789abcdef match1 1 1,"),
    *(
        "here 0123456789abcdef match1 99999999999 1",
        "here 0123456789abcdef match1 1 १",
        "here 0123456789abcdef other 1 1",
    ),
    *("here 0123456789abcdef match1 1 1\n", f"here 0123456789abcdef match1 1 {'1,' * 5000}1x"),
]


@pytest.mark.parametrize("note", NOTES)
async def test_whatever_is_no_note_is_ignored(note: str) -> None:
    presence = Presence({"match1": _room("match1")})
    with presence.hold("match1", ""):
        presence.hear(note)
        await _shows(presence, "match1", AtTable((), (), 1))
        assert len(presence) == 1


async def test_a_note_of_ours_is_not_taken_for_anothers() -> None:
    presence = Presence({"match1": _room("match1")})
    with presence.hold("match1", ""):
        await _shows(presence, "match1", AtTable((), (), 1))
        (note,) = await presence.notes()
        presence.hear(note)
        with presence.hold("match1", ""):
            await _shows(presence, "match1", AtTable((), (), 2))
