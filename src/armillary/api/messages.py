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
from armillary.api.terms import Pause, SeatNumber
from armillary.core.contract import O, P, V
from armillary.core.values import Seat

Id = Annotated[str, msgspec.Meta(max_length=60)] | None


class OrderMessage(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True, tag_field="type", tag="order"):
    """An order; its `id` is its idempotency key."""

    order: O | None = None
    """The order as data."""
    notation: Notation | None = None
    """The order in the game's notation, instead of `order`."""
    step: StepNumber | None = None
    """The step it is meant for: in any other, it is refused. Null: for the current one."""
    ready: bool = True
    """False: this is not your order yet, but what you play if time runs out. Nobody else is told of it."""
    id: Id = None
    """Comes back with the answer; an order sent again under the same id is carried out once."""


class DraftMessage(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True, tag_field="type", tag="draft"):
    """A draft order; without an order and a notation, the default order."""

    order: O | None = None
    """The draft as data."""
    notation: Notation | None = None
    """The draft in the game's notation, instead of `order`."""
    id: Id = None
    """Comes back with the answer."""


class WithdrawMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="withdraw"):
    """Withdraw the order."""

    id: Id = None
    """Comes back with the answer."""


class SayMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """A line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT)]
    """What to say."""
    to: SeatNumber | None = None
    """The seat to say it to in private, where the terms allow that; null to say it to all."""
    id: Id = None
    """Comes back with the answer."""


class ResignMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resign"):
    """Resign."""

    id: Id = None
    """Comes back with the answer."""


class DrawMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="draw"):
    """Offer a draw or agree to one; or, with `offer` false, withdraw the offer."""

    offer: bool = True
    """True to offer or agree, false to withdraw the offer."""
    id: Id = None
    """Comes back with the answer."""


class PingMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Is the server still there? Every client may ask."""

    id: Id = None
    """Comes back with the answer."""


Incoming: TypeAlias = (
    OrderMessage[O] | DraftMessage[O] | WithdrawMessage | SayMessage | ResignMessage | DrawMessage | PingMessage
)


class SeatsMessage(msgspec.Struct, frozen=True, tag_field="type", tag="seats"):
    """The match before its start, and what was said there."""

    match: MatchInfo
    """The match, with its seats and terms."""
    said: list[ChatLine]
    """What was said since the last message."""


class HistoryMessage(msgspec.Struct, Generic[O, E], frozen=True, tag_field="type", tag="history"):
    """A part of a long past, up to a `seq`: the next part follows or, with the rest, the table."""

    seq: int
    """This part goes up to this entry of the journal."""
    happened: list[EntrySeen[E, O]]
    """The steps of this part, oldest first."""
    said: list[ChatLine]
    """What was said in this part."""


class TableMessage(msgspec.Struct, Generic[V, O, E], frozen=True, tag_field="type", tag="table"):
    """The table now, and what led to it; only the first on a connection has in its view what never changes."""

    table: TableAnswer[V, O]
    """The table as you see it."""
    happened: list[EntrySeen[E, O]]
    """The steps since the last message, oldest first."""
    said: list[ChatLine]
    """What was said since the last message."""


class WaitingMessage(msgspec.Struct, Generic[O], frozen=True, tag_field="type", tag="waiting"):
    """Nothing was resolved: only who has submitted, who offers a draw or asks for a pause, the clock, what was said."""

    seq: int
    """The number of the newest entry in the match's journal."""
    now: int
    """The server's clock, in milliseconds since 1970."""
    deadline: int | None
    """When the time is up, in milliseconds since 1970; null without a clock."""
    submitted: tuple[Seat, ...]
    """The seats whose order is in."""
    pending: O | None
    """Your own order, if it is in; else null."""
    kept: O | None
    """What you play if time runs out before your order is in, where you have kept something; else null."""
    offers: tuple[Seat, ...]
    """The seats that offer a draw."""
    pause: Pause
    """Who asks for a pause, or what is left on the stopped clock."""
    said: list[ChatLine]
    """What was said since the last message."""


class SaidMessage(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    """Lines of chat: nothing else is new."""

    seq: int
    """The number of the newest entry in the match's journal."""
    said: list[ChatLine]
    """The new lines."""


class UnsaidMessage(msgspec.Struct, frozen=True, tag_field="type", tag="unsaid"):
    """Lines of chat whose words were removed, by their `seq`."""

    lines: list[int]
    """The `seq` of every such line."""


class PresenceMessage(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is at the table now: people on their seats, people away from them, and how many others watch."""

    here: tuple[Seat, ...]
    """The seats whose players are connected."""
    away: tuple[Seat, ...]
    """The seats whose players are not."""
    watchers: int
    """How many others watch."""


class PongMessage(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The server is there, and this is its clock."""

    id: str | None
    """The id of the question."""
    now: int
    """The server's clock, in milliseconds since 1970."""


class ConsideredMessage(msgspec.Struct, Generic[O, P], frozen=True, tag_field="type", tag="considered"):
    """Everything about a draft."""

    id: str | None
    """The id of the question."""
    draft: Considered[O, P]
    """The draft, and all there is to know about it."""


class TakenMessage(msgspec.Struct, frozen=True, tag_field="type", tag="taken"):
    """What the client asked for is durable."""

    id: str | None
    """The id of the question."""
    result: Accepted | None = None
    """What became of an order; null for anything else."""


class ProblemMessage(msgspec.Struct, frozen=True, tag_field="type", tag="problem"):
    """What was asked for is not done; without an `id` it is the socket itself that is refused."""

    id: str | None
    """The id of the question."""
    status: int
    """The status that the same request would have by HTTP."""
    code: str
    """What went wrong, for programs."""
    detail: str
    """What went wrong, as a sentence."""
    violations: tuple[ViolationTold, ...]
    """What is wrong with the order, if it breaks a rule."""


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
    """The server's clock, in milliseconds since 1970."""
    your_move: int
    """How many matches wait for you."""


class NewsMessage(msgspec.Struct, frozen=True, tag_field="type", tag="news"):
    """The list line of one of your matches has changed, or there is new chat."""

    why: Why
    """What has changed."""
    match: MatchLine
    """The match as your list shows it now."""
    your_move: int
    """How many matches wait for you now."""


AtHome: TypeAlias = HomeMessage | NewsMessage | ProblemMessage | PongMessage
