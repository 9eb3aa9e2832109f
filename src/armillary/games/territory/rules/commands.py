"""Commands: how lines are read, and what becomes of them, one after another (TR-5 to TR-7)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from armillary.core.bounds import EXACT
from armillary.core.values import MAX_DIGITS, Params
from armillary.games.territory.model import STEPS, Command, State

LINE = re.compile(r"\s*(-?[0-9]+)\s*,\s*(-?[0-9]+)\s*,\s*([UDLRudlr])\s*,\s*(-?[0-9]+)\s*", re.ASCII)  # TR-5
LARGE = 10**MAX_DIGITS - 1
"""Far beyond any board or army: numbers that are longer all count as this one."""
REPORTED = 40
"""Characters quoted from a line that did nothing."""

MARCH, REDUCED, IGNORED = "marches", "reduced", "ignored"


class March(NamedTuple):
    """What becomes of one command: how many units go from which square to which, or why none do.

    All lines beyond the limit together are one of these (TR-13).
    """

    verdict: str
    reason: str
    rule: str
    line: Command | str
    """The command as it was given."""
    origin: int = -1
    target: int = -1
    units: int = 0
    command: Command | None = None
    available: int = 0
    lines: int = 0
    """How many are beyond the limit."""

    def params(self) -> Params:
        """What a sentence about the command needs."""
        if self.lines:
            return {"reason": self.reason, "lines": self.lines, "available": self.available}
        command = self.command
        where: Params = {}
        if command is not None:
            way = command.direction.upper()
            where = {"x": _short(command.x), "y": _short(command.y), "direction": way, "marched": self.units}
        if self.verdict == MARCH:
            return where
        if command is not None:
            where["asked"] = _short(command.units)
        # Half a character, which a Python text may hold, cannot be written as JSON.
        line = line_text(self.line)[:REPORTED].encode("utf-8", "replace").decode()
        return {"reason": self.reason, "line": line, "available": self.available, **where}


def _short(number: int) -> int | str:
    """A number as every reader of JSON and every screen can take it."""
    return number if abs(number) <= EXACT else "a number of more than 15 digits"


def line_text(line: Command | str) -> str:
    """A command as a line, whichever way it was given."""
    if isinstance(line, str):
        return line
    return f"{_digits(line.x)},{_digits(line.y)},{line.direction},{_digits(line.units)}"


def _digits(number: int) -> str:
    """Python refuses to print numbers with thousands of digits."""
    return str(max(-LARGE, min(LARGE, number)))


def read(line: Command | str) -> Command | None:
    """A command from its line, in the case it was written in; None if the line is not a command (TR-5)."""
    if isinstance(line, Command):
        return line
    found = LINE.fullmatch(line)
    if found is None:
        return None
    return Command(_whole(found[1]), _whole(found[2]), found[3], _whole(found[4]))  # type: ignore[arg-type]


def _whole(text: str) -> int:
    digits = text.lstrip("-").lstrip("0")
    size = LARGE if len(digits) > MAX_DIGITS else int(digits or 0)
    return -size if text.startswith("-") else size


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


@cache
def beside(size: int) -> tuple[tuple[int, ...], ...]:
    """Every square's neighbours."""
    ways = [neighbours(size)[direction] for direction in STEPS]
    return tuple(tuple(near for near in around if near is not None) for around in zip(*ways, strict=True))


def marches(state: State, seat: int, lines: Sequence[Command | str]) -> list[March]:
    """What becomes of every line of one player, in order; those that do not count are told once (TR-5 to TR-7, TR-13).

    Units that arrive this round cannot move on: only those standing in a square now count.
    """
    most = state.setup.config.max_commands_per_round
    left: dict[int, int] = {}
    judged = [_march(state, seat, line, left) for line in lines[:most]]
    if beyond := len(lines[most:]):
        judged.append(March(IGNORED, "beyond_the_limit", "TR-5", lines[most], available=most, lines=beyond))
    return judged


def _march(state: State, seat: int, line: Command | str, left: dict[int, int]) -> March:
    """One command, given what earlier commands have left in each square."""
    command = read(line)
    if command is None:
        return March(IGNORED, "not_understood", "TR-6", line)
    x, y, units = command.x, command.y, command.units
    size = state.setup.config.map_size
    if not (0 <= x < size and 0 <= y < size):
        return March(IGNORED, "off_the_board", "TR-6", line, command=command)
    origin = y * size + x
    target = neighbours(size)[command.direction][origin]
    if state.owners[origin] != seat:
        return March(IGNORED, "not_yours", "TR-6", line, command=command)
    if target is None:
        return March(IGNORED, "target_off_the_board", "TR-6", line, command=command)
    if units < 1:
        return March(IGNORED, "fewer_than_one", "TR-6", line, command=command)
    available = left.get(origin, state.units[origin])
    if available == 0:
        return March(IGNORED, "nothing_left", "TR-7", line, command=command)
    if units > available:
        left[origin] = 0
        return March(REDUCED, "more_than_available", "TR-7", line, origin, target, available, command, available)
    left[origin] = available - units
    return March(MARCH, "", "TR-7", line, origin, target, units, command, available)
