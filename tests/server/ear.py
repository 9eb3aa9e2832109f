"""Somebody at a match's socket who remembers everything they hear."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from websockets.sync.client import ClientConnection

from armillary.core import codec
from tests.server.api import Person


class Ear:
    """Somebody at a socket who remembers everything, over any number of connections."""

    def __init__(self, who: Person, match: str, seat: int | None = None) -> None:
        self._who = who
        self._match = match
        self._seat = seat
        self._socket: ClientConnection | None = None
        self.seq = 0
        self.table: Any = None
        self.steps: list[int] = []
        self.said: list[str] = []
        self.answers: list[Any] = []

    def __enter__(self) -> Ear:
        self._socket = self._who.live(self._match, self.seq, self._seat).__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.drop()

    def drop(self) -> None:
        """Lose the connection."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def hear(self, seconds: float = 10) -> Any:
        """The next message, remembered."""
        assert self._socket is not None
        message = json.loads(self._socket.recv(seconds))
        if message["type"] == "seats":
            self.seq = message["match"]["seq"]
            self.said += [line["text"] for line in message["said"]]
        elif message["type"] == "history":
            self.seq = message["seq"]
            self.steps += [told["step"] for told in message["happened"]]
            self.said += [line["text"] for line in message["said"]]
        elif message["type"] == "table":
            self.table = message["table"]["table"]
            self.seq = message["table"]["seq"]
            self.steps += [told["step"] for told in message["happened"]]
            self.said += [line["text"] for line in message["said"]]
        elif message["type"] == "waiting":
            self.seq = message["seq"]
            self.table |= {"submitted": message["submitted"], "pending": message["pending"]}
            self.said += [line["text"] for line in message["said"]]
        elif message["type"] == "said":
            self.seq = message["seq"]
            self.said += [line["text"] for line in message["said"]]
        else:
            self.answers.append(message)
        return message

    def until(self, holds: Callable[[], object]) -> None:
        """Hear until something is so."""
        while not holds():
            self.hear()

    def until_step(self, step: int) -> None:
        """Listen until this many steps are resolved."""
        self.until(lambda: self.table["step"] >= step)

    def send(self, **message: Any) -> None:
        """Say something to the server."""
        assert self._socket is not None
        self._socket.send(codec.encode(message).decode())

    def ask(self, **message: Any) -> Any:
        """Say something to the server and hear the answer to it."""
        before = len(self.answers)
        self.send(**message)
        self.until(lambda: len(self.answers) > before)
        return self.answers[-1]
