"""Orders take a short way, without the framework: everybody gets the answers that the framework's way would give."""

from __future__ import annotations

import re
from typing import Any

import httpx2
import pytest

from armillary.server.http import orders
from tests.server.api import Person, Server, meet

LONG_WAY = "?marks=false"
"""A query, even one that changes nothing, is left to the framework."""


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches of all orders that took the short way from here on."""
    taken: list[str] = []
    answer_order = orders.answer_order

    def noting(request: Any, *more: Any) -> Any:
        taken.append(request.match_id)
        return answer_order(request, *more)

    monkeypatch.setattr(orders, "answer_order", noting)
    return taken


def _told(answer: httpx2.Response) -> Any:
    """What of an answer must not depend on the way it took."""
    headers = {name: value for name, value in answer.headers.items() if name not in ("date", "content-length")}
    return answer.status_code, re.sub(rb'"seq":\d+', b"", answer.content), headers


CARD = {"order": {"card": 3}}

REQUESTS: dict[str, tuple[Any, dict[str, str]]] = {
    "no body": (None, {}),
    "an empty object": ({}, {}),
    "no JSON": (b"{", {}),
    "no text": (b'"\xff"', {}),
    "a list": ([], {}),
    "an unknown field": ({**CARD, "more": 1}, {}),
    "another type": ({"order": {"card": "three"}}, {}),
    "a long number": (b'{"order":{"card":' + b"1" * 400 + b"}}", {}),
    "deep": (b"[" * 900, {}),
    "a card not held": ({"order": {"card": 99}}, {}),
    "notation": ({"notation": "play 3"}, {}),
    "bad notation": ({"notation": "fly"}, {}),
    "a past step": ({**CARD, "step": 90}, {}),
    "a key": (CARD, {"idempotency_key": "same"}),
    "the key of another order": ({"order": {"card": 4}}, {"idempotency_key": "same"}),
    "a long key": (CARD, {"idempotency_key": "k" * 61}),
    "an odd key": (CARD, {"idempotency_key": "a\tb"}),
    "a bad token": (CARD, {"authorization": "Bearer nonsense"}),
    "another site": (CARD, {"origin": "https://elsewhere.example"}),
    "a cross-site request": (CARD, {"sec_fetch_site": "cross-site"}),
    "a form": (CARD, {"content_type": "application/x-www-form-urlencoded"}),
}


@pytest.mark.parametrize("what", REQUESTS)
def test_both_ways_give_the_same_answer(server: Server, what: str) -> None:
    body, headers = REQUESTS[what]
    table = meet(server)
    match, (first, _) = table.id, table.people
    path = f"/api/skirmish/matches/{match}/orders"
    first.post(path, CARD, idempotency_key="same")
    assert _told(first.post(path, body, **headers)) == _told(first.post(path + LONG_WAY, body, **headers))


@pytest.mark.parametrize("game", ["territory", "nothing"])
def test_both_ways_know_where_a_match_is(server: Server, game: str) -> None:
    table = meet(server)
    match, (first, _) = table.id, table.people
    for other in (match, "0" * 24, "x" * 40):
        path = f"/api/{game}/matches/{other}/orders"
        assert _told(first.post(path, CARD)) == _told(first.post(path + LONG_WAY, CARD))


def test_both_ways_know_who_may(server: Server) -> None:
    match = meet(server).id
    path = f"/api/skirmish/matches/{match}/orders"
    for who in (
        server.nobody(),
        server.person(),
        Person(server, headers={"cookie": f"{server.process.guests.cookie_name}=forged"}),
    ):
        assert _told(who.post(path, CARD)) == _told(who.post(path + LONG_WAY, CARD))


def test_plain_orders_take_the_short_way(server: Server, short: list[str]) -> None:
    table = meet(server)
    match, (first, second) = table.id, table.people
    path = f"/api/skirmish/matches/{match}/orders"
    assert first.post(path, CARD).json()["resolved"] is False
    assert second.program().post(path, CARD).json()["resolved"] is True
    assert first.post(path, {"order": {"card": 99}}).status_code == 422
    assert short == [match] * 3
    first.post(path + LONG_WAY, {"order": {"card": 5}})
    first.post(path, b" " * 3_000 + b'{"order":{"card":5}}')
    assert len(short) == 3
