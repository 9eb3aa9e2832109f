"""Solving the standard game from its end: every position with one card left, then with two, and so on.

A position's value follows from those with a card less: for each pair of cards there is what the battle brings and what
the rest is then worth, on average over the next planet. That is a matrix game, and its value is the position's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from armillary.bots.perfect import compiled, layout, tables
from armillary.bots.perfect.compiled import Masks, Numbers, Stock, Values, deck_number
from armillary.bots.perfect.layout import CARDS, EACH, MOST_POINTS, POINTS
from armillary.bots.perfect.tables import Tables

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

    own: Stock
    children: tuple[Stock, Stock, Stock]
    masks: Masks
    start: int
    stop: int


def solve(place: Path, cards: int) -> Iterator[Progress]:
    """Write the tables for up to this many cards that are not there yet; raises `BadInput`."""
    there = Tables(place)
    below = np.empty(0, dtype="<f4")
    for number in range(1, cards + 1):
        if found := there.table(number):
            below = np.frombuffer(found.values(), dtype="<f4")
            continue
        values = np.empty(layout.size(number), dtype="<f4")
        yield from make(number, below, values)
        tables.write(place, number, values.data.cast("B"))
        below = values


def make(cards: int, below: Values, values: Values) -> Iterator[Progress]:
    """All values of the table for this many cards, from the one for a card less."""
    done, total = 0, len(values)
    yield Progress(cards, done, total)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for size in pool.map(lambda work: _fill(work, below, values), portions(cards)):
            done += size
            yield Progress(cards, done, total)


def _fill(work: Work, below: Values, values: Values) -> int:
    compiled.fill(*work, below, values)
    return (work.stop - work.start) * work.own.stakes


def portions(cards: int) -> Iterator[Work]:
    """Everything there is to do for a table, in pieces that do not touch each other."""
    for ties, group in layout.groups(cards).items():
        children = (stock(cards - 1, ties), stock(cards - 1, ties - 1), stock(cards - 1, ties - 2))
        step = -(-group.patterns // PORTIONS)
        for start in range(0, group.patterns, step):
            stop = min(group.patterns, start + step)
            yield Work(stock(cards, ties), children, _masks(cards, ties), start, stop)


@cache
def stock(cards: int, ties: int) -> Stock:
    """A group for compiled code; with nothing in it where there is no such group."""
    slots = np.full(((EACH + 1) ** len(POINTS), MOST_POINTS + 1), -1, dtype=np.int32)
    group = layout.groups(cards).get(ties)
    if group is None:
        return Stock(cards, ties, 0, 0, 0, slots)
    for undealt, stakes in group.slots.items():
        for stake, slot in stakes.items():
            slots[deck_number(*undealt), stake] = slot
    return Stock(cards, ties, group.first, group.halves, group.stakes, slots)


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
