"""What Stone Pile is made of: config, state, orders, events, views. No rules here.

Everything is a frozen struct. Sequences are tuples, numbers are whole.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

from armillary.core import values
from armillary.core.bounds import Number, within
from armillary.core.values import Seat, Value

MAX_STONES = 1000
MAX_PER_TURN = 100


class EndReason(StrEnum):
    """Every way a match can end has a name (SP-4)."""

    LAST_STONE_TAKEN = "last_stone_taken"


class Config(Value, frozen=True):
    """What a match is set up with (SP-1). Public from the start, so it holds no secrets.

    Every setting says what it means and what its bounds are: forms are made from it, and `check_config` keeps to it.
    """

    # Matches are begun with the presets of presets.py; these defaults are for configs that leave a setting out.
    stones: Annotated[int, within(1, MAX_STONES, "How many stones the pile begins with.", rule="SP-1")] = 21
    most: Annotated[int, within(1, MAX_PER_TURN, "How many stones a player may take in one turn.", rule="SP-1")] = 3


class Setup(values.Setup, frozen=True):
    """What never changes during a match."""

    most: int


class State(values.State, frozen=True):
    """What moves. Anything per seat would be a tuple with one entry per seat, seat 1 first."""

    setup: Setup
    turn: int
    """Counts from 1 and says whose turn it is."""
    stones: int


class Take(Value, frozen=True):
    """Take this many stones (SP-2)."""

    stones: Number


Order: TypeAlias = Take
"""With several kinds of orders: a union of structs, each with a `tag`."""


class Taken(values.Event, frozen=True):
    """A player took stones."""

    seat: Seat
    stones: int
    left: int


class Ended(values.Event, frozen=True):
    """The match is over."""

    winner: Seat
    reason: EndReason


Event: TypeAlias = Taken | Ended


class View(values.View, frozen=True):
    """What a seat may know: here everything (SP-5). `setup` is what never changes, and is sent only once."""

    setup: Setup
    turn: int
    stones: int


class Preview(values.Preview, frozen=True):
    """What an order would do."""

    left: int
