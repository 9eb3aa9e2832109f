"""The whole position in plain text: the grid, this round's declarations, and the standings."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.prose import player
from armillary.games.territory.model import State, View
from armillary.games.territory.rules import phase
from armillary.games.territory.rules.ends import tally
from armillary.games.territory.words.sentences import clean, ending, holdings


def describe(view: View) -> str:
    """The grid with owners and units, this round's declarations, and the standings."""
    board = view.board
    head = f"Round {board.round} of {board.setup.config.max_rounds}, {phase(board).name}."
    if board.ended:
        head = f"Final position: {ending(board.ended, view)}"
    lines = [head, *grid(board), "Squares show player:units; * marks a resource square, . an empty square."]
    for number, texts in enumerate(board.plans, start=1):
        lines.append(f"Declaration {number}:")
        lines += [f"  {player(seat, view)}: {clean(text)}" for seat, text in enumerate(texts, 1) if text is not None]
    for seat, (squares, units) in enumerate(zip(*tally(board), strict=True), start=1):
        lines.append(f"{player(seat, view)}: {holdings(squares, units)}")
    return "\n".join(lines)


def grid(board: State) -> Iterator[str]:
    """The map, one row per line, with coordinates; columns as wide as they need to be."""
    size = board.setup.config.map_size
    resources = set(board.setup.resources)
    cells = [
        (f"{owner}:{units}" if owner else "" if square in resources else ".") + ("*" if square in resources else "")
        for square, (owner, units) in enumerate(zip(board.owners, board.units, strict=True))
    ]
    width = max(len(str(size - 1)), *(len(cell) for cell in cells))
    margin = len(str(size - 1))
    yield " ".join([" " * margin, *(str(x).rjust(width) for x in range(size))]).rstrip()
    for y in range(size):
        row = cells[y * size : (y + 1) * size]
        yield " ".join([str(y).rjust(margin), *(cell.rjust(width) for cell in row)])
