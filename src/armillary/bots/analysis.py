"""A match looked at afterwards: how everybody stood after each step, and what would have been better."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from armillary.bots.advice import differences
from armillary.bots.deciding import dice_for
from armillary.bots.playouts import better_by_playing_on, rough_gain
from armillary.bots.search.tree import Tree
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.dice import Dice
from armillary.core.match import AnyMatch, Turn
from armillary.core.record import Record, replay
from armillary.core.values import Seat

WORTH_TELLING = 500
"""An order is called better from this gain on: a twentieth of what lies between an even game and a won one."""

FEWEST_TRIES = 3
"""The order that was given has been looked at so often before anything is held against it."""


LARGE = 16_384
"""Bytes of a position from which on an order counts for several."""

PLAYED_ON = 7
"""Where orders are compared by playing on, one counts for so many."""

NOTHING = -1
"""What is promised by a step in which everybody ordered what strong play would have."""

MOST_LINES = 4
"""Of what only one of two orders would have done."""


class Weighed(msgspec.Struct, frozen=True):
    """An order that was looked at, and what was found."""

    order: Any
    preview: Any
    notation: str
    words: str
    """The order as it follows "to"."""
    forecast: str
    only: tuple[str, ...]
    """What it would have done and the other order would not, line by line; the first few."""
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
    what the seat could know then. Where it does not help to look ahead order by order, what strong play would have
    ordered is compared by playing on. The same record gives the same analysis.
    """
    for before, match, look in _looks(kept):
        yield look if before is None else replace(look, better=tuple(_better(before, match, simulations)))


def analyse_within(kept: Record, orders: int) -> list[Look]:
    """The same, with better orders looked for only where most is promised: for about this many orders in all.

    In a large position an order counts for several, since each simulation takes so much longer.
    """
    looks: list[Look] = []

    def turns() -> Iterator[tuple[int, int, AnyMatch, AnyMatch]]:
        for before, match, look in _looks(kept):
            looks.append(look)
            if before is not None and isinstance(match.log[-1], Turn):
                yield _promise(looks[-2], look, before, match.log[-1]), -match.step, before, match

    for promise, _, before, match in heapq.nlargest(orders, turns(), key=lambda turn: turn[:2]):
        entry = match.log[-1]
        assert isinstance(entry, Turn)
        if promise == NOTHING:
            break
        orders -= len(entry.orders) * _cost(match)
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


def _promise(then: Look, now: Look, before: AnyMatch, entry: Turn[Any]) -> int:
    """How likely a better order is to be found in a step: where it changed much or, where orders are compared by
    playing on, where a first try says so."""
    game = before.game
    if game.hints.search is not None:
        return _change(then, now)
    views = ((game.sight.view(before.state, seat), order) for seat, order in entry.orders)
    gains = (rough_gain(game, view, order, dice_for(before.seed, view.seat, before.step)) for view, order in views)
    return max((gain for gain in gains if gain is not None), default=NOTHING)


def _cost(match: AnyMatch) -> int:
    return PLAYED_ON if match.game.hints.search is None else 1 + len(codec.encode(match.state)) // LARGE


class _Found(NamedTuple):
    """An order that looks better than the one that was given, and how good both look."""

    order: Any
    worth: int
    given: int


def _better(before: AnyMatch, after: AnyMatch, simulations: int | None) -> Iterator[Better]:
    """For every order of the step, one that looks better by far, and reads differently."""
    entry, game = after.log[-1], before.game
    if not isinstance(entry, Turn) or simulations == 0:
        return
    for seat, order in entry.orders:
        view = game.sight.view(before.state, seat)
        dice = dice_for(before.seed, seat, before.step)
        found = _searched(game, view, order, dice, simulations) or _played_on(game, view, order, dice)
        if found is None or found.worth - found.given < WORTH_TELLING:
            continue
        words = [game.words.tell_order(each, view) for each in (order, found.order)]
        if words[0] != words[1]:
            yield _told(before, seat, order, found)


def _searched(game: AnyGame, view: Any, order: Any, dice: Dice, simulations: int | None) -> _Found | None:
    """What a search prefers."""
    if (search := game.hints.search) is None:
        return None
    tree = Tree(game, view, dice, search, also=order)
    for _ in range(search.simulations if simulations is None else simulations):
        tree.grow()
    found = tree.found(view.seat)
    given, best = found.orders.index(order), max(range(len(found.orders)), key=found.visits.__getitem__)
    if found.visits[given] < FEWEST_TRIES:
        return None
    worth, instead = (found.worth[place] // found.visits[place] for place in (given, best))
    return _Found(found.orders[best], instead, worth)


def _played_on(game: AnyGame, view: Any, order: Any, dice: Dice) -> _Found | None:
    """What strong play would have ordered, where the match goes on better from there."""
    if game.hints.search is not None:
        return None
    found = better_by_playing_on(game, view, order, dice)
    return found and _Found(*found)


def _told(match: AnyMatch, seat: Seat, order: Any, found: _Found) -> Better:
    words, sight, state = match.game.words, match.game.sight, match.state
    view = sight.view(state, seat)
    previews = [sight.preview(state, seat, each) for each in (order, found.order)]
    forecasts = [words.forecast(preview, view) for preview in previews]
    only = differences(*(forecast.splitlines() for forecast in forecasts))
    given, better = (
        Weighed(
            each,
            preview,
            words.format_order(each, view),
            words.tell_order(each, view),
            forecast,
            tuple(lines[:MOST_LINES]),
            worth,
        )
        for each, preview, forecast, lines, worth in zip(
            (order, found.order), previews, forecasts, only, (found.given, found.worth), strict=True
        )
    )
    return Better(seat, given, better)
