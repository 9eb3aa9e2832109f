"""The names a server answers under, against sites that have their own name lead to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from armillary.server.door.hosts import Hosts
from armillary.server.settings import Settings
from tests.abuse.wire import connection, only_answer
from tests.server.api import Server, is_problem, running

UPGRADE = (
    b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that listens on this machine, with the names that such a one has by default."""
    with running(tmp_path_factory.mktemp("server"), allowed_hosts="") as listening:
        yield listening


@pytest.mark.parametrize("more", [b"", UPGRADE], ids=["request", "socket"])
@pytest.mark.parametrize(
    ("hosts", "status"),
    [
        (b"", 400),
        (b"host: localhost\r\nhost: localhost\r\n", 400),
        (b"host: localhost\r\nHOST: evil.example\r\n", 400),
        (b"host:\r\n", 400),
        (b"host: localhost evil.example\r\n", 400),
        (b"host: evil.example@localhost\r\n", 400),
        (b"host: localhost:80:80\r\n", 400),
        (b"host: \xff\r\n", 421),
        (b"host: evil.example\r\n", 421),
        (b"host: localhost.evil.example\r\n", 421),
        (b"host: 127.0.0.1.evil.example:8400\r\n", 421),
    ],
)
def test_a_request_that_is_not_meant_for_this_server_is_refused(
    server: Server, hosts: bytes, status: int, more: bytes
) -> None:
    with connection(server) as made:
        made.sendall(b"GET /api/me/live HTTP/1.1\r\n" + hosts + more + b"\r\n")
        found, headers, problem = only_answer(made)
    assert (found, problem["status"]) == (status, status)
    assert headers["connection"] == "close"


def test_a_site_whose_name_leads_here_makes_no_guests(server: Server) -> None:
    headers = {"host": "evil.example", "origin": "http://evil.example", "sec_fetch_site": "same-origin"}
    assert is_problem(server.nobody().get("/api/me", **headers), 421, "WrongHost")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8400", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8400"])
def test_this_machines_own_names_are_always_right(server: Server, host: str) -> None:
    assert server.nobody().get("/api/me", host=host).status_code == 200


def test_an_operator_can_name_others(tmp_path: Path) -> None:
    with running(tmp_path, allowed_hosts="Play.example, other.example") as server:
        for host in ("play.example", "PLAY.example:443", "other.example", "localhost"):
            assert server.nobody().get("/healthz", host=host).status_code == 200
        assert is_problem(server.nobody().get("/healthz", host="evil.example"), 421, "WrongHost")


@pytest.mark.parametrize(
    ("listens_on", "allowed", "is_answered"),
    [
        ("127.0.0.1", "", False),
        ("::1", "", False),
        ("localhost", "", False),
        ("0.0.0.0", "", True),
        ("::", "", True),
        ("192.0.2.1", "", True),
        ("0.0.0.0", "play.example", False),
        ("127.0.0.1", "*", True),
        ("0.0.0.0", "play.example,*", True),
    ],
)
def test_who_listens_to_others_answers_under_any_name_unless_told_otherwise(
    listens_on: str, allowed: str, is_answered: bool
) -> None:
    hosts = Hosts(Settings(host=listens_on, allowed_hosts=allowed))
    assert (hosts.objection([(b"host", b"anything.example:80")]) is None) == is_answered
    assert hosts.objection([(b"host", b"localhost")]) is None
