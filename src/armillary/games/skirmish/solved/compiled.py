"""The inner loops of solving the standard game, compiled by numba: see `making.py` for what they are for.

A pattern is spelled as an array of signs, the strongest rank first: 1 where I hold a card, -1 where the other does, 0
where both do. What depends on the pattern alone is worked out once for all its decks and stakes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from armillary.games.skirmish.solved import matrix
from armillary.games.skirmish.solved.layout import CARDS, EACH, GRAIN

F = TypeVar("F", bound=Callable[..., Any])

Numbers: TypeAlias = NDArray[np.int32]
"""Also the values of a table, in grains."""
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


class Own(NamedTuple):
    """A group of `layout` as compiled code reads it."""

    cards: int
    ties: int
    first: int
    halves: int
    decks: Numbers
    """By slot: the planets of 1, 2 and 3 points left, the stake, and whether the deck differs from the last."""


class Children(NamedTuple):
    """The groups of the table below that a group leads to: with as many tied ranks, with one less, with two less."""

    firsts: Ints
    halves: Ints
    stakes: Ints
    slots: Numbers
    """The number of every stake by what is left in the deck, for each of the groups."""


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
    return cast("F", numba.njit(nogil=True, error_model="numpy")(function))


def part(function: F) -> F:
    """The function as it is; those that are compiled may call it."""
    return register_jitable(function)


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
def trace(
    signs: Ints, ranks: int, mine: int, theirs: int, numbers: Numbers, children: Children
) -> tuple[int, int, int]:
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
    pattern = numbers[tied_mask] * children.halves[fewer] + numbers[their_mask]
    return children.firsts[fewer] + pattern * children.stakes[fewer], mirrored, fewer


@part
def pair_up(own: Own, children: Children, masks: Masks, pattern: int, pairs: Pairs) -> tuple[int, int]:
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
def mean(below: Any, place: int, slots: Numbers, child: int, deck: Numbers, kept: int) -> float:
    """What the rest is worth on average over the next planet, with so much kept in the pot."""
    ones, twos, threes = deck[0], deck[1], deck[2]
    left = ones + twos + threes
    if left == 0:
        return 0.0
    total: float = 0.0
    if ones:
        total += ones * below[place + slots[child, deck_number(ones - 1, twos, threes), kept + 1]]
    if twos:
        total += twos * below[place + slots[child, deck_number(ones, twos - 1, threes), kept + 2]]
    if threes:
        total += threes * below[place + slots[child, deck_number(ones, twos, threes - 1), kept + 3]]
    average: float = total / left
    return average


@part
def look_below(
    below: Any,
    unit: float,
    mirror: Any,
    mirror_unit: float,
    children: Children,
    pairs: Pairs,
    count: int,
    deck: Numbers,
    rest: Floats,
) -> None:
    """What comes after each pair. Patterns that are kept as mirror images are read from `mirror`, in its own unit.

    What comes after a tie depends on the stake; after a battle that was won it does not, and stays as it is.
    """
    for at in range(count):
        tie = pairs.signs[at] == 0
        if not tie and not deck[4]:
            continue
        kept = deck[3] if tie else 0
        if pairs.mirrored[at] > 0:
            rest[at] = unit * mean(below, pairs.places[at], children.slots, pairs.children[at], deck, kept)
        else:
            rest[at] = mirror_unit * mean(mirror, pairs.places[at], children.slots, pairs.children[at], deck, kept)


@part
def value(pairs: Pairs, height: int, width: int, stake: int, rest: Floats, game: Desk) -> float:
    """The value of a position, from what comes after each pair; strategies are left on the desk."""
    for at in range(height * width):
        game.payoffs[at] = pairs.signs[at] * stake + rest[at]
    return matrix.solve(game.payoffs, height, width, game.rows, game.columns, game.tableau, game.labels)


@compiled
def fill(own: Own, children: Children, masks: Masks, start: int, stop: int, below: Numbers, values: Numbers) -> None:
    """The values of all positions of the patterns from `start` to `stop`, from the table for a card less."""
    pairs, game, rest = room_for_pairs(), desk(), np.empty(CARDS * CARDS)
    for pattern in range(start, stop):
        height, width = pair_up(own, children, masks, pattern, pairs)
        place = own.first + pattern * len(own.decks)
        for slot in range(len(own.decks)):
            deck = own.decks[slot]
            look_below(below, GRAIN, below, -GRAIN, children, pairs, height * width, deck, rest)
            values[place + slot] = round(value(pairs, height, width, deck[3], rest, game) / GRAIN)


@compiled
def respond(
    own: Own,
    children: Children,
    masks: Masks,
    start: int,
    stop: int,
    below: Numbers,
    mine_below: Floats,
    theirs_below: Floats,
    mine: Floats,
    theirs: Floats,
) -> None:
    """What each player is sure of when they play by the table `below` and the other answers it as well as possible.

    From the same for a card less. Both count from their own side.
    """
    pairs, game, rest = room_for_pairs(), desk(), np.empty(CARDS * CARDS)
    my_rest, their_rest = np.empty(CARDS * CARDS), np.empty(CARDS * CARDS)
    for pattern in range(start, stop):
        height, width = pair_up(own, children, masks, pattern, pairs)
        place = own.first + pattern * len(own.decks)
        for slot in range(len(own.decks)):
            deck = own.decks[slot]
            look_below(below, GRAIN, below, -GRAIN, children, pairs, height * width, deck, rest)
            look_below(mine_below, 1.0, theirs_below, 1.0, children, pairs, height * width, deck, my_rest)
            look_below(theirs_below, 1.0, mine_below, 1.0, children, pairs, height * width, deck, their_rest)
            value(pairs, height, width, deck[3], rest, game)
            mine[place + slot] = theirs[place + slot] = np.inf
            for j in range(width):
                total = 0.0
                for i in range(height):
                    total += game.rows[i] * (pairs.signs[i * width + j] * deck[3] + my_rest[i * width + j])
                mine[place + slot] = min(mine[place + slot], total)
            for i in range(height):
                total = 0.0
                for j in range(width):
                    total += game.columns[j] * (their_rest[i * width + j] - pairs.signs[i * width + j] * deck[3])
                theirs[place + slot] = min(theirs[place + slot], total)
