"""How answers and frames are written: whole, in as few pieces as possible, and only to those who read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"


class Patience:
    """Ends a connection whose other side has stopped reading, as soon as nothing was read for a while."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        """Something is waiting to be read."""
        self.rest()
        left = self._transport.get_write_buffer_size()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._look, left)

    def rest(self) -> None:
        """Everything was read, or the client has left."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self, before: int) -> None:
        if self._transport.get_write_buffer_size() >= before:
            self._transport.abort()
        else:
            self.watch()


class Whole:
    """Where an answer is written: its head waits for the first part of its body, and both go on their way at once.

    To hand something to the system takes longer than much of what is done for an answer.
    """

    def __init__(self, transport: asyncio.Transport, on_response: Callable[[], None]) -> None:
        self._transport = transport
        self._on_response = on_response
        self._head: bytes | None = None

    def write(self, data: bytes) -> None:
        """The head, then the body; before both, perhaps, that the client may go on."""
        if self._head is None and data != GO_ON:
            self._head = data
        elif self._head:
            self._transport.write(self._head + data)
            self._head = b""
        else:
            self._transport.write(data)

    def is_closing(self) -> bool:
        """Has the client left?"""
        return self._transport.is_closing()

    def close(self) -> None:
        """Nothing more comes."""
        self._flush()
        self._transport.close()

    def finish(self) -> None:
        """The answer is complete; without a body, the head is all of it."""
        self._flush()
        self._on_response()

    def _flush(self) -> None:
        if self._head:
            self.write(b"")


class Gathered:
    """Where a socket is written: what is said in one turn of the event loop goes on its way at once."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._waiting: list[bytes] = []
        self.pause_reading, self.resume_reading = transport.pause_reading, transport.resume_reading  # for every frame

    def write(self, data: bytes) -> None:
        """A frame, or several."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(data)

    def close(self) -> None:
        """Nothing more comes."""
        self._flush()
        self._transport.close()

    def get_write_buffer_size(self) -> int:
        """Bytes that the other side has not read."""
        return self._transport.get_write_buffer_size() + sum(map(len, self._waiting))

    def _flush(self) -> None:
        if self._waiting and not self._transport.is_closing():
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()

    def __getattr__(self, name: str) -> Any:
        """Everything else is the transport's own."""
        return getattr(self._transport, name)
