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
    """The number of the round, from 1 on."""
    order: tuple[Seat, ...]
    """The seats in the order of their turns."""


class Produced(values.Event, frozen=True):
    """What a seat's regions and heroes gave."""

    seat: Seat
    """The player."""
    gained: Stock
    """What was gained: population, metals, fuel."""


class Allotted(values.Event, frozen=True):
    """How many units each member of an alliance may buy this round."""

    members: tuple[Seat, ...]
    """The members of the alliance."""
    units: tuple[int, ...]
    """How many units each of them may buy."""


class TurnBegan(values.Event, frozen=True):
    """Whose turn it is now."""

    seat: Seat
    """The player."""


class Bought(values.Event, frozen=True):
    """Units placed, and who paid how much."""

    seat: Seat
    """The player."""
    units: dict[str, int]
    """How many units were placed, by the name of the place."""
    paid: dict[str, Stock]
    """What was paid, by the number of the seat that paid: population, metals, fuel."""


class Moved(values.Event, frozen=True):
    """An army moved; `arrival` says how it was received (RS-V4)."""

    seat: Seat
    """The player."""
    units: int
    """How many units moved."""
    source: str
    """The name of the place they left."""
    target: str
    """The name of the place they reached."""
    arrival: Arrival
    """How they were received."""


class Fought(values.Event, frozen=True):
    """One exchange: every die, high to low, and the units lost by owner (RS-C1).

    `attackers` are those who roll for the attack, in the order they came.
    """

    place: str
    """The name of the place."""
    attackers: tuple[Seat, ...]
    """The players who attack, in the order they came."""
    defender: Seat
    """The player who has the place."""
    attack: tuple[int, ...]
    """The dice of the attack, high to low."""
    defence: tuple[int, ...]
    """The dice of the defence, high to low."""
    attack_lost: dict[str, int]
    """Units that the attack lost, by the number of the seat."""
    defence_lost: dict[str, int]
    """Units that the defence lost, by the number of the seat."""


class Taken(values.Event, frozen=True):
    """A place has a new possessor (None: it had none before)."""

    place: str
    """The name of the place."""
    by: Seat
    """The player who has it now."""
    of: Seat | None = None
    """The player who had it before; None where nobody did."""


class Held(values.Event, frozen=True):
    """A combat is over and the place stays with its possessor."""

    place: str
    """The name of the place."""
    possessor: Seat
    """The player who keeps it."""


class Retreated(values.Event, frozen=True):
    """A group left a combat or a former ally's place; `to` is None when it disbanded."""

    seat: Seat
    """The player."""
    units: int
    """How many units left."""
    place: str
    """The name of the place they left."""
    to: str | None
    """The name of the place they went to; None where they disbanded."""


class Upgraded(values.Event, frozen=True):
    """A body yields more."""

    seat: Seat
    """The player."""
    body: str
    """The name of the body."""
    level: int
    """The level it has now."""


class Posted(values.Event, frozen=True):
    """A hero went to a body."""

    seat: Seat
    """The player."""
    rank: int
    """The hero's class, from 1 on."""
    body: str
    """The name of the body."""


class Recalled(values.Event, frozen=True):
    """A hero came back."""

    seat: Seat
    """The player."""
    rank: int
    """The hero's class, from 1 on."""
    body: str
    """The name of the body it was posted to."""


class Drew(values.Event, frozen=True):
    """The first owner of a featured body found a hero."""

    seat: Seat
    """The player."""
    rank: int
    """The hero's class, from 1 on."""
    body: str
    """The name of the body."""


class Ruined(values.Event, frozen=True):
    """A body lost its upgrades and the heroes posted there."""

    body: str
    """The name of the body."""
    levels: int
    """How many levels it lost."""
    heroes: tuple[int, ...]
    """The classes of the heroes that were lost."""


class Proposed(values.Event, frozen=True):
    """An alliance is offered."""

    seat: Seat
    """The player who offers it."""
    parties: tuple[Seat, ...]
    """Everybody who would be in it."""


class Accepted(values.Event, frozen=True):
    """One more player has agreed."""

    seat: Seat
    """The player who agreed."""
    parties: tuple[Seat, ...]
    """Everybody who would be in it."""


class Allied(values.Event, frozen=True):
    """An alliance is formed, or has a new member."""

    members: tuple[Seat, ...]
    """Everybody who is in it."""


class Lapsed(values.Event, frozen=True):
    """A proposal is gone."""

    parties: tuple[Seat, ...]
    """Everybody who would have been in it."""
    why: Literal["declined", "withdrawn", "changed"]
    """It was declined or withdrawn, or those it was made between have changed."""


class Departed(values.Event, frozen=True):
    """A player left its alliance; `until` is the last round of the truce."""

    seat: Seat
    """The player who left."""
    members: tuple[Seat, ...]
    """Those who stay."""
    until: int
    """The last round in which they cannot attack each other."""


class Out(values.Event, frozen=True):
    """A player has no army left."""

    seat: Seat
    """The player."""


class Ended(values.Event, frozen=True):
    """The game is over."""

    reason: EndReason
    """Why it is over."""
    winners: tuple[Seat, ...]
    """The players who won."""


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
