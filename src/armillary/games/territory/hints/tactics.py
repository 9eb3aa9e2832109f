"""What a march may bring, and plans of several marches: the orders that a search looks at."""

from __future__ import annotations

from typing import NamedTuple

from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.territory.model import STEPS, Command, Commands, Direction, State
from armillary.games.territory.rules.commands import beside, neighbour

HORIZON = 5
"""So many rounds of production count."""

LUCK = 4
"""How far chance stretches what a march is worth: up to this many times, in plans that are drawn."""


class March(NamedTuple):
    """Units that could go to a neighbouring square, and the units that this may bring before long."""

    worth: int
    origin: int
    target: int
    way: Direction
    units: int


def marches(state: State, seat: Seat) -> list[March]:
    """Every march that may bring something: one unit into the open, enough to hold, or all that can be spared."""
    size, rounds = state.setup.config.map_size, rounds_left(state)
    found: list[March] = []
    for origin, owner in enumerate(state.owners):
        spare = state.units[origin] - 1
        if owner != seat or spare < 1:
            continue
        for way in STEPS:
            target = neighbour(origin, way, size)
            if target is not None:
                threat = largest_beside(state, seat, target)
                for units in {1, min(spare, threat + 1), spare}:
                    worth = _worth(state, seat, target, units, threat, rounds)
                    if worth > 0:
                        found.append(March(worth, origin, target, way, units))
    return found


def _worth(state: State, seat: Seat, target: int, units: int, threat: int, rounds: int) -> int:
    """Land brings what it produces; whoever may come back with more takes it again, and the units with it."""
    owner, there = state.owners[target], state.units[target]
    if owner == seat:
        return 1 if threat >= there and units > 1 else 0
    land = produces(state, target) * rounds
    if owner == 0:
        return land if units > threat else land // 3 - units
    if units <= there:
        return 0
    return 2 * land + 1 - (units - there if units - there <= threat else 0)


def plan(state: State, found: list[March], dice: Dice | None = None) -> Commands:
    """The best marches that go together; with dice, what each is worth is stretched by luck."""
    size = state.setup.config.map_size
    luck = [1 + dice.below(LUCK) for _ in found] if dice else [1] * len(found)
    ranked = sorted(zip(luck, found, strict=True), key=lambda pair: (-pair[0] * pair[1].worth, pair[1].units))
    left: dict[int, int] = {}
    taken: set[int] = set()
    chosen: list[Command] = []
    for _, march in ranked:
        if len(chosen) == state.setup.config.max_commands_per_round:
            break
        spare = left.get(march.origin, state.units[march.origin] - 1)
        if march.target not in taken and march.units <= spare:
            taken.add(march.target)
            left[march.origin] = spare - march.units
            y, x = divmod(march.origin, size)
            chosen.append(Command(x, y, march.way, march.units))
    return Commands(tuple(chosen))


def rounds_left(state: State) -> int:
    """How many more rounds produce something that counts."""
    return min(HORIZON, state.setup.config.max_rounds - state.round + 1)


def produces(state: State, square: int) -> int:
    """New units per round of whoever holds a square."""
    config = state.setup.config
    return config.resource_production if square in state.setup.resources else config.base_production


def largest_beside(state: State, seat: Seat, square: int) -> int:
    """The largest force of others that stands next to a square."""
    owners, units, largest = state.owners, state.units, 0
    for near in beside(state.setup.config.map_size)[square]:
        if units[near] > largest and owners[near] not in (0, seat):
            largest = units[near]
    return largest
