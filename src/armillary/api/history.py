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
    """What became of it, as a sentence."""


class EventTold(msgspec.Struct, Generic[E], frozen=True):
    """Something that happened, and the sentence that says so."""

    event: E
    """What happened, as data."""
    text: str
    """What happened, as a sentence."""


class OrderSeen(msgspec.Struct, Generic[O], frozen=True):
    """An order of the past, as data and in the game's notation."""

    seat: Seat
    """The seat that gave it."""
    order: O
    """The order as data."""
    notation: str
    """The order in the game's notation."""


class TurnSeen(msgspec.Struct, Generic[E, O], frozen=True, tag_field="kind", tag="turn"):
    """One resolved turn as one viewer may see it."""

    seq: int
    """The number of this entry in the match's journal."""
    step: int
    """The number of the step; the first turn is 1."""
    at: int
    """When it was resolved, in milliseconds since 1970."""
    phase: Phase
    """The phase that was resolved."""
    orders: tuple[OrderSeen[O], ...]
    """Where much is hidden, only the viewer's own until the match is over."""
    missed: tuple[Seat, ...]
    """The seats whose order was only the default."""
    drafted: bool
    """Was your own order the one you had kept for when time runs out? Nobody else is told."""
    events: tuple[EventTold[E], ...]
    """What happened, in order."""
    fates: tuple[FateTold, ...]
    """Of the viewer's own orders, and of everybody's once the match is over."""


class ResignationSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="resignation"):
    """A seat resigned."""

    seq: int
    """The number of this entry in the match's journal."""
    step: int
    """The number of the step."""
    at: int
    """When it happened, in milliseconds since 1970."""
    phase: Phase
    """The phase in which it happened."""
    seat: Seat
    """The seat that resigned."""


class TakeOverSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="take_over"):
    """A seat changed hands."""

    seq: int
    """The number of this entry in the match's journal."""
    step: int
    """The number of the step."""
    at: int
    """When it happened, in milliseconds since 1970."""
    phase: Phase
    """The phase in which it happened."""
    seat: Seat
    """The seat that changed hands."""
    player: str
    """The name of the player who has it now."""
    left: str
    """The name of the player who had it before."""


class AgreedDrawSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="agreed_draw"):
    """All players still playing agreed to a draw."""

    seq: int
    """The number of this entry in the match's journal."""
    step: int
    """The number of the step."""
    at: int
    """When it happened, in milliseconds since 1970."""
    phase: Phase
    """The phase in which it happened."""


EntrySeen: TypeAlias = TurnSeen[E, O] | ResignationSeen | TakeOverSeen | AgreedDrawSeen


class Description(msgspec.Struct, frozen=True):
    """A position, or one part of it, in plain text; and the names of everything that can be looked at."""

    text: str
    """The position, or the part that was asked for."""
    names: tuple[str, ...]
    """Everything that can be asked for by name."""
    overview: str
    """The position at a glance, in at most `width` columns; players go by their seats. Empty without `width`, or with a
    part."""


class History(msgspec.Struct, Generic[E, O], frozen=True):
    """A part of what happened, in order."""

    steps: list[EntrySeen[E, O]]
    """What happened, oldest first."""
    next: int | None
    """The `since` of the next part; None at the end."""
