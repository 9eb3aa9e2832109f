"""What every socket does, whatever it is for: hold a place, push and listen, answer pings, say why it closes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import msgspec
from litestar import WebSocket
from litestar.connection.base import empty_receive, empty_send
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from armillary.api.messages import AtHome, Incoming, Outgoing, PingMessage, PongMessage, ProblemMessage
from armillary.api.people import Player
from armillary.api.problems import Problem
from armillary.core import codec
from armillary.core.errors import ArmillaryError, BadData
from armillary.server.door.input import require_short_numbers
from armillary.server.door.problems import CLOSE_CODES, internal_error, problem
from armillary.server.errors import TooMany
from armillary.server.limits.loop_time import LoopTime, metered
from armillary.server.limits.requester import requester
from armillary.server.people.sessions import Session
from armillary.server.process import Process

logger = logging.getLogger("armillary.live")

AT_ONCE = 4
"""Messages of one socket that are answered before others get their turn."""

MAX_REFUSALS_IN_A_ROW = 20
"""Messages in a row that are refused one by one before the socket is closed."""

AnySocket = WebSocket[Any, Any, State]

M = TypeVar("M")

_kinds: Any = Incoming
_incoming: msgspec.json.Decoder[Incoming[Any]] = msgspec.json.Decoder(_kinds[Any])
_ping: msgspec.json.Decoder[PingMessage] = msgspec.json.Decoder(PingMessage)


def place_for(process: Process, player: Player | None) -> AbstractContextManager[None]:
    """One of the sockets that this player, or visitors without an identity at this address, may hold open."""
    if player is None:
        return process.limits.sockets_by_address.hold(requester().address)
    return process.limits.sockets.hold(player.id)


def sign_in(process: Process, player: Player | None) -> AbstractContextManager[Session]:
    """Be at a socket as this player, by the token or the cookie it was opened with, for as long as that counts."""
    return process.sessions.hold(None if player is None else player.id, requester().token)


@contextlib.asynccontextmanager
async def accepted(socket: AnySocket) -> AsyncIterator[None]:
    """Open a socket; a refusal is sent over it, since a browser sees nothing of one that is never opened.

    In the end it no longer refers to itself, and is freed at once: the collector looks rarely.
    """
    await socket.accept()
    try:
        yield
    except ArmillaryError as error:
        await close_with(socket, error)
    finally:
        socket.receive, socket.send = empty_receive, empty_send


async def stay(socket: AnySocket, loop_time: LoopTime, *work: Coroutine[Any, Any, None], **about: Any) -> None:
    """Push and listen until one of them ends: the client leaves, may no longer watch, or is no longer signed in."""
    tasks = [asyncio.create_task(metered(each, loop_time, requester().address)) for each in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    error = next((end for end in ends if isinstance(end, Exception)), None)
    if error is None or isinstance(error, WebSocketDisconnect):
        return
    if not isinstance(error, ArmillaryError):
        logger.error("A socket failed", exc_info=error, extra=about)
    await close_with(socket, error)


async def close_with(socket: AnySocket, error: Exception) -> None:
    """Say why, and close: the code is 4000 plus the HTTP status of such an error."""
    found = problem(error) if isinstance(error, ArmillaryError) else internal_error()
    with contextlib.suppress(Exception):  # the client may have left meanwhile
        await socket.send_text(problem_text(found))
        await socket.close(CLOSE_CODES + found.status, found.code)


class Throttle:
    """The messages of a socket: they count as requests do, and after many that were refused in a row it is closed."""

    def __init__(self, socket: AnySocket, process: Process, player: Player | None) -> None:
        self._socket = socket
        self._process = process
        self._address = requester().address
        self._player = player
        self._heard = 0
        self._refusal: TooMany | None = None
        self._refused = 0

    async def receive(self) -> str:
        """The next message; a client that sends many at once does not make others wait for all of them."""
        if self._heard % AT_ONCE == 0:
            await asyncio.sleep(0)
        text = await self._socket.receive_text()
        self._heard += 1
        self._count()
        return text

    def _count(self) -> None:
        """A message has come. Whether it is too much is said once it is known which one it is."""
        self._refusal = None
        try:
            limits = self._process.limits
            limits.requests_by_address.take(self._address)
            limits.loop_time.by_address.require_paid(self._address)
            if self._player is not None:
                limits.requests.take(self._player.id)
                limits.loop_time.by_identity.require_paid(self._player.id)
        except TooMany as error:
            self._refusal = error
        self._refused = self._refused + 1 if self._refusal else 0

    def require_allowed(self) -> None:
        """Raises `TooMany` where the message that came last was too much."""
        if self._refusal is not None:
            raise self._refusal

    def require_calm(self) -> None:
        """Raises `TooMany` for a client that ignores refusals; reconnecting at once is then of no use to it."""
        if self._refused >= MAX_REFUSALS_IN_A_ROW:
            if self._player is not None:
                self._process.limits.requests.exhaust(self._player.id)
            raise TooMany("Too many messages. Slow down and reconnect later.")


async def pong(socket: AnySocket, process: Process, asked: PingMessage) -> None:
    """The server is there."""
    await send(socket, PongMessage(asked.id, process.clock.now()))


async def send(socket: AnySocket, message: Outgoing[Any, Any, Any, Any] | AtHome) -> int:
    """One message; returns how many bytes it has."""
    data = codec.encode(message)
    await send_text(socket, data.decode())
    return len(data)


async def send_text(socket: AnySocket, text: str) -> None:
    """A message that is text already."""
    try:
        await socket.send_text(text)
    except OSError as error:  # the client left a moment ago: not an error of the server
        raise WebSocketDisconnect(detail="The client has left.") from error


# -- messages read and written; what they are is in `armillary.api.messages` ------------------------------------


def decode(text: str) -> Incoming[Any]:
    """A message from a client at a table, an order in it as JSON has it; raises `BadData`."""
    return _decode(_incoming, text)


def decode_ping(text: str) -> PingMessage:
    """A message from a client that hears of its matches; raises `BadData`."""
    return _decode(_ping, text)


def _decode(decoder: msgspec.json.Decoder[M], text: str) -> M:
    try:
        require_short_numbers(text.encode(), "message")
        return decoder.decode(text)
    except RecursionError as error:
        raise codec.too_deep("message") from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadData(f"message: {error}") from error


def problem_text(found: Problem, request: str | None = None) -> str:
    """A problem as a message."""
    message = ProblemMessage(request, found.status, found.code, found.detail, found.violations)
    return codec.encode(message).decode()
