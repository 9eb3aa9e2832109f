"""Servers that misbehave: each does exactly what a test tells it to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
from websockets.sync.server import ServerConnection, serve

from armillary import Match, game, seed_from
from armillary.api.matches import MatchInfo
from armillary.api.messages import TableMessage
from armillary.api.problems import Problem
from armillary.api.tables import TableAnswer
from armillary.api.terms import Absent, NoClock, Pause, Spectators, Talk
from armillary.core import codec
from armillary.core.match import AnyMatch

DROP = "drop"
"""Instead of an answer: close the connection."""


class Script:
    """What a server answers, one thing after the other, and what it was asked; the last answer is given for ever."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []

    def next(self) -> Any:
        """The next answer: `DROP`, or a status, headers and a body."""
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def problem(status: int, code: str = "Any") -> tuple[int, dict[str, str], bytes]:
    """A problem as an answer."""
    return status, {"retry-after": "0"}, codec.encode(Problem(status, code, "Because."))


def page(status: int) -> tuple[int, dict[str, str], bytes]:
    """A page for people, of whatever stands in front of a server."""
    return status, {"content-type": "text/html"}, b"<html>Something went wrong.</html>"


def fine(value: Any) -> tuple[int, dict[str, str], bytes]:
    """A value as an answer."""
    return 200, {}, codec.encode(value)


@contextmanager
def scripted(*answers: Any) -> Iterator[tuple[str, Script]]:
    """The address of a server that follows a script."""
    script = Script(*answers)

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            script.asked.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            answer = script.next()
            if answer == DROP:
                self.close_connection = True
                return
            status, headers, content = answer
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = _answer  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", script
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def sockets(*visits: Callable[[ServerConnection], None]) -> Iterator[tuple[str, list[str]]]:
    """A server that treats every connection as it is told, the last way for ever; and the paths it was asked for."""
    left, paths = list(visits), []

    def visit(socket: ServerConnection) -> None:
        assert socket.request is not None
        paths.append(socket.request.path)
        (left.pop(0) if len(left) > 1 else left[0])(socket)

    with serve(visit, "127.0.0.1", 0, close_timeout=1) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.socket.getsockname()[1]}", paths
        finally:
            server.shutdown()
            thread.join()


MATCH = MatchInfo(
    id="m1",
    game="skirmish",
    rules_version=game("skirmish").version,
    config=None,
    status="playing",
    pace=NoClock(),
    spectators=Spectators(),
    seats=(),
    deadline=None,
    outcome=None,
    commitment="",
    created_at=0,
    changed_at=0,
    seq=2,
    yours=(1,),
    may_start=False,
    may_edit=False,
    absent=Absent(),
    talk=Talk(),
    practice=False,
    pause=Pause(),
    origin="table",
    rematch=None,
    expires_at=None,
)

OPENING = Match.begin(game("skirmish"), seed=seed_from("client"))


def table_text(match: AnyMatch = OPENING, seq: int = 2, *, whole: bool = True) -> str:
    """The message of a table, seen from seat 1."""
    table: Any = match.table(1)
    if not whole:
        table = msgspec.structs.replace(table, view=msgspec.structs.replace(table.view, setup=None))
    answer: Any = TableAnswer("m1", seq, "playing", 0, None, 1, (), Pause(), "Play.", None, None, None, table)
    return codec.encode(TableMessage(answer, [], [])).decode()
