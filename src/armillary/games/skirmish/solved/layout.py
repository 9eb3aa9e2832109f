"""The positions of the standard game, numbered: which of them a table holds, and where.

A table holds the positions with one number of cards left. They are grouped by how many ranks are tied (both players
hold a card of that strength), and within a group numbered by three things:

- which ranks are tied: a mask with the strongest rank as its highest bit, numbered among the masks with as many bits;
- who holds each of the other cards, in the same way. A position and its mirror image are worth the same with opposite
  signs, so only those are kept in which I hold the strongest of these cards: exactly the first half of the numbers;
- the planets still face down and the points at stake, of which only what can come about is numbered.

What can come about: a battle that is not tied leaves the number of different strengths as it is or lowers it, and a tie
lowers it by one. So ties in a row, and with them the planets in the pot, are limited by the strengths that are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

from armillary.games.skirmish.solved.position import Position, Ranks

CARDS = 15
"""Ship cards per player in the standard game, one of each strength, and planets in the deck."""
POINTS = (1, 2, 3)
EACH = 5
"""Planets of each of these points."""
MAX_POINTS = EACH * sum(POINTS)
GRAIN = 2.0**-26
"""Tables keep values as whole numbers of these points: 32 bits hold every margin, rounded by at most half a grain."""


class Group(NamedTuple):
    """The positions of a table that have the same number of tied ranks."""

    cards: int
    ties: int
    first: int
    """Its place in the table."""
    halves: int
    """Ways to deal out the cards that are not tied, mirror images left out."""
    slots: dict[tuple[int, ...], dict[int, int]]
    """A number for every stake, by the planets still face down."""

    @property
    def stakes(self) -> int:
        """How many positions there are of each pattern of cards."""
        return sum(len(stakes) for stakes in self.slots.values())

    @property
    def patterns(self) -> int:
        """Ways the cards may be ordered."""
        return comb(2 * self.cards - self.ties, self.ties) * self.halves

    @property
    def size(self) -> int:
        """All positions of the group."""
        return self.patterns * self.stakes


@cache
def groups(cards: int) -> dict[int, Group]:
    """The groups of the table for this many cards, by their tied ranks."""
    found: dict[int, Group] = {}
    first = 0
    for ties in range(max(0, 2 * cards - CARDS), cards + 1):
        single = cards - ties
        group = Group(cards, ties, first, comb(2 * single, single) // 2 or 1, _slots(cards, ties))
        found[ties] = group
        first += group.size
    return found


def size(cards: int) -> int:
    """How many positions the table has."""
    return sum(group.size for group in groups(cards).values())


def _slots(cards: int, ties: int) -> dict[tuple[int, ...], dict[int, int]]:
    """Every deck left, with the stakes that may lie beside it."""
    in_pot = CARDS + 1 - (2 * cards - ties)
    slots: dict[tuple[int, ...], dict[int, int]] = {}
    number = 0
    for undealt in product(range(EACH + 1), repeat=len(POINTS)):
        if sum(undealt) != cards - 1:
            continue
        pots = product(*(range(EACH - count + 1) for count in undealt))
        stakes = {sum(map(int.__mul__, POINTS, pot)) for pot in pots if 1 <= sum(pot) <= in_pot}
        slots[undealt] = {stake: number + at for at, stake in enumerate(sorted(stakes))}
        number += len(stakes)
    return slots


def masks(length: int, bits: int) -> list[int]:
    """All masks with so many bits set, in the order of their numbers."""
    return [mask for mask in range(1 << length) if mask.bit_count() == bits]


def number(mask: int) -> int:
    """The place of a mask among those with as many bits, whatever their length."""
    found = 0
    for bits in range(mask.bit_count(), 0, -1):
        top = mask.bit_length() - 1
        found += comb(top, bits)
        mask ^= 1 << top
    return found


def place(position: Position) -> tuple[int, int, int] | None:
    """The number of cards left, the position's place in their table, and the sign its value has there.

    None for a position that no match of the standard game comes to.
    """
    undealt = dict(position.undealt)
    planets = tuple([undealt.pop(points, 0) for points in POINTS])
    if undealt or (pattern := _pattern(position.ranks)) is None:
        return None
    cards, ties, tied, theirs = pattern
    group = groups(cards).get(ties)
    slot = group.slots.get(planets, {}).get(position.stake) if group else None
    if group is None or slot is None:
        return None
    single = 2 * (cards - ties)
    mirrored = theirs >> (single - 1) if single else 0
    if mirrored:
        theirs ^= (1 << single) - 1
    at = group.first + (number(tied) * group.halves + number(theirs)) * group.stakes + slot
    return cards, at, -1 if mirrored else 1


def is_standard(ships: Sequence[int], points: Sequence[int]) -> bool:
    """Are all positions of matches with these ship cards and planets in the tables?"""
    ranks = ((1, 1),) * len(ships)
    return len(set(ships)) == len(ships) and all(
        place(Position(ranks, stake, tuple(sorted((Counter(points) - Counter([stake])).items()))))
        for stake in set(points)
    )


def _pattern(ranks: Ranks) -> tuple[int, int, int, int] | None:
    """Cards, tied ranks, the mask of those, the mask of the other's untied cards; None for hands of another kind."""
    tied = theirs = length = ties = singles = 0
    for mine, others in ranks:
        if (mine, others) == (1, 1):
            tied, length, ties = tied << 1 | 1, length + 1, ties + 1
        elif mine and others:
            return None
        else:
            count = mine + others
            tied, length, singles = tied << count, length + count, singles + count
            theirs = theirs << count | ((1 << count) - 1 if others else 0)
    if not 0 < length <= CARDS or singles != 2 * theirs.bit_count():
        return None
    return ties + singles // 2, ties, tied, theirs
