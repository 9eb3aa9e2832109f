"""The position in plain text: at a glance, as a whole, or one square or player of it."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.layout import filled
from armillary.core.prose import badge, beside, counted, find, listed, player
from armillary.core.values import Seat
from armillary.games.territory.model import NEUTRAL, STEPS, View
from armillary.games.territory.rules import declaring, living, phase
from armillary.games.territory.rules.commands import neighbour
from armillary.games.territory.words.sentences import WAYS, clean, ending, holdings

LEGEND = "A number is a player's units; * marks a resource square, . an empty square."
NARROWEST = 30
"""Columns that texts beside the map need."""
GAP = 3
WIDTH = 60
"""Of the map in a description: any screen has room for it."""


def ask(view: View) -> str:
    """What the seat is to do now, and what wins."""
    board, config = view.board, view.setup.config
    if view.ended:
        return "The match is over."
    goal = f"More units than all others together win; after round {config.max_rounds}, the most units."
    if view.seat in living(board):
        task = "Give up to " + counted(config.max_commands_per_round, "command") + "."
        if declaring(board):
            task = f"Say what you plan, true or not (declaration {board.phase + 1} of {config.declaration_count})."
        return f"{task} {goal}"
    task = "declare their plans" if declaring(board) else "give their commands"
    return f"{listed([player(seat, view) for seat in living(board)])} {task}. {goal}"


# -- at a glance -------------------------------------------------------------------------------------------


def overview(view: View, width: int) -> str:
    """The map, and beside it everybody's units, the reader's first, and this round's declarations."""
    drawn = grid(view, width)
    drawn += ["", *filled(LEGEND, min(width, max(NARROWEST, len(drawn[0]))), hang=0)]
    room = width - max(map(len, drawn)) - GAP
    texts = [*_standings(view), *([""] if view.plans else []), *_declarations(view)]
    aside = [line for text in texts for line in _indented(text, room if room >= NARROWEST else width)]
    return "\n".join([*filled(_heading(view), width, hang=0), "", *beside(drawn, aside, width, GAP)])


def _indented(text: str, width: int) -> list[str]:
    """The text in lines that are indented as it is, the later ones a little more."""
    return filled(text.lstrip(), width, indent=len(text) - len(text.lstrip())) or [""]


def _standings(view: View) -> list[str]:
    """Everybody's units and squares, the reader's first."""
    seats = sorted(range(1, view.setup.seats + 1), key=lambda seat: (seat != view.seat, seat))
    return [f"{badge(seat)} {player(seat, view)}: {_holdings(seat, view)}" for seat in seats]


def _holdings(seat: Seat, view: View) -> str:
    return holdings(view.squares[seat - 1], view.armies[seat - 1])


def _declarations(view: View) -> Iterator[str]:
    for number, texts in enumerate(view.plans, start=1):
        yield f"Declaration {number}:"
        yield from (f"  {player(seat, view)}: {clean(text)}" for seat, text in enumerate(texts, 1) if text is not None)


def _heading(view: View) -> str:
    if view.ended:
        return f"Final position: {ending(view.ended, view)}"
    return f"Round {view.round} of {view.setup.config.max_rounds}, {phase(view.board).name}."


def grid(view: View, room: int) -> list[str]:
    """The map, one row per line, with coordinates; a map that is too wide for the room goes on below itself."""
    size, resources = view.setup.config.map_size, set(view.setup.resources)
    cells = []
    for square, (owner, units) in enumerate(zip(view.owners, view.units, strict=True)):
        here = f"{badge(owner)}{units}" if owner else "" if square in resources else "."
        cells.append(here + ("*" if square in resources else ""))
    margin = len(str(size - 1))
    wide = max(margin, *(len(cell) for cell in cells))
    at_once = max(1, (room - margin) // (wide + 1))
    lines: list[str] = []
    for left in range(0, size, at_once):
        columns = range(left, min(size, left + at_once))
        rows = [[" " * margin, *(str(x).rjust(wide) for x in columns)]]
        rows += [[str(y).rjust(margin), *(cells[y * size + x].rjust(wide) for x in columns)] for y in range(size)]
        lines += [*([""] if left else []), *(" ".join(row).rstrip() for row in rows)]
    return lines


# -- in full -----------------------------------------------------------------------------------------------


def names(view: View) -> tuple[str, ...]:
    """Players, and squares as they are typed in commands: `3,4`."""
    size = view.setup.config.map_size
    players = (f"Player {seat}" for seat in range(1, view.setup.seats + 1))
    return (*players, *(f"{x},{y}" for y in range(size) for x in range(size)))


def describe(view: View, part: str | None = None) -> str:
    """The map with owners and units, this round's declarations, and the standings; or one player or square."""
    if part is None:
        return "\n".join([_heading(view), *grid(view, WIDTH), LEGEND, *_declarations(view), *_standings(view)])
    name = find(part.replace(" ", "") if "," in part else part, names(view), "player or square")
    if name.startswith("Player "):
        return "\n".join(_player_lines(int(name.removeprefix("Player ")), view))
    x, y = map(int, name.split(","))
    return "\n".join(_square_lines(y * view.setup.config.map_size + x, view))


def _player_lines(seat: Seat, view: View) -> Iterator[str]:
    size = view.setup.config.map_size
    yield f"{badge(seat)} {player(seat, view)}: {_holdings(seat, view)}."
    for square, owner in enumerate(view.owners):
        if owner == seat:
            y, x = divmod(square, size)
            rich = ", a resource square" * (square in view.setup.resources)
            yield f"  ({x},{y}): {counted(view.units[square], 'unit')}{rich}"
    for number, texts in enumerate(view.plans, start=1):
        if (text := texts[seat - 1]) is not None:
            yield f"  Declaration {number}: {clean(text)}"


def _square_lines(square: int, view: View) -> Iterator[str]:
    config = view.setup.config
    rich = square in view.setup.resources
    makes = counted(config.resource_production if rich else config.base_production, "unit")
    kind = "a resource square" if rich else "an ordinary square"
    yield f"{_square(square, view)}."
    yield f"  It is {kind}: {makes} per round while fewer than {config.production_cap} units stand there."
    for way in STEPS:
        beside_it = neighbour(square, way, config.map_size)
        if beside_it is not None:
            yield f"  {WAYS[way]}: {_square(beside_it, view)}"


def _square(square: int, view: View) -> str:
    y, x = divmod(square, view.setup.config.map_size)
    owner, units = view.owners[square], view.units[square]
    holder = "nobody" if owner == NEUTRAL else f"{badge(owner)} {player(owner, view)} with {counted(units, 'unit')}"
    return f"({x},{y}), {holder}"
