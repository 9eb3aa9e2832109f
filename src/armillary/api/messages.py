"""The messages of sockets: JSON, each with a `type`.

At a table, from the client: `order`, `draft`, `withdraw`, `say`, `resign`, `draw` and `ping`, each with an optional
`id`. To the client: `seats` (before the start, and when a seat changes hands), `history` (a part of a long past),
`table` (a new view), `waiting` (no new view: somebody has submitted, or offers a draw), `said` (chat and nothing else),
`unsaid` (chat that was removed), `presence` (who is at the table), `considered` (all about a draft), `taken` and
`problem` (what became of a request, with its `id`), `pong`.

At home, from the client: `ping`. To the client: `home` (first of all), `news` (of one match), `problem`, `pong`.
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

import msgspec

from armillary.api.history import E, EntrySeen
from armillary.api.matches import MatchInfo, MatchLine
from armillary.api.problems import ViolationTold
from armillary.api.tables import MAX_CHAT, Accepted, ChatLine, Considered, Notation, StepNumber, TableAnswer
from armillary.api.terms import Pause
from armillary.core.contract import O, P, V
from armillary.core.values import Seat

Id = Annotated[str, msgspec.Meta(max_length=60)] | None


class OrderMessage(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True, tag_field="type", tag="order"):
    """An order; its `id` is its idempotency key."""

    order: O | None = None
    notation: Notation | None = None
    step: StepNumber | None = None
    id: Id = None


class DraftMessage(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True, tag_field="type", tag="draft"):
    """A draft order; without an order and a notation, the default order."""

    order: O | None = None
    notation: Notation | None = None
    id: Id = None


class WithdrawMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="withdraw"):
    """Withdraw the order."""

    id: Id = None


class SayMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """A line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT)]
    id: Id = None


class ResignMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resign"):
    """Resign."""

    id: Id = None


class DrawMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="draw"):
    """Offer a draw or agree to one; or, with `offer` false, withdraw the offer."""

    offer: bool = True
    id: Id = None


class PingMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Is the server still there? Every client may ask."""

    id: Id = None


Incoming: TypeAlias = (
    OrderMessage[O] | DraftMessage[O] | WithdrawMessage | SayMessage | ResignMessage | DrawMessage | PingMessage
)


class SeatsMessage(msgspec.Struct, frozen=True, tag_field="type", tag="seats"):
    """The match before its start, and what was said there."""

    match: MatchInfo
    said: list[ChatLine]


class HistoryMessage(msgspec.Struct, Generic[O, E], frozen=True, tag_field="type", tag="history"):
    """A part of a long past, up to a `seq`: the next part follows or, with the rest, the table."""

    seq: int
    happened: list[EntrySeen[E, O]]
    said: list[ChatLine]


class TableMessage(msgspec.Struct, Generic[V, O, E], frozen=True, tag_field="type", tag="table"):
    """The table now, and what led to it; only the first on a connection has in its view what never changes."""

    table: TableAnswer[V, O]
    happened: list[EntrySeen[E, O]]
    said: list[ChatLine]


class WaitingMessage(msgspec.Struct, Generic[O], frozen=True, tag_field="type", tag="waiting"):
    """Nothing was resolved: only who has submitted, who offers a draw or asks for a pause, the clock, what was said."""

    seq: int
    now: int
    deadline: int | None
    submitted: tuple[Seat, ...]
    pending: O | None
    offers: tuple[Seat, ...]
    pause: Pause
    said: list[ChatLine]


class SaidMessage(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    """Lines of chat: nothing else is new."""

    seq: int
    said: list[ChatLine]


class UnsaidMessage(msgspec.Struct, frozen=True, tag_field="type", tag="unsaid"):
    """Lines of chat whose words were removed, by their `seq`."""

    lines: list[int]


class PresenceMessage(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is at the table now: people on their seats, people away from them, and how many others watch."""

    here: tuple[Seat, ...]
    away: tuple[Seat, ...]
    watchers: int


class PongMessage(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The server is there, and this is its clock."""

    id: str | None
    now: int


class ConsideredMessage(msgspec.Struct, Generic[O, P], frozen=True, tag_field="type", tag="considered"):
    """Everything about a draft."""

    id: str | None
    draft: Considered[O, P]


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
    | TableMessage[V, O, E]
    | HistoryMessage[O, E]
    | WaitingMessage[O]
    | ConsideredMessage[O, P]
    | SaidMessage
    | UnsaidMessage
    | PresenceMessage
    | TakenMessage
    | ProblemMessage
    | PongMessage
)


Why: TypeAlias = Literal["ended", "began", "invited", "your_move", "said", "changed"]
"""Why the line is sent; of several reasons, the first in this list."""


class HomeMessage(msgspec.Struct, frozen=True, tag_field="type", tag="home"):
    """The first message: the server's clock, and how many matches wait for you."""

    now: int
    your_move: int


class NewsMessage(msgspec.Struct, frozen=True, tag_field="type", tag="news"):
    """The list line of one of your matches has changed, or there is new chat."""

    why: Why
    match: MatchLine
    your_move: int
    """How many matches wait for you now."""


AtHome: TypeAlias = HomeMessage | NewsMessage | ProblemMessage | PongMessage
