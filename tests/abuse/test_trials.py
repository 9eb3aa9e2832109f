"""Large configs, and drafts at large tables: tried beside the event loop, with the answers that small ones get."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from armillary.games.kepler import rules
from armillary.server.matches import drafts
from armillary.server.play import trials
from armillary.server.work.pool import Kind, Pool
from armillary.server.work.worker import Worker
from tests.abuse.attacks.past import SEATS, huge_map, shuttle
from tests.server.api import Person, Server, is_problem, running

FLEETS = 200


def _config(**more: Any) -> dict[str, Any]:
    return {"map": {**huge_map(), "fleets_per_home": FLEETS}, "dominance": None, "max_turns": 12, **more}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("trying")) as listening:
        yield listening


def _on_the_loop(*_: object, **__: object) -> None:
    raise AssertionError("on the event loop")


def _make(who: Person, config: Any) -> Any:
    seats = [{"kind": "me"}, *[{"kind": "local"}] * (SEATS - 1)]
    return who.post("/api/kepler/matches", {"seats": seats, "config": config})


def test_a_large_config_is_checked_elsewhere(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "check_config", _on_the_loop)
    guest, bad = server.person(), _config(max_turns=0)
    assert guest.post("/api/kepler/check", {"seats": SEATS, "config": _config()}).json()["violations"] == []
    told = guest.post("/api/kepler/check", {"seats": SEATS, "config": bad}).json()
    assert [fault["path"] for fault in told["violations"]] == [["max_turns"]]
    assert told["config"]["max_turns"] == 0
    refused = _make(guest, bad)
    assert is_problem(refused, 422, "ConfigRefused")
    assert refused.json()["violations"] == told["violations"]
    made = _make(guest, _config())
    assert made.status_code == 201, made.text
    waiting = guest.post("/api/kepler/matches", {"seats": [{"kind": "open"}] * 2, "config": _config()}).json()
    path = f"/api/kepler/matches/{waiting['match']['id']}"
    assert is_problem(guest.ask("PATCH", path, {"config": bad}), 422, "ConfigRefused")
    assert guest.ask("PATCH", path, {"config": _config(max_turns=9)}).json()["config"]["max_turns"] == 9


def test_a_draft_at_a_large_table_is_looked_at_elsewhere(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = server.person()
    match = _make(guest, _config()).json()["match"]["id"]
    path = f"/api/kepler/matches/{match}"
    given: tuple[Any, ...] = ({}, {"order": shuttle(2, 0)}, {"notation": "2a nowhere"}, {"order": {}, "notation": "x"})
    monkeypatch.setattr("armillary.server.play.trials.LARGE_BYTES", 10**9)
    here = [guest.post(f"{path}/draft?seat=2", draft) for draft in given]
    monkeypatch.undo()
    monkeypatch.setattr(drafts, "consider", _on_the_loop)
    there = [guest.post(f"{path}/draft?seat=2", draft) for draft in given]
    assert [each.status_code for each in there] == [200, 200, 400, 400]
    assert [each.json() for each in there] == [each.json() for each in here]
    with guest.live(match, seat=2) as socket:
        socket.recv()
        socket.send(json.dumps({"type": "draft", "id": "d", **given[1]}))
        assert json.loads(socket.recv()) == {"type": "considered", "id": "d", "draft": there[1].json()}
        socket.send(json.dumps({"type": "draft", "id": "e", **given[2]}))
        assert json.loads(socket.recv())["code"] == "BadNotation"
    assert guest.post(f"{path}/orders?seat=2", given[1]).status_code == 200


def test_a_map_counts_as_large_however_little_moves_on_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    guest, turn, turns = server.person(), Pool.turn, list[str]()
    match = _make(guest, _config(map={**huge_map(), "fleets_per_home": 1})).json()["match"]["id"]

    def watched(self: Pool, kind: Kind, *more: str) -> AbstractAsyncContextManager[Worker]:
        turns.append(kind.name)
        return turn(self, kind, *more)

    monkeypatch.setattr(Pool, "turn", watched)
    monkeypatch.setattr(trials, "describe", _on_the_loop)
    monkeypatch.setattr(drafts, "consider", _on_the_loop)
    told = [server.nobody().get(f"/api/matches/{match}/describe").json() for _ in range(3)]
    assert told[0]["text"]
    assert told == [told[0]] * 3
    assert turns == ["draft"], "what was told once is kept"
    assert guest.post(f"/api/kepler/matches/{match}/draft?seat=2", {}).status_code == 200


def test_notation_and_descriptions_of_a_large_table_are_read_and_written_elsewhere(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = server.person()
    match = _make(guest, _config()).json()["match"]["id"]
    path = f"/api/kepler/matches/{match}"
    notation = guest.post(f"{path}/draft?seat=2", {"order": shuttle(2, 0)}).json()["notation"]
    asked = [f"/api/matches/{match}/describe{query}" for query in ("", "?part=no such part", "?step=0&seat=2")]
    monkeypatch.setattr("armillary.server.play.trials.LARGE_BYTES", 10**9)
    here = [guest.get(each) for each in asked]
    monkeypatch.undo()
    monkeypatch.setattr(drafts, "read", _on_the_loop)
    monkeypatch.setattr(trials, "describe", _on_the_loop)
    there = [guest.get(each) for each in asked]
    assert [each.status_code for each in there] == [200, 400, 200]
    assert [each.json() for each in there] == [each.json() for each in here]
    assert is_problem(guest.post(f"{path}/orders?seat=2", {"notation": "2a nowhere"}), 400, "BadNotation")
    assert guest.post(f"{path}/orders?seat=2", {"notation": notation}).status_code == 200
