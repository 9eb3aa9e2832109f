"""Servers that are away, busy, or talk nonsense: what may be repeated is, everything else is a clear error."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armillary.api.people import Player
from armillary.api.tables import Accepted
from armillary.client import AnswerLost, AsyncClient, BadAnswer, Client, ServerAway, ServerSaid
from armillary.core.errors import BadInput, UnknownGame, VersionNotInstalled
from armillary.games.skirmish.model import Play
from tests.client.fakes import DROP, MATCH, fine, page, problem, scripted
from tests.server.postgres import free_port

ADA = Player("1", "Ada")
TAKEN = Accepted(3, 0, resolved=False)
BUSY, AWAY = problem(429, "TooMany"), problem(503, "NotReady")
PAGE, GATEWAY = page(404), page(502)


async def _once(address: str, ask: Any, kind: str, patience: float = 20) -> Any:
    """Ask something, with a client of this kind."""
    if kind == "blocking":
        with Client(address, patience=patience) as client:
            return ask(client)
    async with AsyncClient(address, patience=patience) as awaiting:
        return await ask(awaiting)


KINDS = pytest.mark.parametrize("kind", ["blocking", "awaited"])


@KINDS
@pytest.mark.parametrize("trouble", [DROP, BUSY, AWAY, GATEWAY], ids=["dropped", "busy", "away", "gateway"])
async def test_what_only_reads_is_asked_again(kind: str, trouble: Any) -> None:
    with scripted(trouble, trouble, fine(ADA)) as (address, script):
        assert await _once(address, lambda client: client.me(), kind) == ADA
        assert len(script.asked) == 3


@KINDS
@pytest.mark.parametrize("trouble", [DROP, BUSY, AWAY], ids=["dropped", "busy", "away"])
async def test_an_order_is_given_again_with_the_same_key(kind: str, trouble: Any) -> None:
    with scripted(trouble, fine(TAKEN)) as (address, script):
        assert await _once(address, lambda client: client.order(MATCH, Play(3), step=0), kind) == TAKEN
        first, second = script.asked
        assert first == second
        assert first[2]["idempotency-key"]


@KINDS
@pytest.mark.parametrize(("trouble", "error"), [(DROP, AnswerLost), (AWAY, ServerSaid), (GATEWAY, AnswerLost)])
async def test_what_may_do_harm_twice_is_asked_once(kind: str, trouble: Any, error: type[Exception]) -> None:
    with scripted(trouble, fine(MATCH)) as (address, script):
        with pytest.raises(error):
            await _once(address, lambda client: client.say("m1", "hello"), kind)
        assert len(script.asked) == 1


@KINDS
async def test_a_server_that_never_comes_is_given_up(kind: str) -> None:
    address = f"http://127.0.0.1:{free_port()}"
    for ask in (lambda client: client.me(), lambda client: client.say("m1", "hello")):
        with pytest.raises(ServerAway, match=r"cannot be reached.*Gave up after 0.3 seconds"):
            await _once(address, ask, kind, patience=0.3)


def test_a_server_that_stays_busy_is_given_up() -> None:
    with scripted(BUSY) as (address, script), Client(address, patience=0.5) as client:
        with pytest.raises(ServerSaid, match=r"TooMany: Because\."):
            client.me()
        assert len(script.asked) > 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((200, {}, b"{nonsense"), "malformed"),
        ((200, {}, b'{"id": 1, "name": "Ada"}'), r"\$\.id"),
        ((200, {}, b"[" * 100_000), "answer"),
        ((200, {}, b""), "truncated"),
        ((200, {}, b'"\xff"'), "answer"),
        ((200, {"content-encoding": "gzip"}, b"not gzip"), "not understood"),
        (PAGE, "status 404"),
        ((422, {}, b'{"status": 422}'), "status 422"),
    ],
)
def test_an_answer_that_is_not_understood_is_a_clear_error(answer: Any, said: str) -> None:
    with scripted(answer) as (address, script), Client(address) as client:
        with pytest.raises(BadAnswer, match=said):
            client.me()
        assert len(script.asked) == 1


def test_a_record_that_is_none_is_a_bad_answer() -> None:
    refused = pytest.raises(BadAnswer, match="format 99")
    with scripted(fine({"format": 99})) as (address, _), Client(address) as client, refused:
        client.record("m1")


def test_what_cannot_be_asked_is_said_before_anything_is_sent() -> None:
    with pytest.raises(BadInput, match="begins with http://"):
        Client("ws://127.0.0.1")
    with scripted(fine(ADA)) as (address, script), Client(address) as client:
        with pytest.raises(VersionNotInstalled):
            client.table(replace(MATCH, rules_version=99))
        with pytest.raises(UnknownGame):
            client.table(replace(MATCH, game="chess"))
        assert script.asked == []


def test_names_in_addresses_cannot_lead_elsewhere() -> None:
    with scripted(fine(MATCH)) as (address, script), Client(address) as client:
        client.match("../me?x=#1/ü")
        client.leave("a/b", seat=2)
        assert [path for _, path, *_ in script.asked] == [
            "/api/matches/..%2Fme%3Fx%3D%231%2F%C3%BC",
            "/api/matches/a%2Fb/leave?seat=2",
        ]
