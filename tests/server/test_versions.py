"""Matches keep the version of the rules they began with; a version that is not installed is named, never a crash."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from armillary.core import record
from armillary.server.doctor import findings
from tests.clock import HandClock
from tests.server.api import Person, Server, is_problem, running
from tests.server.two_nims import BOTH, ONLY_FIRST, ONLY_SECOND, installed

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
LIVE = {"pace": {"kind": "live", "seconds": 60}}


def _make(person: Person, **terms: Any) -> str:
    made = person.post("/api/nim/matches", {"seats": SEATS, **terms})
    assert made.status_code == 201, made.text
    return str(made.json()["match"]["id"])


@pytest.fixture
def begun(tmp_path: Path) -> dict[str, Any]:
    """A match against a bot, one with a clock, one that waits for somebody: all made while there was one version."""
    with installed(tmp_path, ONLY_FIRST), running(tmp_path) as server:
        person = server.person("Ada")
        found = {"running": _make(person), "clock": _make(person, **LIVE)}
        found["open"] = _make(person, seats=[{"kind": "me"}, {"kind": "open"}])
        return {**found, "headers": person.headers}


def _play(person: Person, match: str, orders: list[Any]) -> None:
    """Against a bot, until it is over; the orders are tried in turn."""
    path, until = f"/api/nim/matches/{match}", time.monotonic() + 30
    while (table := person.get(f"{path}/table").json()["table"])["outcome"] is None:
        assert time.monotonic() < until
        if 1 in table["to_act"]:
            answer = person.post(f"{path}/orders", {"order": orders[0]} | {"step": table["step"]})
            assert answer.status_code == 200, answer.text
        time.sleep(0.01)


def test_matches_of_two_versions_run_side_by_side(tmp_path: Path, begun: dict[str, Any]) -> None:
    with installed(tmp_path, BOTH), running(tmp_path) as server:
        person = Person(server, headers=begun["headers"])
        old, new = begun["running"], _make(person)
        infos = [person.get(f"/api/matches/{match}").json() for match in (old, new)]
        assert [info["rules_version"] for info in infos] == [1, 2]
        path = "/api/nim/matches/{}/orders"
        assert is_problem(person.post(path.format(old), {"order": {"stones": 1, "hand": "left"}}), 400, "BadData")
        assert is_problem(person.post(path.format(new), {"order": {"stones": 1}}), 400, "BadData")
        assert is_problem(person.post(path.format(new), {"notation": "1"}), 400, "BadNotation")
        drafts = [person.post(f"/api/nim/matches/{match}/draft", {}).json() for match in (old, new)]
        assert [each["order"] for each in drafts] == [{"stones": 1}, {"stones": 1, "hand": "left"}]
        _play(person, old, [{"stones": 1}])
        _play(person, new, [{"stones": 1, "hand": "right"}])
        for match, version in ((old, 1), (new, 2)):
            stored = record.load(person.get(f"/api/matches/{match}/record").content)
            assert stored.version == version
            assert record.verify(stored).outcome is not None
        joined = server.person().post(f"/api/matches/{begun['open']}/join", {}).json()
        assert (joined["status"], joined["rules_version"]) == ("playing", 1), "it was made for the first version"
        assert [finding.fault for finding in findings(f"{tmp_path}/test.db")] == [None] * 4


@pytest.fixture
def without(tmp_path: Path, begun: dict[str, Any]) -> Iterator[Server]:
    """A server that has only the newest version."""
    with installed(tmp_path, ONLY_SECOND), running(tmp_path, HandClock()) as server:
        yield server


def test_every_route_names_the_version_that_is_missing(without: Server, begun: dict[str, Any]) -> None:
    person = Person(without, headers=begun["headers"])
    for match in (begun["running"], begun["open"]):
        common, own = f"/api/matches/{match}", f"/api/nim/matches/{match}"
        asked = [
            *(person.get(path) for path in (common, f"{own}/history", f"{common}/record", f"{common}/chat")),
            *(person.post(f"{common}/{what}") for what in ("leave", "start", "resign", "draw")),
            *(person.delete(path) for path in (common, f"{common}/draw", f"{own}/orders")),
            *(person.post(f"{own}/{what}", {}) for what in ("orders", "draft")),
            *(person.get(f"{own}/{what}") for what in ("table", "steps/0")),
            person.post(f"{common}/chat", {"text": "hello"}),
            without.person().post(f"{common}/join", {}),
        ]
        for answer in asked:
            assert is_problem(answer, 409, "VersionNotInstalled"), answer.request.url
            assert answer.json()["detail"] == "Version 1 of nim's rules is not installed; installed: 2."


def test_a_socket_names_the_version_that_is_missing(without: Server, begun: dict[str, Any]) -> None:
    person = Person(without, headers=begun["headers"])
    with person.live(begun["running"]) as socket:
        assert json.loads(socket.recv(5))["code"] == "VersionNotInstalled"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4409


def test_lists_show_matches_whose_version_is_missing(without: Server, begun: dict[str, Any]) -> None:
    person = Person(without, headers=begun["headers"])
    mine = {match["id"] for match in person.get("/api/matches?mine=true").json()["matches"]}
    assert mine == {begun[name] for name in ("running", "clock", "open")}
    found = without.nobody().get("/api/matches?status=open").json()["matches"]
    assert [match["id"] for match in found] == [begun["open"]]
    assert _make(person), "new matches are played by the newest version"


def test_a_deadline_of_a_missing_version_is_logged_once(
    without: Server, begun: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    without.clock.forward(3600)
    for _ in range(3):
        without.inside(without.process.deadlines.check)
    logged = [entry for entry in caplog.records if entry.name == "armillary.deadlines"]
    assert [entry.__dict__["match"] for entry in logged] == [begun["clock"]]
    assert "Version 1 of nim's rules is not installed" in logged[0].getMessage()
    assert logged[0].exc_info is None


def test_bots_of_a_missing_version_sleep_and_are_logged_once(
    tmp_path: Path, begun: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    # The server begins here, not in a fixture: it looks for bots by itself, and what is logged between a fixture and
    # its test is lost.
    with installed(tmp_path, ONLY_SECOND), running(tmp_path, HandClock()) as server:
        for _ in range(3):
            server.inside(lambda: server.process.waking.wake(0, server.clock.now()))
        assert server.nobody().get("/readyz").status_code == 200
    logged = [entry.__dict__["match"] for entry in caplog.records if entry.name == "armillary.bots"]
    assert sorted(logged) == sorted([begun["running"], begun["clock"]])


def test_the_doctor_reports_a_missing_version_and_goes_on(tmp_path: Path, begun: dict[str, Any]) -> None:
    with installed(tmp_path, ONLY_SECOND):
        found = {finding.match: finding.fault for finding in findings(f"{tmp_path}/test.db")}
    assert set(found) == {begun[name] for name in ("running", "clock", "open")}
    assert set(found.values()) == {"Version 1 of nim's rules is not installed; installed: 2."}


def test_a_broken_entry_is_logged_once_at_the_start_and_the_rest_is_served(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = {"nothing": "tests.core.nothing:GAME"}
    with caplog.at_level(logging.ERROR), installed(tmp_path, ONLY_FIRST, **broken), running(tmp_path) as server:
        assert _make(server.person())
        slugs = [game["slug"] for game in server.nobody().get("/api/games").json()]
    logged = [entry for entry in caplog.records if entry.__dict__.get("game") == "nothing"]
    assert len(logged) == 1
    assert "cannot be loaded" in logged[0].getMessage()
    assert "nim" in slugs
    assert "nothing" not in slugs
