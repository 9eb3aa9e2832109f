"""The position in plain text: at a glance, as a whole, or one square or player of it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from armillary.core.prose import badge, beside, counted, cut, find, listed, player
from armillary.core.values import Seat
from armillary.games.territory.model import NEUTRAL, STEPS, View
from armillary.games.territory.rules import declaring, living, phase
from armillary.games.territory.rules.commands import neighbour
from armillary.games.territory.words.sentences import WAYS, clean, ending, holdings

LEGEND = "A number is a player's units; * marks a resource square, . an empty square."
NARROWEST = 30
"""Columns that texts beside the map need."""
GAP = 3


def ask(view: View) -> str:
    """What the seat is to do now, and what wins."""
    board, config = view.board, view.setup.config
    if view.ended:
        return "The match is over."
    goal = f"More units than all others together win; after round {config.max_rounds}, the most units."
    if view.seat in living(board):
        task = "Give up to " + counted(config.max_commands_per_round, "command") + "."
        if declaring(board):
            task = (
                f"Declare a plan in words, true or not (declaration {board.phase + 1} of {config.declaration_count})."
            )
        return f"{task} {goal}"
    task = "declare their plans" if declaring(board) else "give their commands"
    return f"{listed([player(seat, view) for seat in living(board)])} {task}. {goal}"


# -- at a glance -------------------------------------------------------------------------------------------


def overview(view: View, width: int) -> str:
    """The map, and beside it everybody's units, the reader's first, and this round's declarations."""
    drawn = grid(view)
    drawn += ["", *wrap(LEGEND, max(NARROWEST, len(drawn[0])))]
    room = width - max(map(len, drawn)) - GAP
    texts = [*_standings(view), *([""] if view.plans else []), *_declarations(view)]
    aside = [cut(text, room if room >= NARROWEST else width) for text in texts]
    lines = [*wrap(_heading(view), width), "", *beside(drawn, aside, width, GAP)]
    return "\n".join(cut(line, width) for line in lines)


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


def grid(view: View) -> list[str]:
    """The map, one row per line, with coordinates; columns as wide as they need to be."""
    size, resources = view.setup.config.map_size, set(view.setup.resources)
    cells = []
    for square, (owner, units) in enumerate(zip(view.owners, view.units, strict=True)):
        here = f"{badge(owner)}{units}" if owner else "" if square in resources else "."
        cells.append(here + ("*" if square in resources else ""))
    margin = len(str(size - 1))
    width = max(margin, *(len(cell) for cell in cells))
    rows = [[" " * margin, *(str(x).rjust(width) for x in range(size))]]
    rows += [
        [str(y).rjust(margin), *(cell.rjust(width) for cell in cells[y * size : (y + 1) * size])] for y in range(size)
    ]
    return [" ".join(row).rstrip() for row in rows]


# -- in full -----------------------------------------------------------------------------------------------


def names(view: View) -> tuple[str, ...]:
    """Players, and squares as they are typed in commands: `3,4`."""
    size = view.setup.config.map_size
    players = (f"Player {seat}" for seat in range(1, view.setup.seats + 1))
    return (*players, *(f"{x},{y}" for y in range(size) for x in range(size)))


def describe(view: View, part: str | None = None) -> str:
    """The map with owners and units, this round's declarations, and the standings; or one player or square."""
    if part is None:
        return "\n".join([_heading(view), *grid(view), LEGEND, *_declarations(view), *_standings(view)])
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
