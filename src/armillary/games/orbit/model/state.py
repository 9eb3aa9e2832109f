"""Ships, and the state of a match between turns."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from armillary.core import values
from armillary.core.values import Seat, Value
from armillary.games.orbit.model.config import Config, Facing, Subsystem

Energy: TypeAlias = dict[Subsystem, int]
"""Energy by subsystem; one that has none is left out."""


class EndReason(StrEnum):
    """Which condition ended the game (OS-19)."""

    LAST_SHIP = "last_ship"
    ALL_DESTROYED = "all_destroyed"
    MAX_ROUNDS = "max_rounds"


_TABLE = tuple(Subsystem)


def in_table_order(energy: Energy) -> Energy:
    """Subsystems as the table lists them: equal energies read the same, in whatever order they were sent."""
    return {name: energy[name] for name in _TABLE if name in energy} if len(energy) > 1 else energy


class Place(Value, frozen=True):
    """A sector of a ring: rings count from 1, sectors from 0."""

    ring: int
    """The ring, counted from the inside, from 1 on."""
    sector: int
    """The sector of the ring, from 0 on."""


class Ship(Value, frozen=True):
    """A ship between turns."""

    ring: int
    """The ring it is on, counted from the inside."""
    sector: int
    """The sector it is in."""
    facing: Facing
    """Along the orbit, or against it."""
    hull: int
    """Hull points; without any it is destroyed."""
    mass: int
    """Reaction mass in the tanks."""
    heat: int
    """Heat on board."""
    energy: Energy
    """The energy that each subsystem has; one without any is left out."""
    transfer: Place | None = None
    """Where it arrives when its owner's next turn begins (OS-10)."""


class Setup(values.Setup, frozen=True):
    """What never changes."""

    config: Config
    """How the match is set up."""


class State(values.State, frozen=True):
    """What moves. One ship per seat, seat 1 first; None is a ship that has left the board."""

    setup: Setup
    """What never changes."""
    round: int
    """The number of the round, from 1 on."""
    active: Seat
    """The seat whose turn it is."""
    ships: tuple[Ship | None, ...]
    """One per seat, seat 1 first; None for one that is gone."""
    lost: tuple[tuple[Seat, ...], ...] = ()
    """Seats whose ships are gone, in the order they went; those of one turn stand together (OS-19)."""
    turn_orders: tuple[tuple[Seat, ...], ...] = ()
    """Seats in the order of their turns: in this round and, if there is one, in the next (OS-23). Empty: by seats."""
