"""The messages of a match's socket: JSON, each with a `type`.

From the client: `order`, `withdraw`, `say`, `resign`, `draw` and `ping`, each with an optional `id`. To the client:
`seats` (before the start, when a seat changes hands and when there is a rematch), `table` (a new view), `waiting` (no
new view: somebody has submitted, offers a draw or asks for a pause), `said` (chat and nothing else), `taken` and
`problem` (what became of a request, with its `id`), `pong`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from armillary.core import codec
from armillary.core.errors import BadData
from armillary.core.values import Seat, Violation
from armillary.server.http.answers import Problem
from armillary.server.matches.moves import MOST_CHAT, Accepted, Notation
from armillary.server.matches.views import ChatLine, MatchInfo, StepSeen, TableAnswer
from armillary.server.storage.rows import Pause

Id = Annotated[str, msgspec.Meta(max_length=60)] | None


# -- from the client -------------------------------------------------------------------------------------------


class OrderMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="order"):
    """An order; its `id` is its idempotency key."""

    order: msgspec.Raw = msgspec.Raw(b"null")
    notation: Notation | None = None
    step: int | None = None
    id: Id = None


class WithdrawMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="withdraw"):
    """Take the order back."""

    id: Id = None


class SayMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """A line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_CHAT)]
    id: Id = None


class ResignMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resign"):
    """Give up."""

    id: Id = None


class DrawMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="draw"):
    """Offer a draw or agree to one; or, with `offer` false, take the offer back."""

    offer: bool = True
    id: Id = None


class PingMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Is the server still there? Anybody may ask."""

    id: Id = None


Incoming: TypeAlias = OrderMessage | WithdrawMessage | SayMessage | ResignMessage | DrawMessage | PingMessage

_incoming: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


def decode(text: str, most: int) -> Incoming:
    """A message from the client; raises `BadData`."""
    if len(text) > most:
        raise BadData(f"message: {len(text)} characters, more than the {most} allowed")
    try:
        return _incoming.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadData(f"message: {error}") from error


# -- to the client ---------------------------------------------------------------------------------------------


class SeatsMessage(msgspec.Struct, frozen=True, tag_field="type", tag="seats"):
    """The match before its start, and what was said there."""

    match: MatchInfo
    said: list[ChatLine]


class TableMessage(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """The table now, and what led to it."""

    table: TableAnswer[Any, Any]
    happened: list[StepSeen]
    said: list[ChatLine]


class WaitingMessage(msgspec.Struct, frozen=True, tag_field="type", tag="waiting"):
    """Nothing was resolved: only who has submitted, who offers a draw or asks for a pause, the clock, what was said."""

    seq: int
    now: int
    deadline: int | None
    submitted: tuple[Seat, ...]
    pending: Any
    offers: tuple[Seat, ...]
    pause: Pause
    said: list[ChatLine]


class SaidMessage(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    """Lines of chat: nothing else is new."""

    seq: int
    said: list[ChatLine]


class PongMessage(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The server is there, and this is its clock."""

    id: str | None
    now: int


class TakenMessage(msgspec.Struct, frozen=True, tag_field="type", tag="taken"):
    """What the client asked for is durable."""

    id: str | None
    result: Accepted | None = None


class ProblemMessage(msgspec.Struct, frozen=True, tag_field="type", tag="problem"):
    """What was asked for is not done; without an `id` it is the socket itself that is refused."""

    id: str | None
    status: int
    code: str
    detail: str
    violations: tuple[Violation, ...]


Outgoing: TypeAlias = (
    SeatsMessage | TableMessage | WaitingMessage | SaidMessage | TakenMessage | ProblemMessage | PongMessage
)


def problem_text(found: Problem, request: str | None = None) -> str:
    """A problem as a message."""
    message = ProblemMessage(request, found.status, found.code, found.detail, found.violations)
    return codec.encode(message).decode()
