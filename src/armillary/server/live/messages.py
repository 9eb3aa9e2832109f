"""The messages of sockets: JSON, each with a `type`.

At a table, from the client: `order`, `withdraw`, `say`, `resign`, `draw` and `ping`, each with an optional `id`. To the
client: `seats` (before the start), `table` (a new view), `waiting` (no new view: somebody has submitted, or offers a
draw), `said` (chat and nothing else), `presence` (who is at the table), `taken` and `problem` (what became of a
request, with its `id`), `pong`.

At home, from the client: `ping`. To the client: `home` (first of all), `news` (of one match), `problem`, `pong`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from armillary.core import codec
from armillary.core.errors import BadData
from armillary.core.values import Seat
from armillary.server.http.answers import Problem
from armillary.server.matches.drafts import Notation
from armillary.server.matches.homes import Why
from armillary.server.matches.moves import MOST_CHAT, Accepted
from armillary.server.matches.sentences import ViolationTold
from armillary.server.matches.views import ChatLine, EntrySeen, MatchInfo, MatchLine, TableAnswer
from armillary.server.storage.rows import Pause

M = TypeVar("M")

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


_ping: msgspec.json.Decoder[PingMessage] = msgspec.json.Decoder(PingMessage)


def decode(text: str, most: int) -> Incoming:
    """A message from a client at a table; raises `BadData`."""
    return _decode(_incoming, text, most)


def decode_ping(text: str, most: int) -> PingMessage:
    """A message from a client at home; raises `BadData`."""
    return _decode(_ping, text, most)


def _decode(decoder: msgspec.json.Decoder[M], text: str, most: int) -> M:
    if len(text) > most:
        raise BadData(f"message: {len(text)} characters, more than the {most} allowed")
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadData(f"message: {error}") from error


# -- to the client ---------------------------------------------------------------------------------------------


class SeatsMessage(msgspec.Struct, frozen=True, tag_field="type", tag="seats"):
    """The match before its start, and what was said there."""

    match: MatchInfo
    said: list[ChatLine]


class TableMessage(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """The table now, and what led to it; only the first on a connection has in its view what never changes."""

    table: TableAnswer[Any, Any]
    happened: list[EntrySeen]
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


class PresenceMessage(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is at the table now: people on their seats, people away from them, and how many others watch."""

    here: tuple[Seat, ...]
    away: tuple[Seat, ...]
    watchers: int


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
    violations: tuple[ViolationTold, ...]


Outgoing: TypeAlias = (
    SeatsMessage
    | TableMessage
    | WaitingMessage
    | SaidMessage
    | PresenceMessage
    | TakenMessage
    | ProblemMessage
    | PongMessage
)


# -- to the client at home -------------------------------------------------------------------------------------


class HomeMessage(msgspec.Struct, frozen=True, tag_field="type", tag="home"):
    """The first message: the server's clock, and how many matches wait for you."""

    now: int
    your_move: int


class NewsMessage(msgspec.Struct, frozen=True, tag_field="type", tag="news"):
    """A match of yours is not as a list showed it, or somebody has said something there."""

    why: Why
    match: MatchLine
    your_move: int
    """How many matches wait for you now."""


AtHome: TypeAlias = HomeMessage | NewsMessage | ProblemMessage | PongMessage


def problem_text(found: Problem, request: str | None = None) -> str:
    """A problem as a message."""
    message = ProblemMessage(request, found.status, found.code, found.detail, found.violations)
    return codec.encode(message).decode()
