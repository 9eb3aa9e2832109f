"""The opening: which configs can be played, and what they make (OS-1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from armillary.core.bounds import EXACT, number_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Path, Violation
from armillary.games.orbit.model import Config, Energy, Intensity, Setup, Ship, Start, State, Subsystem

FEWEST_SEATS, MOST_SEATS = 2, 6
MOST_RINGS = 12
MOST_SECTORS = 10_000
MOST_ROUNDS = 1_000
MOST_ENERGY = 100
MOST = 1_000
"""More mass, damage, hull or heat than any honest config needs."""

Bound: TypeAlias = tuple[Path, int, int, int]
"""A number of a config: where it stands, what it is, the least and the most it may be."""


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Everything that keeps this config from being played with this many seats."""
    return (*config_faults(config), *_seat_faults(config.start, seats))


def start(config: Config, seats: int, dice: Dice) -> Step[State]:  # noqa: ARG001 (no chance in this game)
    """Ships alike, evenly spread over the starting ring (OS-1)."""
    begin = config.start
    step = 1 + seats % 2  # every second place where seats are odd in number: nobody starts just behind who plays next
    around = config.rings[begin.ring - 1].sectors
    sectors = begin.sectors or tuple(step * k % seats * around // seats for k in range(seats))
    ships = tuple(
        Ship(begin.ring, sector, begin.facing, begin.hull, begin.mass, begin.heat, dict(begin.energy))
        for sector in sectors
    )
    return Step(State(Setup(seats, config), 1, 1, ships))


# -- what a config must hold -------------------------------------------------------------------------------


def config_faults(config: Config) -> tuple[Violation, ...]:
    """What is wrong with a config, whoever plays."""
    shape = tuple(_shape_faults(config))
    return shape or (
        *bound_faults(_ring_bounds(config), "OS-11"),
        *bound_faults(_subsystem_bounds(config), "OS-5"),
        *bound_faults(_burn_bounds(config), "OS-10"),
        *bound_faults(_weapon_bounds(config), "OS-17"),
        *bound_faults(_ship_bounds(config), "OS-1"),
        *energy_faults(config, config.start.energy, ("start", "energy")),
    )


def bound_faults(bounds: Iterable[Bound], rule: str) -> Iterator[Violation]:
    """Numbers outside their bounds."""
    for path, asked, low, high in bounds:
        yield from number_faults(asked, low, high, path, rule=rule)


def energy_faults(config: Config, energy: Energy, path: Path) -> Iterator[Violation]:
    """Allocations past a subsystem's limit, or more than the reactor has (OS-5)."""
    yield from bound_faults(
        (((*path, name), amount, 1, config.subsystems[name].limit) for name, amount in energy.items()), "OS-5"
    )
    if (asked := sum(energy.values())) > config.reactor:
        shown = asked if abs(asked) <= EXACT else str(asked)
        yield Violation("more_than_the_reactor", "OS-5", path, {"asked": shown, "reactor": config.reactor})


def _shape_faults(config: Config) -> Iterator[Violation]:
    """The tables are complete: nothing else can be judged before."""
    yield from number_faults(len(config.rings), 1, MOST_RINGS, ("rings",), rule="OS-11", unit="entries")
    if missing := [name for name in Subsystem if name not in config.subsystems]:
        yield Violation("incomplete_table", "OS-5", ("subsystems",), {"missing": missing})
    if missing_burns := [name for name in Intensity if name not in config.burns]:
        yield Violation("incomplete_table", "OS-10", ("burns",), {"missing": missing_burns})


def _ring_bounds(config: Config) -> Iterator[Bound]:
    for i, ring in enumerate(config.rings):
        yield ("rings", i, "sectors"), ring.sectors, 1, MOST_SECTORS
        yield ("rings", i, "velocity"), ring.velocity, 0, MOST_SECTORS


def _subsystem_bounds(config: Config) -> Iterator[Bound]:
    for name, spec in config.subsystems.items():
        path = ("subsystems", str(name))
        yield (*path, "minimum"), spec.minimum, 1, MOST_ENERGY
        yield (*path, "rated"), spec.rated, spec.minimum, MOST_ENERGY
        yield (*path, "limit"), spec.limit, spec.rated, MOST_ENERGY
        yield (*path, "overclock"), spec.overclock, 0, MOST_ENERGY
        yield (*path, "heat"), spec.heat, 0, MOST


def _burn_bounds(config: Config) -> Iterator[Bound]:
    for name, cost in config.burns.items():
        path = ("burns", str(name))
        yield (*path, "energy"), cost.energy, 0, MOST_ENERGY
        yield (*path, "mass"), cost.mass, 0, MOST
        yield (*path, "rings"), cost.rings, 1, MOST_RINGS


def _weapon_bounds(config: Config) -> Iterator[Bound]:
    laser, railgun, missiles = config.weapons.laser, config.weapons.railgun, config.weapons.missiles
    yield ("weapons", "laser", "damage"), laser.damage, 0, MOST
    yield ("weapons", "laser", "rings"), laser.rings, 1, MOST_RINGS
    yield ("weapons", "railgun", "damage"), railgun.damage, 0, MOST
    yield ("weapons", "railgun", "sectors_a_ring"), railgun.sectors_per_ring, 1, MOST_SECTORS
    yield ("weapons", "railgun", "recoil"), railgun.recoil, 1, MOST_RINGS
    yield ("weapons", "railgun", "compensation"), railgun.compensation, 0, MOST
    yield ("weapons", "missiles", "damage"), missiles.damage, 0, MOST
    yield ("weapons", "missiles", "rings"), missiles.rings, 0, MOST_RINGS
    yield ("weapons", "missiles", "sectors"), missiles.sectors, 0, MOST_SECTORS


def _ship_bounds(config: Config) -> Iterator[Bound]:
    begin = config.start
    yield ("reactor",), config.reactor, 0, MOST_ENERGY
    yield ("return_limit",), config.return_limit, 0, MOST_ENERGY
    yield ("most_mass",), config.most_mass, 0, MOST
    yield ("max_rounds",), config.max_rounds, 1, MOST_ROUNDS
    yield ("start", "ring"), begin.ring, 1, len(config.rings)
    yield ("start", "hull"), begin.hull, 1, MOST
    yield ("start", "mass"), begin.mass, 0, config.most_mass
    yield ("start", "heat"), begin.heat, 0, MOST
    if 1 <= begin.ring <= len(config.rings):
        most = config.rings[begin.ring - 1].sectors - 1
        yield from ((("start", "sectors", i), sector, 0, most) for i, sector in enumerate(begin.sectors))


def _seat_faults(begin: Start, seats: int) -> Iterator[Violation]:
    yield from number_faults(seats, FEWEST_SEATS, MOST_SEATS, ("seats",), rule="OS-1")
    if begin.sectors and len(begin.sectors) != seats:
        params = {"asked": len(begin.sectors), "seats": seats}
        yield Violation("one_per_seat", "OS-1", ("start", "sectors"), params)
