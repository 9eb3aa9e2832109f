"""The opening: which parameters can be played, where players start and where resources lie (TR-2, TR-2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

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
    """Homes in seat order, then resources from the squares nobody starts on (TR-2, TR-2.1)."""
    squares = config.map_size**2
    if config.homes == "apart":
        homes = dice.shuffle(dice.choice(placings(config.map_size, seats)))
    else:
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


# -- homes far apart (TR-2.1) ------------------------------------------------------------------------------


@cache
def placings(size: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Every set of squares on which homes are as far apart, and after that as much alike, as the edge allows."""
    side, length = size - 1, 4 * (size - 1)
    if seats == FEWEST_PLAYERS:
        middles = (side + size // 2, 3 * side - size // 2)
        found = [(corner, *(corner + middle for middle in middles)) for corner in range(0, length, side)]
    else:
        found = [tuple((start + home * length) // seats for home in range(seats)) for start in range(length)]
    spread = {frozenset(place % length for place in places) for places in found}
    kinds = {places: _kinds(places, side) for places in spread}
    fewest = min(kinds.values())
    ring = _clockwise(size)
    alike = sorted(sorted(places) for places in spread if kinds[places] == fewest)
    return tuple(tuple(ring[place] for place in places) for places in alike)


def _kinds(places: frozenset[int], side: int) -> int:
    """How many kinds of home there are: two are of one kind if a turn or mirror that keeps the placing swaps them.

    Places count along the edge: a turn adds whole sides, and a mirror counts the other way.
    """
    length = 4 * side
    moves = [(corner, way) for corner in range(0, length, side) for way in (1, -1)]
    kept = [(corner, way) for corner, way in moves if {(corner + way * place) % length for place in places} == places]
    return len({min((corner + way * place) % length for corner, way in kept) for place in places})


def _clockwise(size: int) -> tuple[int, ...]:
    """The squares of the edge, from the top left corner on."""
    last, steps = size - 1, range(size - 1)
    right = (step * size + last for step in steps)
    bottom = (last * size + last - step for step in steps)
    left = ((last - step) * size for step in steps)
    return (*steps, *right, *bottom, *left)
