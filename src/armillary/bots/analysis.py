"""A match looked at afterwards: how everybody stood after each step, and what would have been better."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from armillary.bots.deciding import dice_for
from armillary.bots.search.tree import Tree
from armillary.core import codec
from armillary.core.match import AnyMatch, Turn
from armillary.core.record import Record, replay
from armillary.core.values import Seat

WORTH_TELLING = 500
"""An order is called better from this gain on: a twentieth of what lies between an even game and a won one."""

FEWEST_TRIES = 3
"""The order that was given has been looked at so often before anything is held against it."""


LARGE = 16_384
"""Bytes of a position from which on an order counts for several."""


class Weighed(msgspec.Struct, frozen=True):
    """An order that was looked at, and what was found."""

    order: Any
    preview: Any
    notation: str
    words: str
    """The order as it follows "to"."""
    forecast: str
    worth: int
    """How good the game was expected to be for the seat, on the scale of evaluations."""


class Better(msgspec.Struct, frozen=True):
    """The order given, and one that looks better."""

    seat: Seat
    given: Weighed
    better: Weighed


class Look(msgspec.Struct, frozen=True):
    """A match after one step: how good it is for every seat, from -10,000 (lost) to 10,000 (won)."""

    step: int
    worth: tuple[int, ...]
    better: tuple[Better, ...] = ()
    """What would have been better in this step."""


def analyse(kept: Record, simulations: int | None = None) -> Iterator[Look]:
    """Every step of a recorded match, one after the other; raises what replaying it raises.

    Better orders are looked for with this many simulations an order (the hard bot's unless given; none with 0), from
    what the seat could know then, in games in which it helps to look ahead. The same record gives the same analysis.
    """
    for before, match, look in _looks(kept):
        yield look if before is None else replace(look, better=tuple(_better(before, match, simulations)))


def analyse_within(kept: Record, orders: int) -> list[Look]:
    """The same, with better orders looked for only where most has changed: for about this many orders in all.

    In a large position an order counts for several, since each simulation takes so much longer.
    """
    looks: list[Look] = []

    def turns() -> Iterator[tuple[int, int, AnyMatch, AnyMatch]]:
        for before, match, look in _looks(kept):
            looks.append(look)
            if before is not None and isinstance(match.log[-1], Turn):
                yield _change(looks[-2], look), -match.step, before, match

    for _, _, before, match in heapq.nlargest(orders, turns(), key=lambda turn: turn[:2]):
        entry = match.log[-1]
        assert isinstance(entry, Turn)
        orders -= len(entry.orders) * (1 + len(codec.encode(match.state)) // LARGE)
        if orders < 0:
            break
        looks[match.step] = replace(looks[match.step], better=tuple(_better(before, match, None)))
    return looks


def _looks(kept: Record) -> Iterator[tuple[AnyMatch | None, AnyMatch, Look]]:
    """Every step with the match before and after it, and how everybody stands then."""
    before: AnyMatch | None = None
    for match in replay(kept):
        if before is None or match.step > before.step:
            worth = tuple(match.game.hints.evaluate(match.state, seat) for seat in match.seats)
            yield before, match, Look(match.step, worth)
        before = match


def _change(then: Look, now: Look) -> int:
    """How much a step has changed for whom it changed most."""
    return max(abs(after - before) for after, before in zip(now.worth, then.worth, strict=True))


def turning_points(looks: Sequence[Look], most: int = 3) -> list[int]:
    """The steps that changed most for anybody, the greatest change first."""
    changes = {now.step: _change(then, now) for then, now in pairwise(looks)}
    ranked = sorted(changes, key=lambda step: (-changes[step], step))
    return [step for step in ranked[:most] if changes[step] >= WORTH_TELLING]


def _better(before: AnyMatch, after: AnyMatch, simulations: int | None) -> Iterator[Better]:
    """For every order of the step, one that the search prefers by far."""
    entry, search, game = after.log[-1], before.game.hints.search, before.game
    budget = simulations if simulations is not None or search is None else search.simulations
    if search is None or not budget or not isinstance(entry, Turn):
        return
    for seat, order in entry.orders:
        view = game.sight.view(before.state, seat)
        tree = Tree(game, view, dice_for(before.seed, seat, before.step), search, also=order)
        for _ in range(budget):
            tree.grow()
        found = tree.found(seat)
        given, best = found.orders.index(order), max(range(len(found.orders)), key=found.visits.__getitem__)
        if found.visits[given] < FEWEST_TRIES:
            continue
        worth = {place: found.worth[place] // found.visits[place] for place in (given, best)}
        if worth[best] - worth[given] >= WORTH_TELLING:
            ours, theirs = (_weighed(before, seat, view, found.orders[place], worth[place]) for place in (given, best))
            # Two ways to write one order differ only by chance.
            if ours.words != theirs.words:
                yield Better(seat, ours, theirs)


def _weighed(match: AnyMatch, seat: Seat, view: Any, order: Any, worth: int) -> Weighed:
    words, preview = match.game.words, match.game.sight.preview(match.state, seat, order)
    return Weighed(
        order,
        preview,
        words.format_order(order, view),
        words.tell_order(order, view),
        words.forecast(preview, view),
        worth,
    )
