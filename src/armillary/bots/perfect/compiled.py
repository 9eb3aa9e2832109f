"""The inner loops of solving the standard game, compiled by numba: see `making.py` for what they are for.

A pattern is spelled as an array of signs, the strongest rank first: 1 where I hold a card, -1 where the other does, 0
where both do. What depends on the pattern alone is worked out once for all its decks and stakes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numba  # type: ignore[import-untyped]
import numpy as np
from numba.extending import register_jitable  # type: ignore[import-untyped]
from numpy.typing import NDArray

from armillary.bots.perfect import matrix
from armillary.bots.perfect.layout import CARDS, EACH, MOST_POINTS

F = TypeVar("F", bound=Callable[..., Any])

Values: TypeAlias = NDArray[Any]
"""Of a table: 32-bit floats as stored, or more exact ones."""
Numbers: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


class Stock(NamedTuple):
    """A group of `layout` as compiled code reads it."""

    cards: int
    ties: int
    first: int
    halves: int
    stakes: int
    slots: Numbers
    """The number of every stake by what is left in the deck, -1 where there is none."""


class Masks(NamedTuple):
    """How the cards of a group may be ordered: masks of tied ranks and of the other's untied cards, by number."""

    tied: Numbers
    theirs: Numbers
    numbers: Numbers
    """The number of every mask."""


class Pairs(NamedTuple):
    """The pairs of cards that may meet in one pattern: row by row, one row for each of my choices."""

    signs: Ints
    """Who wins: 1, -1 or 0, as in `position.sign`."""
    places: Ints
    """Where in the table below the values of the pattern begin that is left."""
    mirrored: Ints
    """-1 if that pattern is kept as its mirror image, otherwise 1."""
    children: Ints
    """By how many its tied ranks are fewer."""


class Desk(NamedTuple):
    """Room for one matrix game and its solution."""

    payoffs: Floats
    rows: Floats
    columns: Floats
    tableau: Floats
    labels: Ints


def compiled(function: F) -> F:
    """The function as machine code, which lets other threads run beside it."""
    made: F = numba.njit(nogil=True)(function)
    return made


def part(function: F) -> F:
    """The function as it is; those that are compiled may call it."""
    made: F = register_jitable(function)
    return made


for _function in (matrix.saddle, matrix.prepare, matrix.entering, matrix.leaving, matrix.pivot, matrix.harvest):
    part(_function)
part(matrix.solve)


@part
def deck_number(ones: int, twos: int, threes: int) -> int:
    """A number for what is left in the deck."""
    return (ones * (EACH + 1) + twos) * (EACH + 1) + threes


@part
def room_for_pairs() -> Pairs:
    """Room for the pairs of one pattern."""
    most = CARDS * CARDS
    return Pairs(np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.int64))


@part
def desk() -> Desk:
    """Room for the largest game."""
    tableau, labels = np.empty((CARDS + 1) * (CARDS + 1)), np.empty(2 * CARDS, np.int64)
    return Desk(np.empty(CARDS * CARDS), np.empty(CARDS), np.empty(CARDS), tableau, labels)


# -- patterns ----------------------------------------------------------------------------------------------


@part
def spell(tied: int, theirs: int, ranks: int, singles: int, signs: Ints) -> None:
    """Write out the pattern of these two masks."""
    for rank in range(ranks):
        if tied >> (ranks - 1 - rank) & 1:
            signs[rank] = 0
        else:
            singles -= 1
            signs[rank] = -1 if theirs >> singles & 1 else 1


@part
def choices(signs: Ints, ranks: int, whose: int, found: Ints) -> int:
    """The ranks at which one can play, and how many: of cards next to each other only the first."""
    count = 0
    for rank in range(ranks):
        if signs[rank] == 0 or (signs[rank] == whose and (rank == 0 or signs[rank - 1] != whose)):
            found[count] = rank
            count += 1
    return count


@part
def trace(signs: Ints, ranks: int, mine: int, theirs: int, numbers: Numbers, children: Any) -> tuple[int, int, int]:
    """What this pair leaves: the place of its values in the table below, their sign there, and its lost ties."""
    tied_mask = their_mask = singles = fewer = 0
    for rank in range(ranks):
        sign = signs[rank]
        if sign == 0:
            if rank in (mine, theirs):
                fewer += 1
                if mine == theirs:
                    continue
                sign = 1 if rank == theirs else -1
        elif rank in (mine, theirs):
            continue
        tied_mask = tied_mask << 1 | (sign == 0)
        if sign != 0:
            their_mask = their_mask << 1 | (sign < 0)
            singles += 1
    mirrored = 1
    if singles and their_mask >> (singles - 1):
        mirrored = -1
        their_mask ^= (1 << singles) - 1
    child = children[fewer]
    pattern = numbers[tied_mask] * child.halves + numbers[their_mask]
    return child.first + pattern * child.stakes, mirrored, fewer


@part
def pair_up(own: Stock, children: Any, masks: Masks, pattern: int, pairs: Pairs) -> tuple[int, int]:
    """All pairs of cards in a pattern, and how many choices each player has."""
    ranks, singles = 2 * own.cards - own.ties, 2 * (own.cards - own.ties)
    signs, mine, theirs = np.empty(CARDS, np.int64), np.empty(CARDS, np.int64), np.empty(CARDS, np.int64)
    spell(masks.tied[pattern // own.halves], masks.theirs[pattern % own.halves], ranks, singles, signs)
    height, width = choices(signs, ranks, 1, mine), choices(signs, ranks, -1, theirs)
    for i in range(height):
        for j in range(width):
            at = i * width + j
            pairs.signs[at] = (theirs[j] > mine[i]) - (theirs[j] < mine[i])
            place, mirrored, fewer = trace(signs, ranks, mine[i], theirs[j], masks.numbers, children)
            pairs.places[at], pairs.mirrored[at], pairs.children[at] = place, mirrored, fewer
    return height, width


# -- values ------------------------------------------------------------------------------------------------


@part
def mean(below: Values, place: int, slots: Numbers, ones: int, twos: int, threes: int, kept: int) -> float:
    """What the rest is worth on average over the next planet, with so much kept in the pot."""
    left = ones + twos + threes
    if left == 0:
        return 0.0
    total = 0.0
    if ones:
        total += ones * below[place + slots[deck_number(ones - 1, twos, threes), kept + 1]]
    if twos:
        total += twos * below[place + slots[deck_number(ones, twos - 1, threes), kept + 2]]
    if threes:
        total += threes * below[place + slots[deck_number(ones, twos, threes - 1), kept + 3]]
    return total / left


@part
def add_rest(
    below: Values, children: Any, pairs: Pairs, count: int, deck: tuple[int, int, int], stake: int, payoffs: Floats
) -> None:
    """What comes after a tie depends on the stake; after a battle that was won it does not, and stays as it is."""
    ones, twos, threes = deck
    for at in range(count):
        if (pairs.signs[at] == 0) == (stake > 0):
            slots = children[pairs.children[at]].slots
            payoffs[at] = pairs.mirrored[at] * mean(below, pairs.places[at], slots, ones, twos, threes, stake)


@compiled
def fill(own: Stock, children: Any, masks: Masks, start: int, stop: int, below: Values, values: Values) -> None:
    """The values of all positions of the patterns from `start` to `stop`, from the table for a card less."""
    pairs, game = room_for_pairs(), desk()
    rest = np.empty(CARDS * CARDS)
    left = own.cards - 1
    for pattern in range(start, stop):
        height, width = pair_up(own, children, masks, pattern, pairs)
        count = height * width
        place = own.first + pattern * own.stakes
        for ones in range(min(EACH, left) + 1):
            for twos in range(max(0, left - ones - EACH), min(EACH, left - ones) + 1):
                deck = (ones, twos, left - ones - twos)
                add_rest(below, children, pairs, count, deck, 0, rest)
                for stake in range(1, MOST_POINTS + 1):
                    slot = own.slots[deck_number(*deck), stake]
                    if slot < 0:
                        continue
                    add_rest(below, children, pairs, count, deck, stake, rest)
                    for at in range(count):
                        game.payoffs[at] = pairs.signs[at] * stake + rest[at]
                    values[place + slot] = matrix.solve(
                        game.payoffs, height, width, game.rows, game.columns, game.tableau, game.labels
                    )
