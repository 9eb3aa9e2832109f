"""Matrix games: two players choose at the same time, and one wins what the other loses.

`solve` gives the value of a game and a mixed strategy for each side that secures it. It works on flat sequences, so the
same lines run on lists as plain Python and on arrays once they are compiled (`making.py`). A general LP solver takes
milliseconds per call; these games are tiny and there are millions of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import NamedTuple, Protocol

NOTHING = 1e-12
"""What is closer to zero than this is zero."""

PATIENCE = 60
"""Pivots before the rule that cannot go round in circles takes over: no game of 15 cards has needed as many."""


class Floats(Protocol):
    """A list or an array of numbers."""

    def __getitem__(self, at: int, /) -> float: ...

    def __setitem__(self, at: int, value: float, /) -> None: ...


class Ints(Protocol):
    """A list or an array of whole numbers."""

    def __getitem__(self, at: int, /) -> int: ...

    def __setitem__(self, at: int, value: int, /) -> None: ...


class Solved(NamedTuple):
    """What a matrix game is worth to the player of the rows, and how both should mix."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solved(payoffs: Sequence[Sequence[float]]) -> Solved:
    """The game with these payoffs to the player who chooses the row.

    >>> solved([[3, 2], [1, 0]])
    Solved(value=2.0, rows=(1.0, 0.0), columns=(0.0, 1.0))
    """
    height, width = len(payoffs), len(payoffs[0])
    rows, columns = [0.0] * height, [0.0] * width
    tableau = [0.0] * ((height + 1) * (width + 1))
    labels = [0] * (height + width)
    flat = [float(payoff) for row in payoffs for payoff in row]
    value = solve(flat, height, width, rows, columns, tableau, labels)
    return Solved(value, tuple(rows), tuple(columns))


def solve(
    payoffs: Floats, height: int, width: int, rows: Floats, columns: Floats, tableau: Floats, labels: Ints
) -> float:
    """The value of the game; `rows` and `columns` become optimal strategies.

    `tableau` and `labels` are room to work in: (height + 1) * (width + 1) and height + width long, at least.
    """
    pure = saddle(payoffs, height, width, rows, columns)
    if not isnan(pure):
        return pure
    lowest = payoffs[0]
    for at in range(1, height * width):
        lowest = min(lowest, payoffs[at])
    shift = 1.0 - lowest
    prepare(payoffs, height, width, shift, tableau, labels)
    pivots = 0
    while True:
        column = entering(height, width, tableau, labels, pivots >= PATIENCE)
        if column < 0:
            break
        pivot(height, width, tableau, labels, leaving(height, width, tableau, labels, column), column)
        pivots += 1
    return harvest(height, width, tableau, labels, rows, columns) - shift


def saddle(payoffs: Floats, height: int, width: int, rows: Floats, columns: Floats) -> float:
    """The value if neither side needs to mix, with the strategies that secure it; NaN otherwise."""
    best_row, best_column = 0, 0
    floor, ceiling = -1e300, 1e300
    for i in range(height):
        least = payoffs[i * width]
        for j in range(1, width):
            least = min(least, payoffs[i * width + j])
        if least > floor:
            floor, best_row = least, i
    for j in range(width):
        most = payoffs[j]
        for i in range(1, height):
            most = max(most, payoffs[i * width + j])
        if most < ceiling:
            ceiling, best_column = most, j
    if ceiling - floor > NOTHING:
        return nan
    for i in range(height):
        rows[i] = 1.0 if i == best_row else 0.0
    for j in range(width):
        columns[j] = 1.0 if j == best_column else 0.0
    return floor


# -- the simplex method on a condensed tableau -------------------------------------------------------------
#
# With all payoffs made positive by a shift, the columns' player looks for y >= 0 with (payoffs y) <= 1 and the largest
# sum. The last row of the tableau is the objective, the last column the right-hand side. Places of the tableau are
# labelled with the strategies that stand there: columns' 0 to width - 1, then rows'.


def prepare(payoffs: Floats, height: int, width: int, shift: float, tableau: Floats, labels: Ints) -> None:
    """The tableau before the first pivot, where y = 0 satisfies everything."""
    across = width + 1
    for i in range(height):
        for j in range(width):
            tableau[i * across + j] = payoffs[i * width + j] + shift
        tableau[i * across + width] = 1.0
    for j in range(width):
        tableau[height * across + j] = -1.0
    tableau[height * across + width] = 0.0
    for label in range(width + height):
        labels[label] = label


def entering(height: int, width: int, tableau: Floats, labels: Ints, cautious: bool) -> int:
    """The column to pivot on: the most promising or, when cautious, the first by label (Bland); -1: optimal."""
    bottom = height * (width + 1)
    found = -1
    for j in range(width):
        if tableau[bottom + j] >= -NOTHING:
            continue
        if found < 0:
            found = j
        elif cautious:
            if labels[j] < labels[found]:
                found = j
        elif tableau[bottom + j] < tableau[bottom + found]:
            found = j
    return found


def leaving(height: int, width: int, tableau: Floats, labels: Ints, column: int) -> int:
    """The row that limits this column first; of several, the first by label."""
    across = width + 1
    found, least = -1, 0.0
    for i in range(height):
        slope = tableau[i * across + column]
        if slope <= NOTHING:
            continue
        ratio = tableau[i * across + width] / slope
        if found < 0 or ratio < least or (ratio == least and labels[width + i] < labels[width + found]):
            found, least = i, ratio
    return found


def pivot(height: int, width: int, tableau: Floats, labels: Ints, row: int, column: int) -> None:
    """Exchange a row with a column."""
    across = width + 1
    at = row * across
    one = 1.0 / tableau[at + column]
    for j in range(across):
        tableau[at + j] *= one
    tableau[at + column] = one
    for i in range(height + 1):
        factor = tableau[i * across + column]
        if i == row or factor == 0.0:
            continue
        for j in range(across):
            tableau[i * across + j] -= factor * tableau[at + j]
        tableau[i * across + column] = -factor * one
    labels[column], labels[width + row] = labels[width + row], labels[column]


def harvest(height: int, width: int, tableau: Floats, labels: Ints, rows: Floats, columns: Floats) -> float:
    """Both strategies out of an optimal tableau, and the value of the shifted game."""
    across = width + 1
    total = tableau[height * across + width]
    for i in range(height):
        rows[i] = 0.0
    for j in range(width):
        columns[j] = 0.0
    for j in range(width):
        if labels[j] >= width:
            rows[labels[j] - width] = max(0.0, tableau[height * across + j]) / total
    for i in range(height):
        if labels[width + i] < width:
            columns[labels[width + i]] = max(0.0, tableau[i * across + width]) / total
    return 1.0 / total
