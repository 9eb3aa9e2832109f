"""What Sealed Bids is made of: config, state, orders, events, views. No rules here.

Everything is a frozen struct. Sequences are tuples, numbers are whole.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

from armillary.core import values
from armillary.core.bounds import Number, within
from armillary.core.values import Seat, Value

MAX_COINS = 1000
MAX_PRIZES = 100


class EndReason(StrEnum):
    """Every way a match can end has a name (SB-5)."""

    NO_PRIZES_LEFT = "no_prizes_left"


class Config(Value, frozen=True):
    """What a match is set up with (SB-1). Public from the start, so it holds no secrets.

    Every setting says what it means and what its bounds are: forms are made from it, and `check_config` keeps to it.
    """

    # Matches are begun with the presets of presets.py; these defaults are for configs that leave a setting out.
    coins: Annotated[int, within(0, MAX_COINS, "What every player begins with.", rule="SB-1")] = 20
    prizes: Annotated[int, within(1, MAX_PRIZES, "How many prizes there are: worth 1, 2, 3 points …", rule="SB-1")] = 6


class Setup(values.Setup, frozen=True):
    """What never changes during a match: the prizes, in their secret order."""

    prizes: tuple[int, ...]


class State(values.State, frozen=True):
    """What moves, one entry per seat, seat 1 first. Orders not yet revealed are never part of a state."""

    setup: Setup
    round: int
    """Counts from 1 and says which prize is next."""
    coins: tuple[int, ...]
    points: tuple[int, ...]


class Bid(Value, frozen=True):
    """Bid this many coins (SB-2)."""

    coins: Number


Order: TypeAlias = Bid
"""With several kinds of orders: a union of structs, each with a `tag`."""


class Revealed(values.Event, frozen=True):
    """All bids of the round, seat 1 first."""

    bids: tuple[int, ...]


class Won(values.Event, frozen=True):
    """A single highest bid takes the prize."""

    seat: Seat
    prize: int


class Tied(values.Event, frozen=True):
    """Several highest bids: the prize is lost."""

    seats: tuple[Seat, ...]
    prize: int


class Ended(values.Event, frozen=True):
    """The match is over."""

    reason: EndReason


Event: TypeAlias = Revealed | Won | Tied | Ended


class View(values.View, frozen=True):
    """What a seat may know: everything but the order of the prizes still face down (SB-6).

    `setup` is what never changes and everybody may know: here the seats alone, since the state's holds a secret.
    """

    setup: values.Setup
    round: int
    past: tuple[int, ...]
    """The prizes of earlier rounds, in their order."""
    prize: int | None
    """What this round is about; None when the match is over."""
    face_down: tuple[int, ...]
    """The prizes to come, sorted: never in their order."""
    coins: tuple[int, ...]
    points: tuple[int, ...]


class Preview(values.Preview, frozen=True):
    """What an order would do."""

    prize: int
    coins_left: int
