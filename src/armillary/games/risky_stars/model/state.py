"""What moves in a match.

Places (regions and the mouths of lanes) and bodies are counted from 0 inside a state, in map order; orders name them
as people do, `Vega/Aurum/North`. `map/tables.py` knows both.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from armillary.core import values
from armillary.core.values import Seat, Value
from armillary.games.risky_stars.model.config import Setup

NOBODY: Seat = 0

Stock: TypeAlias = tuple[int, int, int]
"""Population, metals, fuel."""

RESOURCES = ("population", "metals", "fuel")
PRICE: Stock = (10, 3, 3)
"""What one unit costs (RS-E7)."""


class Army(Value, frozen=True):
    """Units of one player as guests or in a combat; `origin` is the place they were launched from."""

    owner: Seat
    """The player whose units they are."""
    units: int
    """How many there are."""
    origin: int
    """The place they were launched from, as its index."""


class Place(Value, frozen=True):
    """A region or a mouth: its possessor's first army, guests in order of arrival, and both sides of a combat.

    A combat is open where there are attackers; reinforcements are the defence's later groups (RS-C2).
    """

    possessor: Seat = NOBODY
    """The player who has it; 0 for nobody."""
    units: int = 0
    """How many units its possessor has there."""
    guests: tuple[Army, ...] = ()
    """Armies of allies, in the order they came."""
    reinforcements: tuple[Army, ...] = ()
    """Armies that joined the defence of an open combat."""
    attackers: tuple[Army, ...] = ()
    """Armies that attack, in the order they came; empty: there is no combat."""


EMPTY = Place()


class Hero(Value, frozen=True, order=True):
    """A hero: its class, the body it is posted to (-1: in reserve), and whether this turn has used it."""

    rank: int
    """Its class, from 1 on."""
    body: int = -1
    """The index of the body it is posted to; -1 in reserve."""
    spent: bool = False
    """Was it posted or recalled this turn?"""


class Proposal(Value, frozen=True):
    """A proposed alliance: once all have accepted, it joins a player without allies and a side (RS-D1)."""

    outsider: Seat
    """The player without allies."""
    members: tuple[Seat, ...]
    """The side that player would join."""
    accepted: tuple[Seat, ...]
    """Those who have agreed."""


class Truce(Value, frozen=True, order=True):
    """Two players who cannot attack each other through round `until` (RS-D2)."""

    one: Seat
    """The player with the lower seat."""
    other: Seat
    """The player with the higher seat."""
    until: int
    """The last round of the truce."""


class CurrentTurn(Value, frozen=True):
    """Whose turn it is, and what of it is used up."""

    seat: Seat
    """The seat whose turn it is."""
    launched: tuple[int, ...] = ()
    """Places that have launched, sorted."""
    arrived: tuple[tuple[int, int], ...] = ()
    """Places where units of this seat have arrived, and how many: they stay this turn (RS-V1)."""
    proposed: tuple[Seat, ...] = ()
    """Players a proposal has been made to, sorted (RS-R2)."""


class EndReason(StrEnum):
    """Why it is over (RS-X1, RS-X2)."""

    CONQUEST = "conquest"
    DOMINATION = "domination"
    LAST_ROUND = "last_round"


class State(values.State, frozen=True):
    """What changes; tuples have one entry per place, body or seat, in their order."""

    setup: Setup
    """What never changes."""
    round: int
    """The number of the round, from 1 on."""
    turn_order: tuple[Seat, ...]
    """All seats in this round's order of turns; those that are out are skipped (RS-R1)."""
    turn: CurrentTurn
    """Whose turn it is, and what of it is used up."""
    places: tuple[Place, ...]
    """Every place, in map order."""
    stocks: tuple[Stock, ...]
    """What each seat has: population, metals, fuel."""
    levels: tuple[int, ...]
    """Upgrades of each body."""
    heroes: tuple[tuple[Hero, ...], ...]
    """Each seat's, sorted."""
    allotments: tuple[int | None, ...]
    """What a pooled seat may still buy this round; None: it pays for itself (RS-E8)."""
    alliances: tuple[tuple[Seat, ...], ...] = ()
    """Each in seat order; the order among alliances means nothing (RS-D1)."""
    truces: tuple[Truce, ...] = ()
    """Who cannot attack whom, and until when."""
    proposals: tuple[Proposal, ...] = ()
    """Alliances that are proposed."""
    deck: tuple[int, ...] = ()
    """Classes of the heroes still to be drawn, the next one first: secret (RS-E6)."""
    claimed: tuple[int, ...] = ()
    """Featured bodies that have had their first owner, sorted."""
    out: tuple[Seat, ...] = ()
    """Seats without armies, the first to go first (RS-X1)."""
    end_reason: EndReason | None = None
    """Why it is over; None while it goes on."""
