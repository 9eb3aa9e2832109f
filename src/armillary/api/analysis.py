"""The analysis of a finished match: how each seat stood, where it turned, and which orders were better."""

from __future__ import annotations

import msgspec

from armillary.core.values import Seat


class BetterOrder(msgspec.Struct, frozen=True):
    """An order that looks better than the one given, both in the game's notation, and the sentence that says so."""

    seat: Seat
    """The seat that gave the order."""
    given: str
    """The order as it was given."""
    better: str
    """The order that looks better."""
    gain: int
    """How much better, on the scale of `worth`."""
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
