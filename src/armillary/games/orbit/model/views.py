"""What is seen: the whole board, and what a plan would come to."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from armillary.core import values
from armillary.core.values import Seat
from armillary.games.orbit.model.config import Facing, Subsystem, Weapon
from armillary.games.orbit.model.state import Energy, Place, Setup, Ship

Aim: TypeAlias = dict[Weapon, tuple[Seat, ...]]
"""For every weapon, who is in its range, powered or not."""


class Arc(msgspec.Struct, frozen=True):
    """Neighbouring sectors of a ring: from `first` prograde, as many as `count`; after the last comes sector 0."""

    ring: int
    """The ring, counted from the inside."""
    first: int
    """The first sector of the arc."""
    count: int
    """How many sectors it has."""


Reach: TypeAlias = dict[Weapon, tuple[Arc, ...]]
"""For every weapon, where it reaches, powered or not: at most one arc of each ring, the innermost first."""


class View(values.View, frozen=True):
    """Everything: nothing is hidden, and all seats see the same."""

    setup: Setup
    round: int
    """The number of the round, from 1 on."""
    active: Seat
    """The seat whose turn it is."""
    ships: tuple[Ship | None, ...]
    """One per seat, seat 1 first; None for one that is gone."""
    lost: tuple[tuple[Seat, ...], ...]
    """Seats whose ships are gone, in the order they went; those of one turn stand together."""
    turn_orders: tuple[tuple[Seat, ...], ...]
    """The order of turns in this round and in the next, as drawn (OS-23); some may be gone since. Empty: by seats."""
    open_rings: int
    """How many rings are open in this round, from the innermost on (OS-22)."""
    next_closing: int | None
    """The round in which the outermost of them closes; None if it does not in time to do damage."""
    reactor: tuple[int, ...]
    """Energy every ship has left to allocate; 0 for one that is gone."""
    coasting: tuple[Place | None, ...]
    """Where every ship is after the move of its next turn, if it coasts; None for one that is gone."""
    reach: tuple[Reach, ...]
    """Where its weapons reach from there, as it faces; empty for one that is gone."""
    in_range: tuple[Aim, ...]
    """Whom they would reach if nobody else moved first; empty for one that is gone."""
    over: bool
    """Is the game over?"""


class Strike(msgspec.Struct, frozen=True):
    """What the plan's shots would do to one ship."""

    seat: Seat
    """The player whose ship it is."""
    damage: int
    """The damage of all shots together."""
    absorbed: int
    """What its shields would take, and turn into heat."""
    hull: int
    """What would be left."""


class Preview(values.Preview, frozen=True):
    """What a plan would come to, if nobody else moved first (OS-20). An illegal plan is shown as far as it goes."""

    allocate: Energy
    """The differences the plan comes to."""
    deallocate: Energy
    """Energy that would be returned, by subsystem."""
    energy: Energy
    """Allocations from now on."""
    reactor: int
    """Energy free for the next turn's allocations."""
    powered: tuple[Subsystem, ...]
    """The subsystems that would have enough energy to work."""
    returns_left: int
    """How much more could be returned or vented this turn."""
    facing: Facing
    """Where the ship would face."""
    now: Place
    """Where the ship is."""
    after_orbit: Place
    """Where the ship would be after the move, before it arrives elsewhere."""
    arrival: Place | None
    """Where the ship would arrive when its next turn begins; None: it stays on its ring."""
    reach: Reach
    """Where each weapon would reach after the move."""
    in_range: Aim
    """Whom each weapon would reach after the move, powered or not."""
    strikes: tuple[Strike, ...]
    """What the shots would do, ship by ship."""
    mass: int
    """Reaction mass that would be left."""
    heat_damage: int
    """Damage to the hull from heat that was not vented."""
    heat_made: int
    """Heat from overclocked subsystems."""
    heat_taken: int
    """From a closed ring (OS-22)."""
    hull: int
    """Hull points that would be left."""
    heat: int
    """What the ship would carry into its next turn."""
