"""At the table: what one sees, what one drafts and orders, what is said."""

from __future__ import annotations

from typing import Annotated, Generic

import msgspec

from armillary.api.problems import ViolationTold
from armillary.api.terms import MAX_SEQ, Pause, SeatNumber, Status
from armillary.core.contract import O, P, V
from armillary.core.options import Options
from armillary.core.table import Table
from armillary.core.values import Seat

Notation = Annotated[str, msgspec.Meta(max_length=100_000)]

StepNumber = Annotated[int, msgspec.Meta(ge=0, le=MAX_SEQ)]


class Draft(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True):
    """An order as data or in the game's notation; without either, the default order."""

    order: O | None = None
    """The draft as data."""
    notation: Notation | None = None
    """The draft in the game's notation, instead of `order`."""

    @property
    def is_empty(self) -> bool:
        """Was nothing written?"""
        return self.order is None and self.notation is None


class Considered(msgspec.Struct, Generic[O, P], frozen=True):
    """A draft and everything there is to know about it, at one moment."""

    step: int
    """The step it was checked in."""
    ahead: bool
    """Was it made before your turn? Then it is checked as if the turn had come, and cannot be given yet."""
    order: O
    """The draft as data."""
    notation: str
    """The draft in the game's notation."""
    violations: tuple[ViolationTold, ...]
    """Everything wrong with it."""
    preview: P
    """What it would do, as data."""
    forecast: str
    """What it would do, in plain text; empty where it is refused."""
    options: Options[O]
    """What may be ordered from here. The first template is this order or, where it is not legal, its legal part."""


class Hint(msgspec.Struct, Generic[O], frozen=True):
    """A good move in a match against bots, and why it is one."""

    order: O
    """The move as data."""
    words: str
    """The move in words, as they follow "to"."""
    reason: str
    """What speaks for it, in a sentence or two."""
    left: int
    """How many more you can be shown in this match; in the same step you are shown the same one again."""


class OrderBody(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True):
    """An order, as data or in the game's notation; with a `step`, it is valid for that step only."""

    order: O | None = None
    """The order as data."""
    notation: Notation | None = None
    """The order in the game's notation, instead of `order`."""
    step: StepNumber | None = None
    """The step it is meant for: in any other, it is refused. Null: for the current one."""
    ready: bool = True
    """False: this is not your order yet, but what you play if time runs out. Nobody else is told of it."""


MAX_CHAT = 500
"""Characters in a line of chat."""


class Accepted(msgspec.Struct, frozen=True):
    """The order is durable; `resolved` when it was the last one in."""

    seq: int
    """The number of this change in the match's journal; of a changed order, which is nobody else's to know of, that of
    the newest entry that all may know of."""
    step: int
    """The step that the match is in now."""
    resolved: bool
    """Was it the last order missing, so that the turn was resolved?"""
    violations: tuple[ViolationTold, ...] = ()
    """The parts of it that will do nothing, or something other than they say."""


class TableAnswer(msgspec.Struct, Generic[V, O], frozen=True):
    """What you see at the table now."""

    match: str
    """The id of the match."""
    seq: int
    """The number of the newest entry in the match's journal."""
    status: Status
    """Has it begun, and is it over?"""
    now: int
    """The server's clock, in milliseconds since 1970."""
    deadline: int | None
    """When the time for this phase is up, in milliseconds since 1970; null without a clock."""
    you: Seat | None
    """The seat you see it from; null for a spectator."""
    offers: tuple[Seat, ...]
    """The seats that offer a draw; the match is drawn once all seats still playing do."""
    pause: Pause
    """The seats that ask for a pause, or the time left on the stopped clock."""
    ask: str
    """What to do now and what wins, or who the match is waiting for."""
    conclusion: str | None
    """Who won and why; None while the match goes on."""
    kept: O | None
    """What you play if time runs out before your order is in, where you have kept something; else null."""
    hints: int | None
    """How many more good moves you can be shown; null unless you are playing alone against bots."""
    table: Table[V, O]
    """The table itself."""


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat."""

    seq: int
    """The number of this entry in the match's journal."""
    at: int
    """When it was said, in milliseconds since 1970."""
    seat: Seat
    """The seat that said it."""
    to: Seat | None
    """The seat it was said to in private; null for what was said to all."""
    name: str
    """The name of the player on that seat at the time."""
    text: str
    """What was said."""
    removed: bool
    """Were its words removed? Then the text is empty."""


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT)]
    """What to say."""
    to: SeatNumber | None = None
    """The seat to say it to in private, where the terms allow that; null to say it to all."""
