"""Connections that say too much, or too little: they are told so and go, and nobody else notices."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol

from armillary.server.http.protocol import (
    MAX_FRAMES_PER_MESSAGE,
    MAX_HEAD_BYTES,
    MAX_HEADERS,
    MAX_LINE_BYTES,
    MAX_REQUESTS_WAITING,
)
from tests.abuse.wire import AWAY, answers, connection, only_answer, send
from tests.server.api import PATIENCE, Server, meet, running

START = b"GET /healthz HTTP/1.1\r\nhost: here\r\n"
UPGRADE = (
    b"GET /api/matches/x/live HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
CHUNKED = b"PUT /api/me HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n"
MOST = 3


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody."""
    folder = tmp_path_factory.mktemp("strict")
    with running(folder, head_seconds=0.3, body_seconds=0.3, connections_per_address=MOST) as listening:
        yield listening


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its own deadlines, which no test waits for."""
    with running(tmp_path_factory.mktemp("server")) as listening:
        yield listening


# -- how much ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        (b"GET /" + b"x" * MAX_LINE_BYTES + b" HTTP/1.1\r\nhost: here\r\n\r\n", 414, "AddressTooLong"),
        (b"GET /?" + b"x" * 10_000_000, 414, "AddressTooLong"),
        (START + b"x-long: " + b"x" * MAX_LINE_BYTES + b"\r\n\r\n", 431, "HeadersTooLarge"),
        (START + b"x" * MAX_LINE_BYTES + b": x\r\n\r\n", 431, "HeadersTooLarge"),
        (START + b"x-long: " + b"x" * 10_000_000, 431, "HeadersTooLarge"),
        (START + b"x" * 10_000_000, 431, "HeadersTooLarge"),
        (START + b"x: y\r\n" * MAX_HEADERS + b"\r\n", 431, "HeadersTooLarge"),
        (START + b"x: y\r\n" * 1_000_000, 431, "HeadersTooLarge"),
        (START + (b"x: " + b"y" * 1_000 + b"\r\n") * (MAX_HEAD_BYTES // 1_000) + b"\r\n", 431, "HeadersTooLarge"),
        (UPGRADE + b"x-long: " + b"x" * MAX_LINE_BYTES + b"\r\n\r\n", 431, "HeadersTooLarge"),
        (UPGRADE + b"x: y\r\n" * MAX_HEADERS + b"\r\n", 431, "HeadersTooLarge"),
        (CHUNKED + b"x-long: " + b"x" * 10_000_000, 431, "HeadersTooLarge"),
        (CHUNKED + b"x: y\r\n" * 1_000_000, 431, "HeadersTooLarge"),
        (b"GET / HTTP/1.1\r\nhost here\r\n\r\n", 400, "BadRequest"),
        (b"\x16\x03\x01\x02\x00\x01\x00", 400, "BadRequest"),
        (b"NONSENSE " + b"x" * 10_000_000, 400, "BadRequest"),
    ],
    ids=lambda each: repr(each)[:40],
)
def test_a_head_that_is_too_large_is_refused_and_the_connection_closed(
    server: Server, said: bytes, status: int, code: str
) -> None:
    with connection(server) as made:
        send(made, said)
        found, headers, problem = only_answer(made)
    assert (found, problem["status"], problem["code"]) == (status, status, code)
    assert headers["connection"] == "close"
    assert headers["content-type"] == "application/json"
    assert headers["x-content-type-options"] == "nosniff"


def test_a_head_within_the_limits_is_read_however_it_arrives(server: Server) -> None:
    long = b"x-long: " + b"x" * (MAX_LINE_BYTES - 10) + b"\r\n"
    for part in (1, 100, 1_000_000):
        with connection(server) as made:
            said = START + long * 3 + b"x: y\r\n" * (MAX_HEADERS - 6) + b"connection: close\r\n\r\n"
            for start in range(0, len(said), part):
                made.sendall(said[start : start + part])
            assert answers(made).startswith(b"HTTP/1.1 200 ")


def test_requests_that_wait_on_one_connection_are_limited(server: Server) -> None:
    with connection(server) as made:
        send(made, (START + b"\r\n") * 10_000)
        assert answers(made).count(b"HTTP/1.1 200 ") <= MAX_REQUESTS_WAITING + 1
    with connection(server) as made:
        made.sendall((START + b"\r\n") * MAX_REQUESTS_WAITING + START + b"connection: close\r\n\r\n")
        assert answers(made).count(b"HTTP/1.1 200 ") == MAX_REQUESTS_WAITING + 1


def test_answers_come_in_order_with_or_without_a_body(server: Server) -> None:
    """The head of an answer waits for its body, and must not wait where there is none."""
    head = START.replace(b"GET", b"HEAD")
    with connection(server) as made:
        made.sendall(head + b"\r\n" + START + b"\r\n" + head + b"connection: close\r\n\r\n")
        first, second, third = answers(made).split(b"HTTP/1.1 200 ")[1:]
    assert first.endswith(b"\r\n\r\n")
    assert third.endswith(b"\r\n\r\n")
    assert second.endswith(b"}")


def test_a_client_that_asks_whether_to_go_on_is_told_at_once(server: Server) -> None:
    with connection(server) as made:
        made.settimeout(PATIENCE)
        said = b"PUT /api/me HTTP/1.1\r\nhost: here\r\nexpect: 100-continue\r\ncontent-length: 2\r\n"
        made.sendall(said + b"cookie: a=b\r\nconnection: close\r\n\r\n")
        assert made.recv(65_536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        made.sendall(b"{}")
        assert answers(made).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("more", [b"", b"expect: 100-continue\r\n"])
def test_a_body_that_is_announced_as_too_large_is_not_waited_for(server: Server, more: bytes) -> None:
    with connection(server) as made:
        made.settimeout(PATIENCE)
        made.sendall(b"PUT /api/me HTTP/1.1\r\nhost: here\r\ncontent-length: 99999999\r\n" + more + b"\r\n")
        assert made.recv(65_536).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("more", [b"cookie: \xff\xfe\r\n", b"sec-websocket-key: again\r\n"])
def test_a_handshake_that_is_none_is_answered_once(server: Server, more: bytes) -> None:
    with connection(server) as made:
        made.settimeout(PATIENCE)
        made.sendall(UPGRADE + more + b"\r\n")
        assert made.recv(65_536).startswith((b"HTTP/1.1 101 ", b"HTTP/1.1 400 "))


@pytest.mark.parametrize("method", [b"GET", b"POST"])
@pytest.mark.parametrize(
    "more",
    [
        b"content-length: 5\r\n\r\n",
        b"content-length: 5\r\n\r\nhello",
        b"transfer-encoding: chunked\r\n\r\n",
        b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"transfer-encoding: gzip\r\n\r\n",
    ],
)
def test_a_handshake_that_announces_a_body_is_refused_and_the_connection_closed(
    server: Server, method: bytes, more: bytes
) -> None:
    with connection(server) as made:
        send(made, UPGRADE.replace(b"GET", method) + more)
        status, _, problem = only_answer(made)
    assert (status, problem["detail"]) == (400, "A request for a socket cannot have a body.")


def test_a_handshake_may_say_that_it_has_no_body(server: Server) -> None:
    with connection(server) as made:
        send(made, UPGRADE + b"content-length: 0\r\n\r\n")
        assert made.recv(65_536).startswith(b"HTTP/1.1 101 ")


def test_a_handshake_waits_for_the_answers_before_it(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    match = meet(server).id.encode()
    handshake = UPGRADE.replace(b"/x/", b"/%b/" % match) + b"\r\n"
    lists = b"GET /api/matches HTTP/1.1\r\nhost: here\r\n\r\n"
    with connection(server) as made:
        made.sendall(lists + handshake)
        found = answers(made)
    assert found.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 101 " not in found, "an answer in the middle of a socket is no frame"
    assert [entry for entry in caplog.records if entry.exc_info] == []
    with connection(server) as made:
        made.sendall(lists)
        assert made.recv(65_536).startswith(b"HTTP/1.1 200 ")
        made.sendall(handshake)
        assert made.recv(65_536).startswith(b"HTTP/1.1 101 ")


def test_a_handshake_that_the_library_below_waits_for_is_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else it may find to wait for."""
    monkeypatch.setattr(ServerProtocol, "events_received", lambda _: [])
    with connection(server) as made:
        send(made, UPGRADE + b"\r\n")
        status, _, problem = only_answer(made)
    assert (status, problem["code"]) == (400, "BadRequest")


# -- how long ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [b"GET", START, START + b"x-long: x", UPGRADE, b"PUT /api/me HTTP/1.1\r\nhost: here\r\ncontent-length: 5\r\n\r\n{"],
)
def test_a_request_that_is_never_complete_is_given_up(strict: Server, said: bytes) -> None:
    with connection(strict) as made:
        made.sendall(said)
        status, _, problem = only_answer(made)
    assert (status, problem["code"]) == (408, "TooSlow")


def test_whoever_says_nothing_is_not_waited_for(strict: Server) -> None:
    with connection(strict) as made:
        assert answers(made) == b""


def test_a_drop_now_and_then_does_not_keep_a_connection(strict: Server) -> None:
    """Empty lines before a request are allowed, but they are none."""
    for said in (START + b"x: y\r\n", b""):
        with connection(strict) as made:
            send(made, said)
            until = time.monotonic() + PATIENCE
            made.settimeout(0.05)
            while time.monotonic() < until:
                send(made, b"x: y\r\n" if said else b"\r\n")
                try:
                    if not made.recv(65_536):
                        break
                except TimeoutError:
                    continue
                except ConnectionError:
                    break
            assert time.monotonic() < until


def test_a_connection_that_rests_between_requests_is_kept(strict: Server) -> None:
    """Longer than a head may take: the deadline is for what was begun."""
    with connection(strict) as made:
        for _ in range(2):
            made.sendall(START + b"\r\n")
            time.sleep(0.5)
            assert made.recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_an_answer_that_nobody_reads_is_not_kept(strict: Server) -> None:
    with connection(strict) as made:
        made.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nhost: here\r\n\r\n" * MAX_REQUESTS_WAITING)
        time.sleep(1)
        assert answers(made).count(b"HTTP/1.1 200 ") < MAX_REQUESTS_WAITING


def test_a_client_that_leaves_in_the_middle_of_its_body_is_no_fault_of_ours(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with connection(server) as made:
        made.sendall(b"PUT /api/me HTTP/1.1\r\nhost: here\r\ncontent-length: 5\r\n\r\n{")
        time.sleep(0.1)
    assert server.person("Ada").get("/api/me").status_code == 200
    assert not caplog.records


# -- how many ----------------------------------------------------------------------------------------------


def test_an_address_has_so_many_connections_and_others_have_theirs(tmp_path: Path) -> None:
    with running(tmp_path, connections_per_address=MOST) as server, ExitStack() as stack:
        match = meet(server)
        tables = [stack.enter_context(connection(server, AWAY)) for _ in range(MOST)]
        for table in tables:
            table.sendall(UPGRADE.replace(b"/x/", f"/{match.id}/".encode()) + b"\r\n")
            assert table.recv(65_536).startswith(b"HTTP/1.1 101 ")
        with connection(server, AWAY) as made:
            status, headers, problem = only_answer(made)
        assert (status, problem["code"], headers["retry-after"]) == (429, "TooMany", "1")
        for _ in range(2 * MOST):  # a proxy's connections are those of many people
            made = stack.enter_context(connection(server))
            made.sendall(START + b"\r\n")
            assert made.recv(65_536).startswith(b"HTTP/1.1 200 ")
        tables[0].close()
        assert _is_let_in(server)


def _is_let_in(server: Server) -> bool:
    """Is there room for another connection, before long?"""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with connection(server, AWAY) as made:
            send(made, START + b"connection: close\r\n\r\n")
            if answers(made).startswith(b"HTTP/1.1 200 "):
                return True
        time.sleep(0.02)
    return False


def test_a_full_server_says_so(tmp_path: Path) -> None:
    with running(tmp_path, connections=MOST) as server, ExitStack() as stack:
        for _ in range(MOST - 1):  # the client of the tests holds one
            stack.enter_context(connection(server))
        with connection(server) as made:
            status, _, problem = only_answer(made)
        assert (status, problem["code"]) == (503, "Full")


# -- sockets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opcode", [0x1, 0x2, 0x9, 0xA], ids=["text", "binary", "ping", "pong"])
def test_a_flood_of_frames_closes_the_socket(tmp_path: Path, opcode: int) -> None:
    with running(tmp_path, requests_per_second=10) as server:
        match = meet(server)
        with match.people[0].live(match.id) as table:
            table.recv(PATIENCE)
            frame = bytes([0x80 | opcode, 0x80, 0, 0, 0, 0])
            send(table.socket, frame * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                all(table.recv(PATIENCE) is not None for _ in iter(int, 1))
        if closed.value.rcvd is not None:  # a reset may be faster than the reason
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4429, "TooMany")


def test_a_message_in_endless_parts_closes_the_socket(server: Server) -> None:
    match = meet(server)
    with match.people[0].live(match.id) as table:
        table.recv(PATIENCE)
        first, more = bytes([0x01, 0x80, 0, 0, 0, 0]), bytes([0x00, 0x80, 0, 0, 0, 0])
        send(table.socket, first + more * (MAX_FRAMES_PER_MESSAGE + 1))
        with pytest.raises(ConnectionClosed) as closed:
            table.recv(PATIENCE)
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
