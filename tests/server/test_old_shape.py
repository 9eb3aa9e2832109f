"""A database from before seats were rows opens, answers as it did, and its matches are played to their end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from armillary.api.people import Player
from armillary.core import codec, record
from armillary.core.dice import FastDice
from armillary.core.registry import game
from armillary.server.main import findings
from armillary.server.people.guests import COOKIE
from armillary.server.settings import async_url
from armillary.server.storage import tables
from armillary.server.storage.store import Store
from armillary.server.tasks.waking import Waking
from tests.clock import HandClock
from tests.server import old_shape
from tests.server.api import Meeting, Person, Server, running

OLD = old_shape.OLD
RUNNING = {"pending": ["ada", "grace", "mary"], "bot": ["ada"], "thinking": ["ada"], "talked": ["mary", "ada", "grace"]}


@pytest.fixture
def old_database(database: str, tmp_path: Path) -> str:
    """The old database, in a file and then in PostgreSQL."""
    if database.startswith("sqlite"):
        old_shape.write_file(tmp_path / "test.db")
    else:
        asyncio.run(old_shape.write_to(database))
    return database


@pytest.fixture
def old_server(old_database: str, tmp_path: Path) -> Iterator[Server]:
    """A server of today on the old database, at the time when the old answers were given."""
    with running(tmp_path, HandClock(OLD["now"]), database_url=async_url(old_database)) as server:
        yield server


def _person(server: Server, name: str) -> Person:
    if name == "nobody":
        return server.nobody()
    cookie = server.process.guests.cookie(Player(name, name))
    return Person(server, name, {"cookie": f"{COOKIE}={cookie}"})


LISTS = {"open": "status=open", "mine": "mine=true", "finished": "status=over"}
"""How the lists of then are asked for today."""


TOO_EARLY: dict[str, dict[str, Any]] = {
    "/api/matches/pending": {"deadline": None, "seq": 0, "changed_at": 1700000248000},
    "/api/skirmish/matches/pending/table": {"deadline": None},
}
"""What spectators who see a match later were shown of it too early, as they see it today."""
LATE = {("nobody", path) for path in TOO_EARLY}


def _same_list(person: Person, which: str, before: list[Any]) -> bool:
    """The same matches in the same order, each with what lists still show of it; neutral where nothing was kept."""
    lines = person.get(f"/api/matches?{LISTS[which]}").json()["matches"]
    if which == "open":  # one's own are listed too today, though nobody can join them
        lines = [line for line in lines if any(seat["kind"] == "open" for seat in line["seats"])]
    unknown: dict[str, Any] = {
        "round": None,
        "phase": None,
        "waiting": [],
        "since": None,
        "last": "",
        "your_move": False,
    }
    assert [{**old, **line} for old, line in zip(before, lines, strict=True)] == [{**old, **unknown} for old in before]
    return True


def _answer(person: Person, path: str) -> list[Any]:
    if path.endswith("/history"):
        path = path.replace("/api/", "/api/skirmish/")
    answer = person.get(path)
    body = answer.json()
    if answer.status_code >= 400:
        return [answer.status_code, body["code"]]
    if path.endswith("/history"):
        turns = [step for step in body["steps"] if step["kind"] == "turn"]
        told = [{name: step[name] for name in ("seq", "step", "phase", "events")} for step in turns]
        body = [{**step, "events": [each["event"] for each in step["events"]]} for step in told]
    return [answer.status_code, body]


def _as_before(now: Any, before: Any) -> Any:
    """An answer without the fields that it did not have then."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {name: _as_before(now.get(name), value) for name, value in before.items()}
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        return [_as_before(*pair) for pair in zip(now, before, strict=True)]
    return now


def _doctor(database: str) -> dict[str, str | None]:
    return {finding.match: finding.fault for finding in findings(database)}


def test_every_match_of_an_old_database_is_well(old_database: str) -> None:
    assert _doctor(old_database) == dict.fromkeys(OLD["invites"])


async def test_seats_moved_into_rows_hold_what_they_held_and_how_they_ended(old_database: str) -> None:
    store, table = Store(async_url(old_database)), tables.seats
    columns = (table.c.match, table.c.seat, table.c.kind, table.c.player, table.c.bot, table.c.result)
    await store.open()
    try:
        rows = [tuple(row) for row in await store.read(select(*columns).order_by(table.c.match, table.c.seat))]
    finally:
        await store.close()
    assert [row for row in rows if row[0] == "free"] == [
        ("free", 1, "person", "ada", None, None),
        ("free", 2, "open", None, None, None),
        ("free", 3, "invite", None, None, None),
        ("free", 4, "bot", None, "random", None),
    ]
    results = {match: [row[5] for row in rows if row[0] == match] for match in OLD["invites"]}
    over = {match for match, found in results.items() if any(found)}
    assert over == {"won", "drawn", "resigned"}
    assert results["drawn"] == [1, 1]
    assert results["resigned"] == [2, 1]


@pytest.mark.parametrize("viewer", ["ada", "grace", "mary", "nobody"])
def test_everybody_gets_the_answers_they_got_before(
    old_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: str
) -> None:
    monkeypatch.setattr(Waking, "open", lambda _: None)  # a bot that owes an order would go on
    with running(tmp_path, HandClock(OLD["now"]), database_url=async_url(old_database)) as server:
        person = _person(server, viewer)
        for path, before in OLD["answers"][viewer].items():
            if (which := path.partition("?which=")[2]) in LISTS:
                assert _same_list(person, which, before[1])
            else:
                expected = [before[0], {**before[1], **TOO_EARLY[path]}] if (viewer, path) in LATE else before
                assert _as_before(_answer(person, path), expected) == expected, path


def test_running_matches_are_played_to_their_end(old_server: Server, old_database: str) -> None:
    dice = FastDice(1)
    again = _person(old_server, "ada").post(
        "/api/skirmish/matches/pending/orders", {"order": {"card": 3}}, idempotency_key="third"
    )
    assert again.json()["resolved"] is False, "the order was there before"
    for match, names in RUNNING.items():
        meeting = Meeting(game("skirmish"), match, [_person(old_server, name) for name in names])
        _play(meeting, dice)
        over = old_server.nobody().get(f"/api/matches/{match}").json()
        assert over["status"] == "over"
        played = record.verify(record.load(old_server.nobody().get(f"/api/matches/{match}/record").content))
        assert codec.tree(played.outcome) == over["outcome"]


def _play(meeting: Meeting, dice: FastDice) -> None:
    """Everybody but the bots orders until it is over."""
    until = time.monotonic() + 60
    while (table := meeting.table()["table"])["outcome"] is None:
        assert time.monotonic() < until
        for seat, _ in enumerate(meeting.people, start=1):
            if seat in table["to_act"] and seat not in table["submitted"] and seat not in table["resigned"]:
                meeting.order(seat, meeting.some_order(seat, dice))
        time.sleep(0.01)


def test_open_matches_are_joined_started_and_called_off(old_server: Server) -> None:
    ada, grace, mary = (_person(old_server, name) for name in ("ada", "grace", "mary"))
    invites = OLD["invites"]
    assert mary.post("/api/matches/free/join", {"invite": invites["invited"]["2"]}).status_code == 409
    assert mary.post("/api/matches/free/join", {"invite": invites["free"]["3"]}).json()["status"] == "open"
    assert grace.post("/api/matches/free/join", {}).json()["status"] == "playing"
    assert ada.post("/api/matches/invited/join", {"invite": invites["invited"]["2"]}).json()["status"] == "playing"
    assert mary.post("/api/matches/full/leave").json()["yours"] == []
    assert ada.post("/api/matches/full/start").status_code == 409
    assert mary.post("/api/matches/full/join", {}).json()["may_start"] is False
    assert ada.post("/api/matches/full/start").json()["status"] == "playing"


def test_the_doctor_finds_nothing_after_more_was_played(old_database: str, tmp_path: Path) -> None:
    with running(tmp_path, HandClock(OLD["now"]), database_url=async_url(old_database)) as server:
        ada, mary = _person(server, "ada"), _person(server, "mary")
        mary.post("/api/matches/free/join", {})
        ada.post("/api/matches/full/start")
        ada.post("/api/matches/talked/resign")
        server.clock.forward(3600)
        server.inside(server.process.deadlines.check)
        assert mary.get("/api/skirmish/matches/pending/table").json()["table"]["step"] == 3
    assert set(_doctor(old_database).values()) == {None}
