"""The opening: which parameters can be played, where players start and where resources lie (TR-2)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.bounds import number_faults, setting_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Path, Violation
from armillary.games.territory.model import FEWEST_PLAYERS, NEUTRAL, Config, Setup, State


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Every parameter that is out of bounds, and a wrong number of players (TR-0)."""
    return (*config_faults(config, ()), *seat_faults(config, seats, ("seats",)))


def config_faults(config: Config, path: Path) -> Iterator[Violation]:
    """Parameters out of bounds."""
    yield from setting_faults(config, path)
    if config.min_players > config.max_players:
        yield from number_faults(
            config.min_players, FEWEST_PLAYERS, config.max_players, (*path, "min_players"), rule="TR-0"
        )


def seat_faults(config: Config, seats: int, path: Path) -> Iterator[Violation]:
    """As many players as the parameters allow, and no more than there are edge squares."""
    most = min(config.max_players, 4 * (config.map_size - 1))
    yield from number_faults(seats, config.min_players, most, path, rule="TR-0")


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    """Distinct random edge squares in seat order, then resources from the squares nobody starts on (TR-2)."""
    squares = config.map_size**2
    homes = dice.sample(edge(config.map_size), seats)
    free = [square for square in range(squares) if square not in homes]
    wanted = -(-squares * config.resource_square_pct // 100)
    resources = dice.sample(free, min(wanted, len(free)))
    owners, units = [NEUTRAL] * squares, [0] * squares
    for seat, square in enumerate(homes, start=1):
        owners[square], units[square] = seat, config.starting_units
    setup = Setup(seats, config, tuple(sorted(resources)))
    return Step(State(setup, 1, 0, tuple(owners), tuple(units)))


def edge(size: int) -> tuple[int, ...]:
    """The squares of the map's outer edge, ascending."""
    return tuple(y * size + x for y in range(size) for x in range(size) if x in (0, size - 1) or y in (0, size - 1))
