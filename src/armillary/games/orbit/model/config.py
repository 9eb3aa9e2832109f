"""Every number of Orbit Simulator in one place: rings, subsystems, burns, weapons and the start, as a config."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from armillary.core.values import Value


class Subsystem(StrEnum):
    """What a ship can send energy to (OS-5)."""

    ENGINES = "engines"
    THRUSTERS = "thrusters"
    SCOOP = "scoop"
    LASER = "laser"
    RAILGUN = "railgun"
    MISSILES = "missiles"
    SHIELDS = "shields"


class Weapon(StrEnum):
    """The subsystems that shoot (OS-17); each is powered under the same name."""

    LASER = "laser"
    RAILGUN = "railgun"
    MISSILES = "missiles"


class Intensity(StrEnum):
    """How hard a burn is (OS-10)."""

    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


class Facing(StrEnum):
    """Along the orbit or against it (OS-12)."""

    PROGRADE = "prograde"
    RETROGRADE = "retrograde"


class SectorMapping(StrEnum):
    """Where in its sector a ship is taken to be when it changes rings (OS-11)."""

    FLOOR = "floor"
    PROGRADE_EDGE = "prograde_edge"


class Ring(Value, frozen=True):
    """A ring: its sectors, and how many of them a ship drifts per turn (OS-9)."""

    sectors: int
    velocity: int = 1


class Spec(Value, frozen=True):
    """A line of the subsystem table (OS-5)."""

    minimum: int
    """The least energy that powers it."""
    rated: int
    """The energy it is built for."""
    limit: int
    """The most energy it takes."""
    overclock: int
    """Every point above this makes heat (OS-7)."""
    heat: int
    """Heat per turn for every such point."""


class BurnCost(Value, frozen=True):
    """What a burn needs, and how far it carries (OS-10)."""

    energy: int
    mass: int
    rings: int


class Laser(Value, frozen=True):
    """The broadside laser: ships this many rings in or out at most, in overlapping sectors (OS-14)."""

    damage: int = 2
    rings: int = 1


class Railgun(Value, frozen=True):
    """The railgun: ahead on its own ring, with recoil (OS-15)."""

    damage: int = 4
    sectors_per_ring: int = msgspec.field(default=2, name="sectors_a_ring")
    """It reaches this many sectors on ring 1, twice as many on ring 2, and so on."""
    recoil: int = 1
    """How many rings the shot throws a coasting ship."""
    compensation: int = 1
    """The reaction mass that keeps it in place instead."""


class Missiles(Value, frozen=True):
    """Missiles: ships this many rings and sectors away at most, in any direction (OS-16)."""

    damage: int = 3
    rings: int = 2
    sectors: int = 3


class Weapons(Value, frozen=True):
    """The weapon table (OS-14 to OS-16)."""

    laser: Laser = Laser()
    railgun: Railgun = Railgun()
    missiles: Missiles = Missiles()


class Start(Value, frozen=True):
    """How every ship begins (OS-1)."""

    ring: int = 5
    sectors: tuple[int, ...] = ()
    """One per seat; empty means evenly spread round the ring, as OS-1 says."""
    facing: Facing = Facing.PROGRADE
    hull: int = 10
    mass: int = 10
    heat: int = 0
    energy: dict[Subsystem, int] = {}


RINGS = (Ring(6), Ring(12), Ring(24), Ring(48), Ring(96))

SUBSYSTEMS = {
    #                            minimum  rated  limit  overclock  heat
    Subsystem.ENGINES: Spec(1, 2, 3, 2, 1),
    Subsystem.THRUSTERS: Spec(1, 1, 1, 1, 0),
    Subsystem.SCOOP: Spec(1, 1, 1, 1, 0),
    Subsystem.LASER: Spec(2, 2, 2, 2, 0),
    Subsystem.RAILGUN: Spec(4, 4, 4, 3, 1),
    Subsystem.MISSILES: Spec(2, 2, 2, 2, 0),
    Subsystem.SHIELDS: Spec(2, 2, 2, 2, 0),
}

BURNS = {
    #                     energy  mass  rings
    Intensity.LIGHT: BurnCost(1, 1, 1),
    Intensity.MEDIUM: BurnCost(2, 2, 2),
    Intensity.HEAVY: BurnCost(3, 3, 3),
}


class Config(Value, frozen=True):
    """How a match is set up (OS-1); the defaults are the rule book's."""

    rings: tuple[Ring, ...] = RINGS
    """The innermost first."""
    sector_mapping: SectorMapping = SectorMapping.FLOOR
    subsystems: dict[Subsystem, Spec] = msgspec.field(default_factory=lambda: dict(SUBSYSTEMS))
    burns: dict[Intensity, BurnCost] = msgspec.field(default_factory=lambda: dict(BURNS))
    weapons: Weapons = Weapons()
    reactor: int = 10
    return_limit: int = 3
    """Energy returned and heat vented per turn, together (OS-4)."""
    most_mass: int = 24
    start: Start = Start()
    max_rounds: int = 40
    """After this many rounds the most hull wins (OS-19)."""
