"""Connections before there is a request: how many there may be, how much they may say, and how long they may take.

These are uvicorn's own protocols with limits. Whatever breaks one is answered in the shape that all errors have, and
the connection is closed. On the way of a request that arrives in one piece no timer is set.
"""

from __future__ import annotations

import asyncio
import logging
from enum import Enum
from functools import partial
from typing import Any, cast

import httptools
import msgspec
from litestar import Litestar
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from armillary.api.problems import Problem
from armillary.server.door.hosts import Hosts
from armillary.server.door.problems import CLOSE_CODES
from armillary.server.errors import TooMany
from armillary.server.http.responses import JSON, RETRIED, RETRY_SECONDS, security_headers
from armillary.server.http.transports import Gathered, Patience, Whole
from armillary.server.limits.buckets import Buckets
from armillary.server.limits.connections import CROWDED, Connections
from armillary.server.limits.places import Places
from armillary.server.limits.requester import address_of
from armillary.server.process import Process
from armillary.server.settings import Settings

MAX_LINE_BYTES = 8_000
"""Bytes of the address in a request line, and of a header. The library below takes no longer ones at a handshake."""
MAX_HEADERS = 100
MAX_HEAD_BYTES = 32_000
"""Bytes of all headers of a request together."""
MAX_REQUESTS_WAITING = 32
"""Requests that may wait on one connection while one before them is answered."""
LINGER_SECONDS = 1.0
"""How long a connection stays after a refusal: closed at once, it would be reset before the refusal is read."""

SLICE = 4_096
"""Bytes of a socket that are read before frames are counted."""
FRAMES_FACTOR, FEWEST_FRAMES = 3, 100
"""Frames of a socket for every request that its player may send, in a second and at once, and how many at least:
too many messages are refused first; this is for clients that ignore the refusals or send empty frames."""
LOT = 20
"""Frames that are counted together."""
MAX_FRAMES_PER_MESSAGE = 1_000
"""Frames that one message may have."""

ADDRESS_TOO_LONG = Problem(414, "AddressTooLong", f"The address has more than the {MAX_LINE_BYTES} bytes allowed.")
HEADERS_TOO_LARGE = Problem(
    431,
    "HeadersTooLarge",
    f"A request can have at most {MAX_HEADERS} headers, with {MAX_LINE_BYTES} bytes each and {MAX_HEAD_BYTES} in all.",
)
NOT_HTTP = Problem(400, "BadRequest", "This is not an HTTP/1.1 request.")
BODY_OF_HANDSHAKE = Problem(400, "BadRequest", "A request for a socket cannot have a body.")
HANDSHAKE_TOO_SOON = Problem(400, "BadRequest", "A request for a socket has to wait for the answers before it.")
TOO_SLOW = Problem(408, "TooSlow", "The request was not complete in time. Send it again.")


logger = logging.getLogger("armillary.sockets")


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Sockets are counted and not logged one by one, nor is what clients send: else they could fill the disk."""
    error = record.exc_info[1] if record.exc_info else None
    return record.levelno >= logging.ERROR and not isinstance(error, UnicodeDecodeError)


logger.addFilter(_is_our_fault)


def guarded(settings: Settings) -> dict[str, Any]:
    """The options that make uvicorn guard its connections."""
    gate = Connections(settings)
    return {
        "http": partial(HttpConnection, gate, Hosts(settings)),
        "ws": partial(SocketConnection, gate),
        "ws_max_size": settings.body_bytes,
    }


def _counted_in(config: Config) -> Places:
    """Where connections are counted by address: with all other limits, which uvicorn knows nothing of."""
    app: Any = config.loaded_app
    while not isinstance(app, Litestar):  # what uvicorn puts around it
        app = app.app
    process: Process = app.state.process
    return process.limits.connections_by_address


class Stage(Enum):
    """What a connection is in the middle of."""

    NOTHING = 0
    HEAD = 1
    BODY = 2


class HttpConnection(HttpToolsProtocol):
    """A connection on which requests come."""

    def __init__(self, gate: Connections, hosts: Hosts, **given: Any) -> None:
        super().__init__(**given)
        self._gate = gate
        self._hosts = hosts
        self._stage = Stage.NOTHING
        self._deadline: asyncio.TimerHandle | None = None
        self._heard = False
        """Has the parser found anything but headers in the bytes it was given last?"""
        self._unfinished = 0
        """Bytes of headers that go on and on; the parser would copy those of a line whenever more come."""
        self._objection: Problem | None = None
        self._is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected: it has a while to send something."""
        super().connection_made(transport)
        self._patience = Patience(transport, self._gate.settings.body_seconds)
        is_proxy = (self.client or ("",))[0] in getattr(self.config.loaded_app, "trusted_hosts", ())
        self._counted = _counted_in(self.config), address_of(self.client)
        objection = self._gate.enter(*self._counted, is_proxy=is_proxy)
        if objection is None:
            self._set_deadline(self._gate.settings.head_seconds)
        else:
            self._answer(objection)
            self._is_refused = True
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._keep_deadline()
        self._patience.rest()
        self._gate.leave(*self._counted)

    # -- what comes in -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Some bytes."""
        if self._is_refused:
            return
        self._unset_keepalive_if_required()
        self._heard = False
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._keep_deadline()
                self._patience.rest()
                self.handle_websocket_upgrade()
            return
        except httptools.HttpParserError:
            self._refuse(self._objection or NOT_HTTP)
            return
        self._unfinished = 0 if self._heard else self._unfinished + len(data)
        if self._unfinished > MAX_HEAD_BYTES:
            self._refuse(HEADERS_TOO_LARGE)
        elif self._deadline is None and (self._stage is not Stage.NOTHING or not self._is_answering):
            settings = self._gate.settings
            self._set_deadline(settings.body_seconds if self._stage is Stage.BODY else settings.head_seconds)

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket. What was for requests falls apart: see `SocketConnection`."""
        super().handle_websocket_upgrade()
        vars(self).clear()

    def on_message_begin(self) -> None:
        """A request begins; the time for its head goes on from when there was nothing yet."""
        self._stage, self._heard = Stage.HEAD, True
        if len(self.pipeline) >= MAX_REQUESTS_WAITING:
            self._object(CROWDED)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of its address."""
        self._heard = True
        super().on_url(url)
        if len(self.url) > MAX_LINE_BYTES:
            self._object(ADDRESS_TOO_LONG)

    def on_headers_complete(self) -> None:
        """The head is whole."""
        sizes = [len(name) + len(value) for name, value in self.headers]
        if sizes and (len(sizes) > MAX_HEADERS or max(sizes) > MAX_LINE_BYTES or sum(sizes) > MAX_HEAD_BYTES):
            self._object(HEADERS_TOO_LARGE)
        if objection := self._hosts.objection(self.headers):
            self._object(objection)
        if self.parser.should_upgrade() and self._should_upgrade():
            if _has_body(self.headers):
                self._object(BODY_OF_HANDSHAKE)
            if self._is_answering:  # the answer would come in the middle of what is said on the socket
                self._object(HANDSHAKE_TOO_SOON)
        self._keep_deadline()
        self._stage, self._heard, before = Stage.BODY, True, self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # there is none where a socket is asked for
            whole = Whole(self.transport, self.on_response_complete)
            self.cycle.transport, self.cycle.on_response = cast("asyncio.Transport", whole), whole.finish

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._heard = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._keep_deadline()
        self._stage, self._heard = Stage.NOTHING, True
        super().on_message_complete()

    def _object(self, problem: Problem) -> None:
        """Stop the parser: what it raises then does not say why."""
        self._objection = problem
        raise ValueError(problem.code)

    # -- time ----------------------------------------------------------------------------------------------

    def _set_deadline(self, seconds: float) -> None:
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def _keep_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """Tell an unfinished request why; an idle connection is closed without an answer."""
        if self._stage is Stage.NOTHING:
            self.transport.close()
        else:
            self._refuse(TOO_SLOW)

    def pause_writing(self) -> None:
        """The other side reads more slowly than we write, or not at all."""
        super().pause_writing()
        self._patience.watch()

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._patience.rest()

    def timeout_keep_alive_handler(self) -> None:
        """The client sends nothing more; it may still read the last answer."""
        super().timeout_keep_alive_handler()
        self._patience.watch()

    # -- refusals ------------------------------------------------------------------------------------------

    def _refuse(self, problem: Problem) -> None:
        """Answer, and close; not in the middle of another answer."""
        self._is_refused = True
        self._keep_deadline()
        if self._is_answering and self._stage is Stage.BODY and not self.cycle.response_started and not self.pipeline:
            self.cycle.disconnected = True  # work on this request can stop
            self.cycle.message_event.set()
            self._answer(problem)
        elif not self._is_answering:
            self._answer(problem)
        self.transport.pause_reading()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def _answer(self, problem: Problem) -> None:
        self.transport.write(_in_full(problem, self.server_state.default_headers, self._gate.settings))


def _has_body(headers: list[tuple[bytes, bytes]]) -> bool:
    """Does a request announce a body?"""
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0")) for name, value in headers
    )


def _in_full(problem: Problem, more: list[tuple[bytes, bytes]], settings: Settings) -> bytes:
    """An answer that closes the connection, as it goes over the wire."""
    body = msgspec.json.encode(problem)
    headers = {
        "content-type": JSON,
        "content-length": str(len(body)),
        "connection": "close",
        **security_headers(settings),
    }
    if problem.status in RETRIED:
        headers["retry-after"] = str(RETRY_SECONDS)
    lines = [b"%b: %b\r\n" % each for each in more]
    lines += [f"{name}: {value}\r\n".encode() for name, value in headers.items()]
    return b"".join([STATUS_LINE[problem.status], *lines, b"\r\n", body])


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a socket. It was counted when it was opened."""

    def __init__(self, gate: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._gate = gate
        self.logger = self.conn.logger = logger
        rate = max(gate.settings.requests_per_second * FRAMES_FACTOR, FEWEST_FRAMES)
        self._frames = Buckets(rate, rate)
        self._uncounted = 0
        """Frames that were not counted yet: they are in lots, since most clients send a few and are done."""
        self._is_lost = self._is_served = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The handshake comes next."""
        super().connection_made(cast("asyncio.BaseTransport", Gathered(cast("asyncio.Transport", transport))))
        self._patience = Patience(self.transport, self._gate.settings.body_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        super().connection_lost(exc)
        self._patience.rest()
        self._gate.leave(_counted_in(self.config), address_of(self.client))
        self._is_lost = True
        self._fall_apart()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Nobody works for them any more."""
        super().on_task_complete(task)
        self._is_served = True
        self._fall_apart()

    def _fall_apart(self) -> None:
        """Free a connection that is over at once: its parts refer to each other, and the collector looks rarely."""
        if self._is_lost and self._is_served:
            self.conn.parser.close()
            for part in (self.conn, self):
                vars(part).clear()

    def data_received(self, data: bytes) -> None:
        """Some bytes. A flood of frames, whatever they are, ends the connection before all of them were looked at."""
        for start in range(0, len(data), SLICE):
            self.conn.receive_data(data[start : start + SLICE])
            if self.conn.parser_exc is None:
                self._uncounted += len(self.conn.events)
                if self._uncounted >= LOT and not self._are_allowed():
                    self._end(CLOSE_CODES + 429, TooMany.__name__)
                    return
            else:
                self.handle_parser_exception()
                return
            self.handle_events()
        if not self.handshake_initiated:  # all of it was there, so nothing more comes
            self.handle_parser_exception()

    def _are_allowed(self) -> bool:
        try:
            self._frames.take("", cost=self._uncounted)
        except TooMany:
            return False
        self._uncounted = 0
        return True

    def handle_cont(self, event: Any) -> None:
        """A part of a message, which may have many, but not any number."""
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAMES_PER_MESSAGE:
            self._end(1009, "too many parts")

    def _end(self, code: int, reason: str) -> None:
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Not a valid handshake or frame."""
        if self.conn.close_sent is None:
            self.transport.write(_in_full(NOT_HTTP, self.default_headers, self._gate.settings))
            self.transport.close()
        else:
            super().handle_parser_exception()

    def pause_writing(self) -> None:
        """The other side does not read: whatever it sends now would be answered, and the answers pile up."""
        super().pause_writing()
        self.transport.pause_reading()
        self._patience.watch()

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._patience.rest()
        if not self.read_paused:
            self.transport.resume_reading()
