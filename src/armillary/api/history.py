"""The past of a match, step by step, as one viewer may see it."""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

import msgspec

from armillary.core.contract import O
from armillary.core.values import Fate, Phase, Seat

E = TypeVar("E")


class FateTold(Fate, frozen=True, kw_only=True):
    """What became of one part of an order, and the sentence that says so."""

    text: str


class EventTold(msgspec.Struct, Generic[E], frozen=True):
    """Something that happened, and the sentence that says so."""

    event: E
    text: str


class OrderSeen(msgspec.Struct, Generic[O], frozen=True):
    """An order of the past, as data and in the game's notation."""

    seat: Seat
    order: O
    notation: str


class TurnSeen(msgspec.Struct, Generic[E, O], frozen=True, tag_field="kind", tag="turn"):
    """One resolved turn as one viewer may see it."""

    seq: int
    step: int
    at: int
    phase: Phase
    orders: tuple[OrderSeen[O], ...]
    """Where much is hidden, only the viewer's own until the match is over."""
    missed: tuple[Seat, ...]
    """The seats whose order was only the default."""
    events: tuple[EventTold[E], ...]
    fates: tuple[FateTold, ...]
    """Of the viewer's own orders, and of everybody's once the match is over."""


class ResignationSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="resignation"):
    """A seat resigned."""

    seq: int
    step: int
    at: int
    phase: Phase
    seat: Seat


class TakeOverSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="take_over"):
    """A seat changed hands."""

    seq: int
    step: int
    at: int
    phase: Phase
    seat: Seat
    player: str


class AgreedDrawSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="agreed_draw"):
    """All players still playing agreed to a draw."""

    seq: int
    step: int
    at: int
    phase: Phase


EntrySeen: TypeAlias = TurnSeen[E, O] | ResignationSeen | TakeOverSeen | AgreedDrawSeen


class Description(msgspec.Struct, frozen=True):
    """A position, or one part of it, in plain text; and the names of everything that can be looked at."""

    text: str
    names: tuple[str, ...]
    overview: str
    """The position at a glance, in columns of a fixed width; players go by their seats. Empty with a part."""


class History(msgspec.Struct, Generic[E, O], frozen=True):
    """A part of what happened, in order."""

    steps: list[EntrySeen[E, O]]
    next: int | None
    """The `since` of the next part; None at the end."""
