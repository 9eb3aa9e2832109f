"""What can happen in Risky Stars; `words/sentences.py` turns it into sentences."""

from __future__ import annotations

from typing import Literal, TypeAlias

from armillary.core import values
from armillary.core.values import Seat
from armillary.games.risky_stars.model.state import EndReason, Stock

Arrival: TypeAlias = Literal["possession", "merged", "guest", "defends", "attacks", "reinforces", "returned"]
"""How an army is received (RS-V4)."""


class RoundBegan(values.Event, frozen=True):
    """A new round, and the order of its turns (RS-R1)."""

    round: int
    order: tuple[Seat, ...]


class Produced(values.Event, frozen=True):
    """What a seat's regions and heroes gave."""

    seat: Seat
    gained: Stock


class Allotted(values.Event, frozen=True):
    """How many units each member of an alliance may buy this round."""

    members: tuple[Seat, ...]
    units: tuple[int, ...]


class TurnBegan(values.Event, frozen=True):
    """Whose turn it is now."""

    seat: Seat


class Bought(values.Event, frozen=True):
    """Units placed, and who paid how much."""

    seat: Seat
    units: dict[str, int]
    paid: dict[str, Stock]


class Moved(values.Event, frozen=True):
    """An army moved; `arrival` says how it was received (RS-V4)."""

    seat: Seat
    units: int
    source: str
    target: str
    arrival: Arrival


class Fought(values.Event, frozen=True):
    """One exchange: every die, high to low, and the units lost by owner (RS-C1).

    `attackers` are those who roll for the attack, in the order they came.
    """

    place: str
    attackers: tuple[Seat, ...]
    defender: Seat
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    attack_lost: dict[str, int]
    defence_lost: dict[str, int]


class Taken(values.Event, frozen=True):
    """A place has a new possessor (None: it had none before)."""

    place: str
    by: Seat
    of: Seat | None = None


class Held(values.Event, frozen=True):
    """A combat is over and the place stays with its possessor."""

    place: str
    possessor: Seat


class Retreated(values.Event, frozen=True):
    """A group left a combat or a former ally's place; `to` is None when it disbanded."""

    seat: Seat
    units: int
    place: str
    to: str | None


class Upgraded(values.Event, frozen=True):
    """A body yields more."""

    seat: Seat
    body: str
    level: int


class Posted(values.Event, frozen=True):
    """A hero went to a body."""

    seat: Seat
    rank: int
    body: str


class Recalled(values.Event, frozen=True):
    """A hero came back."""

    seat: Seat
    rank: int
    body: str


class Drew(values.Event, frozen=True):
    """The first owner of a featured body found a hero."""

    seat: Seat
    rank: int
    body: str


class Ruined(values.Event, frozen=True):
    """A body lost its upgrades and the heroes posted there."""

    body: str
    levels: int
    heroes: tuple[int, ...]


class Proposed(values.Event, frozen=True):
    """An alliance is offered."""

    seat: Seat
    parties: tuple[Seat, ...]


class Accepted(values.Event, frozen=True):
    """One more player has agreed."""

    seat: Seat
    parties: tuple[Seat, ...]


class Allied(values.Event, frozen=True):
    """An alliance is formed, or has a new member."""

    members: tuple[Seat, ...]


class Lapsed(values.Event, frozen=True):
    """A proposal is gone."""

    parties: tuple[Seat, ...]
    why: Literal["declined", "withdrawn", "changed"]


class Departed(values.Event, frozen=True):
    """A player left its alliance; `until` is the last round of the truce."""

    seat: Seat
    members: tuple[Seat, ...]
    until: int


class Out(values.Event, frozen=True):
    """A player has no army left."""

    seat: Seat


class Ended(values.Event, frozen=True):
    """The game is over."""

    reason: EndReason
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    RoundBegan
    | Produced
    | Allotted
    | TurnBegan
    | Bought
    | Moved
    | Fought
    | Taken
    | Held
    | Retreated
    | Upgraded
    | Posted
    | Recalled
    | Drew
    | Ruined
    | Proposed
    | Accepted
    | Allied
    | Lapsed
    | Departed
    | Out
    | Ended
)
