"""Sockets that stay open: a connection that is lost is made anew, and what was asked over it is asked again.

The two kinds differ in how they wait, and in nothing else; what is said and heard is in `talk`. The library below sends
heartbeats by itself, so a server that is gone without a word is noticed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect as connect_awaiting
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from armillary.api.matches import MatchInfo
from armillary.api.messages import PresenceMessage
from armillary.api.tables import TableAnswer
from armillary.client import talk
from armillary.client.asking import Awaiting, Blocking, Verb
from armillary.client.errors import AnswerLost, ServerAway, ServerSaid
from armillary.client.patience import LONGEST, Tries
from armillary.client.talk import Asked, HomeNews, HomeTalk, TableNews, TableTalk, Talk
from armillary.core import codec

T = TypeVar("T")
K = TypeVar("K", bound=Talk[Any])
M = TypeVar("M")

ANSWER_SECONDS = 30.0
"""How long an answer may take before the message is sent again."""

FAILURES = (OSError, TimeoutError, EOFError, WebSocketException)
"""How a connection that cannot be made looks."""

TOO_MANY = 4429
"""The code with which a server closes a socket, or refuses one, where there was too much."""

OPTIONS: dict[str, Any] = {"max_size": codec.MAX_BYTES, "open_timeout": 10, "close_timeout": 2}


@dataclass(frozen=True)
class Line:
    """Where a server's sockets are, and the headers that say who is asking."""

    address: str
    headers: dict[str, str]


class AsyncSocket(Awaiting, Generic[K, M]):
    """A socket that is awaited. Several tasks may listen and ask at the same time."""

    def __init__(self, line: Line, patience: float, talk: K) -> None:
        self._line = line
        self._patience = patience
        self._tries = Tries(patience)
        self._talk = talk
        self._socket: AsyncConnection | None = None
        self._is_open = False
        self._reading = asyncio.Lock()

    async def __aenter__(self) -> Self:
        self._is_open = True
        async with self._reading:
            await self._connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_open = False
        if self._socket is not None:
            await _leave(self._socket)

    def __aiter__(self) -> AsyncIterator[M]:
        return self

    async def __anext__(self) -> M:
        while not self._talk.heard:
            await self._hear(lambda: bool(self._talk.heard))
            if not self._is_open:
                raise StopAsyncIteration
        heard: M = self._talk.heard.popleft()
        return heard

    async def ask(self, asked: Asked[T]) -> T:
        """Send a message and wait for its answer, over as many connections as it takes."""
        tries = Tries(self._patience)
        while True:
            try:
                return await self._exchange(asked)
            except (ServerAway, ServerSaid) as error:
                await asyncio.sleep(tries.pause(error, may_repeat=asked.may_repeat))

    async def _exchange(self, asked: Asked[T]) -> T:
        with self._talk.asking(asked):
            socket = await self._send(asked.text)

            def is_decided() -> bool:
                return self._talk.has_answer(asked) or self._socket is not socket

            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    while not is_decided():
                        await self._hear(is_decided)
            except TimeoutError as error:
                raise AnswerLost(f"There was no answer within {ANSWER_SECONDS:g} seconds.") from error
            if not self._talk.has_answer(asked):
                raise AnswerLost("The connection was lost before the answer came.")
            return self._talk.answer(asked)

    async def _send(self, text: str) -> AsyncConnection:
        """Send, and over which connection; raises `ServerAway` when nothing was sent."""
        if (socket := self._socket) is None:
            async with self._reading:
                socket = self._socket or await self._connect()
        try:
            await socket.send(text)
        except ConnectionClosed as error:
            self._forget(socket)
            raise ServerAway(f"The connection is closed: {error}.") from error
        return socket

    async def _hear(self, is_enough: Callable[[], bool]) -> None:
        """Take the next message, unless somebody else who listens has heard what is needed; or connect again."""
        async with self._reading:
            if is_enough():
                return
            socket = self._socket or await self._connect()
            try:
                text = await socket.recv()
            except ConnectionClosed as error:
                self._forget(socket)
                if self._is_open:
                    await asyncio.sleep(_dropped(self._talk, self._tries, error))
                return
            self._tries = Tries(self._patience)
            self._talk.hear(text)

    async def _connect(self) -> AsyncConnection:
        """A connection that goes on from what was heard last."""
        while self._is_open:
            try:
                address = self._line.address + self._talk.path
                socket = await connect_awaiting(address, additional_headers=self._line.headers, **OPTIONS)
            except FAILURES as error:
                await asyncio.sleep(_unreachable(self._tries, error))
            else:
                await self._keep(socket)
                return socket
        raise RuntimeError("The socket is closed.")

    async def _keep(self, socket: AsyncConnection) -> None:
        """Use this connection from now on; one that comes after `async with` has ended is closed at once."""
        if self._is_open:
            self._socket = socket
        else:
            await _leave(socket)

    def _forget(self, socket: AsyncConnection) -> None:
        if self._socket is socket:
            self._socket = None


class Socket(Blocking, Generic[K, M]):
    """A socket that blocks: for one thread."""

    def __init__(self, line: Line, patience: float, talk: K) -> None:
        self._line = line
        self._patience = patience
        self._tries = Tries(patience)
        self._talk = talk
        self._socket: ClientConnection | None = None

    def __enter__(self) -> Self:
        self._connect()
        return self

    def __exit__(self, *_: object) -> None:
        if self._socket is not None:
            self._socket.close()

    def __iter__(self) -> Iterator[M]:
        return self

    def __next__(self) -> M:
        while not self._talk.heard:
            self._hear()
        heard: M = self._talk.heard.popleft()
        return heard

    def ask(self, asked: Asked[T]) -> T:
        """Send a message and wait for its answer, over as many connections as it takes."""
        tries = Tries(self._patience)
        while True:
            try:
                return self._exchange(asked)
            except (ServerAway, ServerSaid) as error:
                time.sleep(tries.pause(error, may_repeat=asked.may_repeat))

    def _exchange(self, asked: Asked[T]) -> T:
        with self._talk.asking(asked):
            socket, end = self._send(asked.text), time.monotonic() + ANSWER_SECONDS
            while not self._talk.has_answer(asked):
                try:
                    self._hear(max(0, end - time.monotonic()))
                except TimeoutError as error:
                    raise AnswerLost(f"There was no answer within {ANSWER_SECONDS:g} seconds.") from error
                if self._socket is not socket:
                    raise AnswerLost("The connection was lost before the answer came.")
            return self._talk.answer(asked)

    def _send(self, text: str) -> ClientConnection:
        """Send, and over which connection; raises `ServerAway` when nothing was sent."""
        socket = self._socket or self._connect()
        try:
            socket.send(text)
        except ConnectionClosed as error:
            self._socket = None
            raise ServerAway(f"The connection is closed: {error}.") from error
        return socket

    def _hear(self, seconds: float | None = None) -> None:
        """Take the next message; or connect again, later."""
        socket = self._socket or self._connect()
        try:
            text = socket.recv(seconds)
        except ConnectionClosed as error:
            self._socket = None
            time.sleep(_dropped(self._talk, self._tries, error))
            return
        self._tries = Tries(self._patience)
        self._talk.hear(text)

    def _connect(self) -> ClientConnection:
        """A connection that goes on from what was heard last."""
        while True:
            try:
                address = self._line.address + self._talk.path
                self._socket = connect(address, additional_headers=self._line.headers, **OPTIONS).__enter__()
            except FAILURES as error:
                time.sleep(_unreachable(self._tries, error))
            else:
                return self._socket


async def _leave(socket: AsyncConnection) -> None:
    """Close politely; a cancelled task hangs up without an answer, and leaves nothing open."""
    try:
        await socket.close()
    finally:
        socket.transport.abort()


def _dropped(talk: Talk[Any], tries: Tries, error: ConnectionClosed) -> float:
    """How long to wait before connecting again, long where it was too much; raises where that is of no use."""
    code = error.rcvd.code if error.rcvd else None
    talk.dropped(code, error.sent.code if error.sent else None)
    wait = tries.pause(ServerAway(f"The connection was lost: {error}."), may_repeat=True)
    return max(wait, LONGEST) if code == TOO_MANY else wait


def _unreachable(tries: Tries, error: Exception) -> float:
    """How long to wait before connecting again; raises once it took too long."""
    return tries.pause(ServerAway(f"The server cannot be reached: {error or type(error).__name__}."), may_repeat=True)


# -- at a table, and at home -----------------------------------------------------------------------------------


class AtTable:
    """What somebody at a table does and knows."""

    _talk: TableTalk

    order = Verb(talk.order)
    draft = Verb(talk.draft)
    withdraw = Verb(talk.withdraw)
    say = Verb(talk.say)
    resign = Verb(talk.resign)
    offer_draw = Verb(talk.offer_draw)
    ping = Verb(talk.ping)

    @property
    def match(self) -> MatchInfo:
        """The match from outside, as it was told last."""
        return self._talk.match

    @property
    def table(self) -> TableAnswer[Any, Any] | None:
        """The newest table, its view whole; None before the start."""
        return self._talk.table

    @property
    def presence(self) -> PresenceMessage | None:
        """Who is at the table, as it was told last."""
        return self._talk.presence

    @property
    def owes_order(self) -> bool:
        """Does the match wait for your order?"""
        return self._talk.owes_order


class TableSocket(AtTable, Socket[TableTalk, TableNews]):
    """A match's socket that blocks."""


class AsyncTableSocket(AtTable, AsyncSocket[TableTalk, TableNews]):
    """A match's socket that is awaited."""


class HomeSocket(Socket[HomeTalk, HomeNews]):
    """The socket of all one's matches, one that blocks."""

    ping = Verb(talk.ping)


class AsyncHomeSocket(AsyncSocket[HomeTalk, HomeNews]):
    """The socket of all one's matches, one that is awaited."""

    ping = Verb(talk.ping)
