"""Records that somebody made to do harm: refused in the one shape, or kept like any other; nothing breaks."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from armillary import Match, game
from armillary.core import record
from armillary.core.dice import FastDice
from armillary.core.errors import BadRecord
from armillary.core.match import AnyMatch
from armillary.core.seeds import seed_from
from armillary.games.territory.model import Command, Commands, Declare
from armillary.server.matches import uploads
from armillary.server.play import uploads as checking
from armillary.server.settings import async_url
from tests.server.api import PATIENCE, Server, is_problem, listed, meet, running, until

NUL = "a\u0000b"
"""PostgreSQL has no place for it in a text."""
MARK = "♜"


def _file(match: AnyMatch) -> bytes:
    return record.dump(record.export(match, reveal=True))


def _declared(text: str, units: int = 1) -> AnyMatch:
    """A match in which everybody said this, and asked for so many units."""
    territory = game("territory")
    match: AnyMatch = Match.begin(territory, seed=seed_from("hostile"), players=("Ada", "Grace", "Mary"))
    for order in (Declare(text), Declare(text), Commands((Command(0, 0, "R", units), text))):
        for seat in match.to_act:
            match = match.submit(seat, order)
    return match.resign(1).resign(2)


def test_both_databases_keep_what_hostile_orders_say(database: str, tmp_path: Path) -> None:
    kept = _declared(NUL, 10**90)
    with running(tmp_path, database_url=async_url(database)) as server:
        ada = server.person()
        answer = ada.post("/api/replays", _file(kept))
        assert answer.status_code == 201, answer.text
        path = f"/api/matches/{answer.json()['id']}"
        assert ada.get(f"{path}/record").content == _file(kept)
        assert "\u0000" not in listed(ada, "mine=true")[answer.json()["id"]]["last"]


def test_both_databases_take_nul_in_orders_that_are_resolved(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database_url=async_url(database)) as server:
        territory, kepler = meet(server, "territory"), meet(server, "kepler")
        for seat in (1, 2, 3):
            answer = territory.order(seat, {"kind": "declare", "text": NUL})
            assert answer.status_code == 200, answer.text
        for seat in (1, 2):
            fleet = kepler.some_order(seat, FastDice(1)).orders[0].fleet
            assert kepler.order(seat, {"orders": [{"fleet": fleet, "to": NUL}]}).status_code == 200
        lines = listed(territory.people[0], "mine=true") | listed(kepler.people[0], "mine=true")
        assert [lines[match.id]["phase"] is not None for match in (territory, kepler)] == [True, True]
        assert not any("\u0000" in line["last"] for line in lines.values())


# -- records that are none ---------------------------------------------------------------------------------

RECORD = json.loads(_file(_declared("A plan.")))

VALUES = {
    "a number of 4,300 digits": b"9" * 4_300,
    "a number of 5,000 digits": b"-" + b"9" * 5_000,
    "a number that is too large": b"1e400",
    "no number": b"NaN",
    "infinity": b"-Infinity",
    "a fraction": b"1.5",
    "100,000 brackets": b"[" * 100_000 + b"]" * 100_000,
    "900 brackets": b"[" * 900 + b"]" * 900,
    "200 mappings": b'{"a":' * 200 + b"1" + b"}" * 200,
    "half of a character": b'"\\ud800"',
    "no UTF-8": b'"\xff\xfe"',
    "NUL": b'"\\u0000"',
    "NUL itself": b'"\x00"',
    "many small entries": b"[" + b"0," * 400_000 + b"0]",
}


def _places() -> dict[str, Any]:
    """The record with a mark in each of its fields, and inside what is read as a game's own types."""
    (first, *others) = RECORD["log"]
    (seat, order), *rest = first["orders"]
    marked = {name: RECORD | {name: MARK} for name in RECORD}
    marked["a player"] = RECORD | {"players": [MARK, "Grace", "Mary"]}
    marked["an entry"] = RECORD | {"log": [MARK, *others]}
    marked["an order"] = RECORD | {"log": [first | {"orders": [[seat, MARK], *rest]}, *others]}
    marked["inside an order"] = RECORD | {"log": [first | {"orders": [[seat, order | {"text": MARK}], *rest]}, *others]}
    marked["a setting"] = RECORD | {"config": RECORD["config"] | {"map_size": MARK}}
    marked["a pending order"] = RECORD | {"pending": [[1, MARK]]}
    marked["a pending seat"] = RECORD | {"pending": [[MARK, {}]]}
    marked["a score"] = RECORD | {"outcome": RECORD["outcome"] | {"scores": [MARK]}}
    return marked


@pytest.mark.parametrize("what", VALUES)
def test_a_hostile_value_is_refused_wherever_it_stands(server: Server, what: str) -> None:
    ada = server.person()
    for place, tree in _places().items():
        sent = json.dumps(tree, ensure_ascii=False).encode().replace(f'"{MARK}"'.encode(), VALUES[what])
        assert is_problem(ada.post("/api/replays", sent), 400), place
    assert listed(ada, "mine=true") == {}


@pytest.mark.parametrize("within", ["", "config", "outcome"])
def test_a_record_that_says_something_twice_is_refused(server: Server, within: str) -> None:
    whole = json.dumps(RECORD[within] if within else RECORD)
    name = next(iter(json.loads(whole)))
    twice = f'{{"{name}": {json.dumps(json.loads(whole)[name])}, {whole[1:]}'
    sent = json.dumps(RECORD).replace(whole, twice).encode()
    ada = server.person()
    refused = ada.post("/api/replays", sent)
    assert is_problem(refused, 400, "BadRecord")
    assert "twice" in refused.json()["detail"]
    assert listed(ada, "mine=true") == {}


def test_a_record_that_says_more_than_records_do_is_refused(server: Server) -> None:
    ada = server.person()
    (first, *others) = RECORD["log"]
    more = (
        RECORD | {"more": 1},
        RECORD | {"outcome": RECORD["outcome"] | {"more": 1}},
        RECORD | {"config": RECORD["config"] | {"more": 1}},
        RECORD | {"log": [first | {"more": 1}, *others]},
    )
    for sent in more:
        assert is_problem(ada.post("/api/replays", sent), 400)
    assert listed(ada, "mine=true") == {}


OTHER = ({"version": 1}, {"version": 3}, {"version": 10**90}, {"version": -1}, {"game": "kepler"}, {"format": 2})


@pytest.mark.parametrize("change", OTHER)
def test_a_record_of_other_rules_is_refused(server: Server, change: dict[str, Any]) -> None:
    assert is_problem(server.person().post("/api/replays", RECORD | change), 400, "BadRecord")


def test_a_compressed_record_is_not_understood(server: Server) -> None:
    ada, whole = server.person(), gzip.compress(json.dumps(RECORD).encode())
    for sent in (whole, whole[: len(whole) // 2]):
        assert is_problem(ada.post("/api/replays", sent, content_encoding="gzip"), 400)
    assert listed(ada, "mine=true") == {}


def test_a_short_record_of_a_huge_match_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    data = _file(_declared("A plan."))
    kept = sum(len(each.body) for each in uploads.replayed(data, "copy", "ada", 1).snapshots)
    monkeypatch.setattr(uploads, "MAX_POSITIONS_BYTES", kept)
    uploads.replayed(data, "copy", "ada", 1)
    monkeypatch.setattr(uploads, "MAX_POSITIONS_BYTES", kept - 1)
    with pytest.raises(BadRecord, match="positions of this match"):
        uploads.replayed(data, "copy", "ada", 1)


def _think_for_ever(*_: Any) -> None:
    while True:
        pass


def test_whoever_waits_for_a_record_can_do_everything_else(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes too long: neither its owner nor anybody else waits for it, and in the end it is given up."""
    monkeypatch.setattr(checking, "replayed", _think_for_ever)
    ada, grace = server.person(), server.person()
    with ThreadPoolExecutor(2) as beside:
        asked = [beside.submit(ada.post, "/api/replays", RECORD) for _ in range(2)]
        (second,), (first,) = wait(asked, PATIENCE, FIRST_COMPLETED)
        assert is_problem(second.result(), 429, "TooMany")
        for who in (ada, grace):
            assert who.get("/api/me").status_code == 200
            assert who.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]}).status_code == 201
        assert not first.done()

        def is_given_up() -> bool:
            server.process.pool.end()  # as when its time is over, and once more when it is tried again
            return first.done()

        until(is_given_up)
        assert is_problem(first.result(PATIENCE), 400, "BadRecord")
