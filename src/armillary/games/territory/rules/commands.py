"""Commands: how lines are read, and what becomes of them, one after another (TR-5 to TR-7)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from armillary.core.values import Params
from armillary.games.territory.model import STEPS, Command, Direction, State

LINE = re.compile(r"\s*(-?[0-9]+)\s*,\s*(-?[0-9]+)\s*,\s*([UDLRudlr])\s*,\s*(-?[0-9]+)\s*", re.ASCII)  # TR-5
MOST_DIGITS = 18  # longer numbers are beyond any board or army: the line is ignored

MARCH, REDUCED, IGNORED = "marches", "reduced", "ignored"


class March(NamedTuple):
    """What becomes of one command: how many units go from which square to which, or why none do."""

    verdict: str
    reason: str
    rule: str
    origin: int = -1
    target: int = -1
    units: int = 0
    command: Command | None = None
    available: int = 0

    def params(self) -> Params:
        """What a sentence about the command needs."""
        command = self.command
        if self.verdict == MARCH:
            assert command is not None
            return {"x": command.x, "y": command.y, "marched": self.units}
        params = {"reason": self.reason, "available": self.available, "marched": self.units}
        return params | {"x": command.x, "y": command.y, "asked": command.units} if command else params


def read(line: Command | str) -> Command | None:
    """A command from its line; None if the line is not a command (TR-5)."""
    if isinstance(line, Command):
        return line
    found = LINE.fullmatch(line)
    if found is None or any(len(found[i]) > MOST_DIGITS for i in (1, 2, 4)):
        return None
    direction: Direction = found[3].upper()  # type: ignore[assignment]
    return Command(int(found[1]), int(found[2]), direction, int(found[4]))


def neighbour(square: int, direction: str, size: int) -> int | None:
    """The next square in that direction; None off the board (TR-1)."""
    return neighbours(size)[direction][square]


@cache
def neighbours(size: int) -> dict[str, tuple[int | None, ...]]:
    """For each direction, in either case, every square's neighbour."""
    found = {}
    for direction, (dx, dy) in STEPS.items():
        squares = tuple(
            (y + dy) * size + x + dx if 0 <= x + dx < size and 0 <= y + dy < size else None
            for y in range(size)
            for x in range(size)
        )
        found[str(direction)] = found[direction.lower()] = squares
    return found


def marches(state: State, seat: int, lines: Sequence[Command | str]) -> list[March]:
    """What becomes of every line of one player, in order (TR-5 to TR-7).

    Units that arrive this round cannot move on: only those standing in a square now count.
    """
    config = state.setup.config
    left: dict[int, int] = {}
    judged = []
    for number, line in enumerate(lines):
        if number >= config.max_commands_per_round:
            judged.append(March(IGNORED, "beyond_the_limit", "TR-5", available=config.max_commands_per_round))
        else:
            judged.append(_march(state, seat, line, left))
    return judged


def _march(state: State, seat: int, line: Command | str, left: dict[int, int]) -> March:
    """One command, given what earlier commands have left in each square."""
    command = read(line)
    if command is None:
        return March(IGNORED, "not_understood", "TR-6")
    x, y, units = command.x, command.y, command.units
    size = state.setup.config.map_size
    if not (0 <= x < size and 0 <= y < size):
        return March(IGNORED, "off_the_board", "TR-6", command=command)
    origin = y * size + x
    target = neighbours(size)[command.direction][origin]
    if state.owners[origin] != seat:
        return March(IGNORED, "not_yours", "TR-6", command=command)
    if target is None:
        return March(IGNORED, "target_off_the_board", "TR-6", command=command)
    if units < 1:
        return March(IGNORED, "fewer_than_one", "TR-6", command=command)
    available = left.get(origin, state.units[origin])
    if available == 0:
        return March(IGNORED, "nothing_left", "TR-7", command=command)
    if units > available:
        left[origin] = 0
        return March(REDUCED, "more_than_available", "TR-7", origin, target, available, command, available)
    left[origin] = available - units
    return March(MARCH, "", "TR-7", origin, target, units, command, available)
