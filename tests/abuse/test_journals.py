"""A journal is bounded: orders by what their game can need, changes in a step, lines of chat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from armillary.core.registry import slugs
from tests.server.api import Meeting, Server, is_problem, meet, running

CHANGES, LINES = 5, 4
NONSENSE = "x" * 200_000

LONG: dict[str, Any] = {
    "kepler": {"orders": [{"fleet": "1a", "to": NONSENSE}]},
    "territory": {"kind": "declare", "text": NONSENSE},
    "orbit": {"move": {"kind": "coast"}, "shots": [{"weapon": "laser", "targets": [2] * 50_000}]},
    "risky_stars": {"kind": "buy", "units": {f"{number}{'x' * 100}": 0 for number in range(1_000)}},
    "skirmish": {"card": int("9" * 400)},
}


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("narrow"), changes_per_step=CHANGES, chat_lines_per_player=LINES) as listening:
        yield listening


def _rows(server: Server, match: Meeting) -> list[str]:
    journal = server.inside(lambda: server.process.store.journal(match.id))
    return [row.kind for row in journal]


@pytest.mark.parametrize("slug", slugs())
def test_an_order_longer_than_any_that_makes_sense_never_reaches_the_journal(narrow: Server, slug: str) -> None:
    match = meet(narrow, slug)
    before = _rows(narrow, match)
    refused = match.order(match.table()["table"]["to_act"][0], LONG[slug])
    assert refused.status_code in (400, 422), refused.text
    assert len(refused.content) < 5_000
    assert _rows(narrow, match) == before


@pytest.mark.parametrize("slug", slugs())
def test_what_is_longer_than_any_order_is_refused_before_it_is_decoded(narrow: Server, slug: str) -> None:
    match = meet(narrow, slug)
    nonsense = b'{"type": "order", "order": [' + b"[" * 200_000
    for path in ("orders", "draft"):
        refused = match.people[0].post(f"{match.path}/{path}", nonsense)
        assert is_problem(refused, 400, "BadData")
        assert "No order in this match needs more than" in refused.json()["detail"]
    with match.people[0].live(match.id) as socket:
        socket.recv()
        socket.send(nonsense.decode())
        assert "No order in this match needs more than" in json.loads(socket.recv())["detail"]


def test_an_order_may_be_written_at_length(narrow: Server) -> None:
    match = meet(narrow)
    spacious = b'{"order": {"card": ' + b" " * 30_000 + b"4}}"
    assert match.people[0].post(f"{match.path}/orders", spacious).status_code == 200


def test_changes_in_a_step_are_counted_and_an_order_always_stays_possible(narrow: Server) -> None:
    match = meet(narrow)
    for number in range(CHANGES):
        assert match.order(1, {"card": 1 + number}).status_code == 200
    refused = match.order(1, {"card": 9})
    assert is_problem(refused, 429, "TooMany")
    assert "changes in this step" in refused.json()["detail"]
    assert is_problem(match.people[0].delete(f"{match.path}/orders"), 429, "TooMany")
    assert match.table()["table"]["pending"] == {"card": CHANGES}
    assert match.order(2, {"card": 3}).status_code == 200, "others have their own count"
    assert match.order(1, {"card": 9}).status_code == 200, "every step counts anew"


def test_whoever_took_an_order_back_can_still_give_one(narrow: Server) -> None:
    match = meet(narrow)
    for _ in range(2 * CHANGES):
        match.order(1, {"card": 2})
        match.people[0].delete(f"{match.path}/orders")
    assert match.order(1, {"card": 2}).status_code in (200, 429)
    assert match.table()["table"]["pending"] == {"card": 2}
    assert _rows(narrow, match).count("order") + _rows(narrow, match).count("withdraw") <= CHANGES + 1


def test_the_table_is_set_anew_only_so_often(narrow: Server) -> None:
    maker, guest = narrow.person(), narrow.person()
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = maker.post("/api/kepler/matches", {"seats": seats, "autostart": False}).json()["match"]["id"]
    terms = [
        maker.ask("PATCH", f"/api/kepler/matches/{made}", {"pace": {"kind": "live", "seconds": 10 + number}})
        for number in range(2 * CHANGES)
    ]
    assert [each.status_code for each in terms] == [200] * CHANGES + [429] * CHANGES
    for _ in range(CHANGES):
        guest.post(f"/api/matches/{made}/join", {})
        guest.post(f"/api/matches/{made}/leave")
    assert is_problem(guest.post(f"/api/matches/{made}/join", {}), 429, "TooMany")


def test_chat_is_bounded_by_lines_and_by_bytes_for_each_player(narrow: Server) -> None:
    match = meet(narrow)
    chat = f"{match.common}/chat"
    for _ in range(LINES):
        assert match.people[0].post(chat, {"text": "x"}).status_code == 201
    assert is_problem(match.people[0].post(chat, {"text": "x"}), 429, "TooMany")
    said = [match.people[1].post(chat, {"text": "🚀" * 100}).status_code for _ in range(LINES)]
    assert said[0] == 201
    assert said[-1] == 429, "long lines count for more"
