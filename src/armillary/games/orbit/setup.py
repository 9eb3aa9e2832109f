"""The opening: which configs can be played, and what they make (OS-1)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.bounds import EXACT, number_faults, setting_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Path, Violation
from armillary.games.orbit.model import Config, Energy, Intensity, OrderDrawn, Setup, Ship, State, Subsystem, TurnOrder

FEWEST_SEATS, MAX_SEATS = 2, 6


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Everything that keeps this config from being played with this many seats."""
    faults = (*config_faults(config), *number_faults(seats, FEWEST_SEATS, MAX_SEATS, ("seats",), rule="OS-1"))
    sectors = config.start.sectors
    if sectors and len(sectors) != seats:
        params = {"asked": len(sectors), "seats": seats}
        faults += (Violation("one_per_seat", "OS-1", ("start", "sectors"), params),)
    return faults


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    """Ships alike, evenly spread over the starting ring (OS-1), and the order of the first two rounds (OS-23)."""
    begin = config.start
    # Every second place where seats are odd in number: in a fixed order, nobody starts just behind who plays next.
    step = 1 + seats % 2
    around = config.rings[begin.ring - 1].sectors
    sectors = begin.sectors or tuple(step * k % seats * around // seats for k in range(seats))
    ships = tuple(
        Ship(begin.ring, sector, begin.facing, begin.hull, begin.mass, begin.heat, dict(begin.energy))
        for sector in sectors
    )
    drawn = range(min(2, config.max_rounds)) if config.turn_order is TurnOrder.DRAWN else ()
    orders = tuple(dice.shuffle(range(1, seats + 1)) for _ in drawn)
    events = tuple(OrderDrawn(round=i, order=order, rule="OS-23") for i, order in enumerate(orders, start=1))
    return Step(State(Setup(seats, config), 1, orders[0][0] if orders else 1, ships, turn_orders=orders), events)


# -- what a config must hold -------------------------------------------------------------------------------


def config_faults(config: Config) -> Iterator[Violation]:
    """What is wrong with a config, whoever plays; how settings fit together is judged only when no table has gaps."""
    yield from setting_faults(config)
    missing = [name for name in Subsystem if name not in config.subsystems]
    missing_burns = [name for name in Intensity if name not in config.burns]
    if missing:
        yield Violation("incomplete_table", "OS-5", ("subsystems",), {"missing": missing})
    if missing_burns:
        yield Violation("incomplete_table", "OS-10", ("burns",), {"missing": missing_burns})
    if not missing and not missing_burns:
        yield from _fit_faults(config)
        yield from energy_faults(config, config.start.energy, ("start", "energy"))


def energy_faults(config: Config, energy: Energy, path: Path) -> Iterator[Violation]:
    """Allocations past a subsystem's limit, or more than the reactor has (OS-5)."""
    for name, amount in energy.items():
        yield from number_faults(amount, 1, config.subsystems[name].limit, (*path, name), rule="OS-5")
    if (asked := sum(energy.values())) > config.reactor:
        shown = asked if abs(asked) <= EXACT else str(asked)
        yield Violation("more_than_the_reactor", "OS-5", path, {"asked": shown, "reactor": config.reactor})


def _fit_faults(config: Config) -> Iterator[Violation]:
    """Settings whose bounds are other settings."""
    for name, spec in config.subsystems.items():
        path: Path = ("subsystems", name)
        yield from number_faults(spec.rated, spec.minimum, None, (*path, "rated"), rule="OS-5")
        yield from number_faults(spec.limit, spec.rated, None, (*path, "limit"), rule="OS-5")
    begin, rings = config.start, config.rings
    if begin.mass > config.most_mass:
        yield from number_faults(begin.mass, 0, config.most_mass, ("start", "mass"), rule="OS-1")
    if begin.ring > len(rings) > 0:
        yield from number_faults(begin.ring, 1, len(rings), ("start", "ring"), rule="OS-1")
    elif 1 <= begin.ring <= len(rings):
        most = rings[begin.ring - 1].sectors - 1
        for i, sector in enumerate(begin.sectors):
            yield from number_faults(sector, 0, most, ("start", "sectors", i), rule="OS-1")
