"""Solving the standard game from its end: every position with one card left, then with two, and so on.

A position's value follows from those with a card less: for each pair of cards there is what the battle brings and what
the rest is then worth, on average over the next planet. That is a matrix game, and its value is the position's.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from armillary.games.skirmish.solved import compiled, layout, tables
from armillary.games.skirmish.solved.compiled import Children, Floats, Masks, Numbers, Own, deck_number
from armillary.games.skirmish.solved.layout import CARDS, EACH, MAX_POINTS, POINTS
from armillary.games.skirmish.solved.tables import Tables

STORED = "<i4"
"""How tables keep values."""

PORTIONS = 64
"""A group is made in about this many pieces, so that cores can share it and progress can be shown."""


class Progress(NamedTuple):
    """How far the table for a number of cards is."""

    cards: int
    done: int
    """Positions solved."""
    total: int


class Work(NamedTuple):
    """Patterns of a group, from `start` to `stop`, as compiled code takes them."""

    own: Own
    children: Children
    masks: Masks
    start: int
    stop: int


def solve(place: Path, cards: int) -> Iterator[Progress]:
    """Write the tables for up to this many cards that are not there yet; raises `BadInput`."""
    there = Tables(place)
    below = np.empty(0, dtype=STORED)
    for number in range(1, cards + 1):
        if found := there.table(number):
            below = np.frombuffer(found.values(), dtype=STORED)
            continue
        values = np.empty(layout.size(number), dtype=STORED)
        yield from _in_portions(number, partial(_fill, below=below, values=values))
        tables.write(place, number, values.data.cast("B"))
        yield Progress(number, len(values), len(values))
        below = values


def _fill(work: Work, below: Numbers, values: Numbers) -> None:
    compiled.fill(*work, below, values)


class Check:
    """How much the best possible opponent wins against play from the tables, in any position with the most cards."""

    def __init__(self, place: Path, cards: int) -> None:
        self._tables = Tables(place)
        self._cards = cards
        self.loss = 0.0
        """Points at most; known once `run` is through."""

    def run(self) -> Iterator[Progress]:
        """Work it out; the tables must be there."""
        below = np.empty(0, dtype=STORED)
        sure = np.empty((2, 0))
        for number in range(1, self._cards + 1):
            made = np.empty((2, layout.size(number)))
            yield from _in_portions(number, partial(_respond, below=below, sure_below=sure, sure=made))
            table = self._tables.table(number)
            assert table
            below, sure = np.frombuffer(table.values(), dtype=STORED), made
            yield Progress(number, len(below), len(below))
        # What one player is sure of and what the other is sure of add up to zero in perfect play.
        self.loss = max(0.0, float(-sure.sum(axis=0).min()))


def _respond(work: Work, below: Numbers, sure_below: Floats, sure: Floats) -> None:
    compiled.respond(*work, below, *sure_below, *sure)


def _in_portions(cards: int, do: Callable[[Work], None]) -> Iterator[Progress]:
    """Have all work on the table for this many cards done, on all cores; tells how far it is before each piece."""
    done, total = 0, layout.size(cards)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        works = list(portions(cards))
        for work, _ in zip(works, pool.map(do, works), strict=True):
            yield Progress(cards, done, total)
            done += (work.stop - work.start) * len(work.own.decks)


def portions(cards: int) -> Iterator[Work]:
    """Everything there is to do for a table, in pieces that do not touch each other."""
    for ties, group in layout.groups(cards).items():
        decks: list[tuple[int, ...]] = []
        for undealt, stakes in group.slots.items():
            decks += [(*undealt, stake, at == 0) for at, stake in enumerate(stakes)]
        own = Own(cards, ties, group.first, group.halves, np.array(decks, dtype=np.int32))
        step = -(-group.patterns // PORTIONS)
        for start in range(0, group.patterns, step):
            yield Work(own, _children(cards, ties), _masks(cards, ties), start, min(group.patterns, start + step))


@cache
def _children(cards: int, ties: int) -> Children:
    """Nothing where there is no such group: nothing leads there."""
    groups = [layout.groups(cards - 1).get(ties - fewer) for fewer in range(3)]
    slots = np.full((len(groups), (EACH + 1) ** len(POINTS), MAX_POINTS + 1), -1, dtype=np.int32)
    for child, group in enumerate(groups):
        for undealt, stakes in group.slots.items() if group else ():
            slots[child, deck_number(*undealt), list(stakes)] = list(stakes.values())
    plain = [(group.first, group.halves, group.stakes) if group else (0, 0, 0) for group in groups]
    firsts, halves, stakes_of = np.array(plain, dtype=np.int64).T.copy()
    return Children(firsts, halves, stakes_of, slots)


@cache
def _masks(cards: int, ties: int) -> Masks:
    single = cards - ties
    tied = layout.masks(cards + single, ties)
    theirs = layout.masks(2 * single, single)[: layout.groups(cards)[ties].halves]
    return Masks(np.array(tied, dtype=np.int32), np.array(theirs, dtype=np.int32), _numbers())


@cache
def _numbers() -> Numbers:
    """The number of every mask."""
    return np.array([layout.number(mask) for mask in range(1 << CARDS)], dtype=np.int32)
