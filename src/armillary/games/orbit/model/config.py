"""Every number of Orbit Simulator in one place: rings, subsystems, burns, weapons and the start, as a config."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

import msgspec

from armillary.core.bounds import Number, within
from armillary.core.values import Value

MAX_RINGS = 12
MAX_SECTORS = 10_000
MAX_ROUNDS = 1_000
MAX_ENERGY = 100
MOST = 1_000
"""More mass, damage, hull or heat than any honest config needs."""


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


class TurnOrder(StrEnum):
    """In which order players take their turns (OS-23)."""

    DRAWN = "drawn"
    FIXED = "fixed"


class Ring(Value, frozen=True):
    """A ring: its sectors, and how many of them a ship drifts per turn (OS-9)."""

    sectors: Annotated[int, within(1, MAX_SECTORS, "How many sectors the ring has.", rule="OS-11")]
    velocity: Annotated[int, within(0, MAX_SECTORS, "How many sectors a ship drifts per turn.", rule="OS-11")] = 1


class Spec(Value, frozen=True):
    """A line of the subsystem table (OS-5)."""

    minimum: Annotated[int, within(1, MAX_ENERGY, "The least energy that powers it.", rule="OS-5")]
    rated: Annotated[Number, within(None, MAX_ENERGY, "The energy it is built for.", rule="OS-5")]
    limit: Annotated[Number, within(None, MAX_ENERGY, "The most energy it takes.", rule="OS-5")]
    overclock: Annotated[int, within(0, MAX_ENERGY, "Every point above this makes heat.", rule="OS-5")]
    heat: Annotated[int, within(0, MOST, "Heat per turn for every such point.", rule="OS-5")]


class BurnCost(Value, frozen=True):
    """What a burn needs, and how far it carries (OS-10)."""

    energy: Annotated[int, within(0, MAX_ENERGY, "The energy the engines need for it.", rule="OS-10")]
    mass: Annotated[int, within(0, MOST, "The reaction mass it spends.", rule="OS-10")]
    rings: Annotated[int, within(1, MAX_RINGS, "How many rings it carries the ship.", rule="OS-10")]


class Laser(Value, frozen=True):
    """The broadside laser: ships this many rings in or out at most, in overlapping sectors (OS-14)."""

    damage: Annotated[int, within(0, MOST, "The damage it does to every target.", rule="OS-17")] = 2
    rings: Annotated[int, within(1, MAX_RINGS, "How many rings in or out it reaches.", rule="OS-17")] = 1


class Railgun(Value, frozen=True):
    """The railgun: ahead on its own ring, with recoil (OS-15)."""

    damage: Annotated[int, within(0, MOST, "The damage it does to its target.", rule="OS-17")] = 4
    sectors_per_ring: Annotated[
        int,
        within(1, MAX_SECTORS, "It reaches this many sectors on ring 1, twice as many on ring 2...", rule="OS-17"),
    ] = msgspec.field(default=2, name="sectors_a_ring")
    recoil: Annotated[int, within(1, MAX_RINGS, "How many rings a shot throws a coasting ship.", rule="OS-17")] = 1
    compensation: Annotated[
        int, within(0, MOST, "The reaction mass that keeps the ship in place instead.", rule="OS-17")
    ] = 1


class Missiles(Value, frozen=True):
    """Missiles: ships this many rings and sectors away at most, in any direction (OS-16)."""

    damage: Annotated[int, within(0, MOST, "The damage they do to their target.", rule="OS-17")] = 3
    rings: Annotated[int, within(0, MAX_RINGS, "How many rings away they reach.", rule="OS-17")] = 2
    sectors: Annotated[int, within(0, MAX_SECTORS, "How many sectors away they reach.", rule="OS-17")] = 3


class Weapons(Value, frozen=True):
    """The weapon table (OS-14 to OS-16)."""

    laser: Annotated[Laser, msgspec.Meta(description="Hits neighbouring rings.")] = Laser()
    railgun: Annotated[Railgun, msgspec.Meta(description="Hits ahead on its own ring.")] = Railgun()
    missiles: Annotated[Missiles, msgspec.Meta(description="Hit in all directions.")] = Missiles()


class Start(Value, frozen=True):
    """How every ship begins (OS-1)."""

    ring: Annotated[Number, within(1, None, "The ring everybody starts on, counted from the inside.", rule="OS-1")] = 5
    sectors: Annotated[
        tuple[Number, ...],
        within(
            None,
            MOST,
            "Everybody's sector, one per seat; none: evenly spread round the ring.",
            rule="OS-1",
            unit="entries",
        ),
    ] = ()
    facing: Annotated[Facing, msgspec.Meta(description="Along the orbit, or against it.")] = Facing.PROGRADE
    hull: Annotated[int, within(1, MOST, "Hull points; a ship without any is destroyed.", rule="OS-1")] = 10
    mass: Annotated[Number, within(0, None, "Reaction mass in the tanks.", rule="OS-1")] = 10
    heat: Annotated[int, within(0, MOST, "Heat on board.", rule="OS-1")] = 0
    energy: Annotated[
        dict[Subsystem, Number], msgspec.Meta(description="Energy that subsystems have from the start.")
    ] = {}


class Closing(Value, frozen=True):
    """How the rings close, the outermost first (OS-22)."""

    begins: Annotated[int, within(1, MAX_ROUNDS, "The round in which the outermost ring closes.", rule="OS-22")] = 8
    every: Annotated[int, within(1, MAX_ROUNDS, "After how many more rounds the next one does.", rule="OS-22")] = 4
    stays: Annotated[int, within(1, MAX_RINGS, "How many rings never close.", rule="OS-22")] = 2
    heat: Annotated[
        int, within(0, MOST, "The heat a ship on a closed ring takes per turn; 0: rings stay open.", rule="OS-22")
    ] = 5


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


class FirstConfig(Value, frozen=True):
    """What version 1 of the rules could set up (OS-1), and how it plays what could be set up only later."""

    turn_order: ClassVar[TurnOrder] = TurnOrder.FIXED
    closing: ClassVar[Closing] = Closing(heat=0)

    rings: Annotated[
        tuple[Ring, ...], within(1, MAX_RINGS, "The rings, the innermost first.", rule="OS-11", unit="entries")
    ] = RINGS
    sector_mapping: Annotated[
        SectorMapping,
        msgspec.Meta(description="Where in its sector a ship is taken to be when it changes rings."),
    ] = SectorMapping.FLOOR
    subsystems: Annotated[
        dict[Subsystem, Spec], msgspec.Meta(description="What powers each subsystem, and what overheats it.")
    ] = msgspec.field(default_factory=lambda: dict(SUBSYSTEMS))
    burns: Annotated[
        dict[Intensity, BurnCost], msgspec.Meta(description="What each burn costs, and how far it carries.")
    ] = msgspec.field(default_factory=lambda: dict(BURNS))
    weapons: Annotated[Weapons, msgspec.Meta(description="What each weapon does, and how far it reaches.")] = Weapons()
    reactor: Annotated[int, within(0, MAX_ENERGY, "The energy of every ship.", rule="OS-1")] = 10
    return_limit: Annotated[
        int, within(0, MAX_ENERGY, "Energy returned and heat vented per turn, together.", rule="OS-1")
    ] = 3
    most_mass: Annotated[int, within(0, MOST, "The most reaction mass a ship carries.", rule="OS-1")] = 24
    start: Annotated[Start, msgspec.Meta(description="How every ship begins.")] = Start()
    max_rounds: Annotated[int, within(1, MAX_ROUNDS, "After this many rounds the most hull wins.", rule="OS-1")] = 40


class Config(FirstConfig, frozen=True):
    """How a match is set up (OS-1); the defaults are the rule book's."""

    # Version 1 has them as constants.
    turn_order: Annotated[  # type: ignore[misc]
        TurnOrder, msgspec.Meta(description="The order of turns: drawn for every round, or always by seats.")
    ] = TurnOrder.DRAWN
    closing: Annotated[  # type: ignore[misc]
        Closing, msgspec.Meta(description="When rings close, and what staying on one costs.")
    ] = Closing()
