"""Messages read and written; what they are is in `armillary.api.messages`."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from armillary.api.messages import Incoming, PingMessage, ProblemMessage
from armillary.api.problems import Problem
from armillary.core import codec
from armillary.core.errors import BadData
from armillary.server.door.input import require_short_numbers

M = TypeVar("M")

_kinds: Any = Incoming
_incoming: msgspec.json.Decoder[Incoming[Any]] = msgspec.json.Decoder(_kinds[Any])
_ping: msgspec.json.Decoder[PingMessage] = msgspec.json.Decoder(PingMessage)


def decode(text: str, most: int) -> Incoming[Any]:
    """A message from a client at a table, an order in it as JSON has it; raises `BadData`."""
    return _decode(_incoming, text, most)


def decode_ping(text: str, most: int) -> PingMessage:
    """A message from a client at home; raises `BadData`."""
    return _decode(_ping, text, most)


def _decode(decoder: msgspec.json.Decoder[M], text: str, most: int) -> M:
    if len(text) > most:
        raise BadData(f"message: {len(text)} characters, more than the {most} allowed")
    try:
        require_short_numbers(text.encode(), "message")
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadData(f"message: {error}") from error


def problem_text(found: Problem, request: str | None = None) -> str:
    """A problem as a message."""
    message = ProblemMessage(request, found.status, found.code, found.detail, found.violations)
    return codec.encode(message).decode()
