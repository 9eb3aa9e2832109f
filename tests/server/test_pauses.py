"""A pause by consent: the clock stops when all people who play agree, and goes on with what was left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from armillary.server.doctor import findings
from armillary.server.settings import async_url
from tests.server.api import Meeting, Server, is_problem, meet, running
from tests.server.ear import Ear

CLOCK: dict[str, Any] = {"pace": {"kind": "live", "seconds": 60}}


@pytest.fixture
def table(database: str, tmp_path: Path) -> Iterator[Meeting]:
    """A match with a clock, on one database and then on the other; the doctor finds nothing wrong with it."""
    with running(tmp_path, database_url=async_url(database)) as server:
        yield meet(server, seats=3, **CLOCK)
    assert [finding.fault for finding in findings(database)] == [None]


def _pause(match: Meeting, seat: int, method: str = "POST", word: str = "pause") -> Any:
    return match.people[seat - 1].ask(method, f"{match.common}/{word}").json()


def test_the_clock_stops_when_all_agree_and_goes_on_with_what_was_left(table: Meeting) -> None:
    clock = table.people[0].server.clock
    deadline = table.table()["deadline"]
    clock.forward(20)
    assert _pause(table, 1)["pause"] == {"asked": [1], "left": None}
    assert _pause(table, 1)["pause"] == {"asked": [1], "left": None}
    assert _pause(table, 2)["deadline"] == deadline
    assert _pause(table, 2, "DELETE")["pause"]["asked"] == [1]
    _pause(table, 2)
    stopped = _pause(table, 3)
    assert (stopped["deadline"], stopped["pause"]) == (None, {"asked": [], "left": 40_000})
    clock.forward(1000)
    server = table.people[0].server
    assert server.inside(server.process.deadlines.check) == 0
    assert table.order(1, {"card": 3}).status_code == 200
    resumed = _pause(table, 2, word="resume")
    assert (resumed["deadline"], resumed["pause"]["left"]) == (clock.now() + 40_000, None)
    assert is_problem(table.people[1].post(f"{table.common}/resume"), 409, "Conflict")


def test_a_turn_resolved_in_a_pause_leaves_the_whole_next_phase(table: Meeting) -> None:
    clock = table.people[0].server.clock
    clock.forward(20)
    for seat in (1, 2, 3):
        _pause(table, seat)
    for seat in (1, 2, 3):
        table.order(seat, {"card": 3})
    now = table.table()
    assert (now["table"]["step"], now["deadline"], now["pause"]["left"]) == (1, None, 60_000)
    assert _pause(table, 1, word="resume")["deadline"] == clock.now() + 60_000


def test_a_paused_match_can_end(table: Meeting) -> None:
    for seat in (1, 2, 3):
        _pause(table, seat)
    for seat in (1, 2):
        table.people[seat - 1].post(f"{table.common}/resign")
    over = table.table()
    assert (over["status"], over["deadline"], over["pause"]) == ("over", None, {"asked": [], "left": None})


def test_only_people_who_still_play_are_asked(server: Server) -> None:
    ada = server.person()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}, {"kind": "open"}]
    match = ada.post("/api/skirmish/matches", {"seats": seats, **CLOCK}).json()["match"]["id"]
    others = [server.person(), server.person()]
    for other in others:
        other.post(f"/api/matches/{match}/join", {})
    path = f"/api/matches/{match}"
    others[1].post(f"{path}/resign")
    assert is_problem(others[1].post(f"{path}/pause"), 409, "NotToAct")
    assert ada.post(f"{path}/pause").json()["pause"]["left"] is None
    assert others[0].post(f"{path}/pause").json()["pause"]["left"] == 60_000
    for stranger, status in ((server.person(), 403), (server.nobody(), 401)):
        for method, word in (("POST", "pause"), ("DELETE", "pause"), ("POST", "resume")):
            assert is_problem(stranger.ask(method, f"{path}/{word}"), status)


def test_without_a_clock_there_is_nothing_to_stop(server: Server) -> None:
    match = meet(server)
    assert is_problem(match.people[0].post(f"{match.common}/pause"), 409, "Conflict")
    match.people[0].post(f"{match.common}/resign")
    assert is_problem(match.people[1].post(f"{match.common}/pause"), 409, "MatchOver")


def test_everybody_at_the_table_hears_of_a_pause(server: Server) -> None:
    match = meet(server, **CLOCK)
    with Ear(match.people[1], match.id) as ear:
        ear.hear()
        _pause(match, 1)
        assert ear.hear()["pause"] == {"asked": [1], "left": None}
        _pause(match, 2)
        heard = ear.hear()
        assert (heard["type"], heard["deadline"], heard["pause"]["left"]) == ("waiting", None, 60_000)
