"""The analysis of a finished match: how each seat stood, where it turned, and which orders were better."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from armillary.core.values import Seat

EveryOrder = Annotated[Any, msgspec.Meta(extra={"every": "Order"})]
"""An order of the match's game."""
EveryPreview = Annotated[Any, msgspec.Meta(extra={"every": "Preview"})]
"""What an order of the match's game would do."""


class WeighedOrder(msgspec.Struct, frozen=True):
    """An order that an analysis has looked at."""

    order: EveryOrder
    """The order as data."""
    preview: EveryPreview
    """What it would have done, as data."""
    notation: str
    """The order in the game's notation."""
    words: str
    """The order in a player's words, as they follow "to"."""
    forecast: str
    """What it would have done, in plain text."""
    only: tuple[str, ...]
    """What it would have done and the other order would not, line by line; the first few."""
    worth: int
    """What the seat could expect from it: from -10,000 (lost) to 10,000 (won)."""


class BetterOrder(msgspec.Struct, frozen=True):
    """An order that looks better than the one given, and the sentence that says so."""

    seat: Seat
    """The seat that gave the order."""
    given: WeighedOrder
    """The order as it was given."""
    better: WeighedOrder
    """The order that looks better."""
    text: str
    """All this as a sentence."""


class StepWorth(msgspec.Struct, frozen=True):
    """The match after one step."""

    step: int
    """The number of the step; 0 is the beginning."""
    worth: tuple[int, ...]
    """How good it was for every seat, seat 1 first: from -10,000 (lost) to 10,000 (won)."""
    better: tuple[BetterOrder, ...]
    """What would have been better in this step, where a search has found something."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A step that changed much: for whom it changed most, and the sentence that says so."""

    step: int
    """The number of the step."""
    seat: Seat
    """The seat for which it changed most."""
    change: int
    """By how much, on the scale of `worth`: above 0, the step was good for the seat."""
    text: str
    """All this as a sentence."""


class Analysis(msgspec.Struct, frozen=True):
    """The course of a finished match."""

    steps: list[StepWorth]
    """After the beginning and after every step."""
    turning_points: tuple[TurningPoint, ...]
    """The steps that changed most for any seat, the greatest change first."""
