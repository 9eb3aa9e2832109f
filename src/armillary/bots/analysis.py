"""A match looked at afterwards: how everybody stood after each step, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from armillary.bots.deciding import dice_for
from armillary.bots.search.tree import Tree
from armillary.core.match import AnyMatch, Turn
from armillary.core.record import Record, replay
from armillary.core.values import Seat

WORTH_TELLING = 500
"""An order is called better from this gain on: a twentieth of what lies between an even game and a won one."""

FEWEST_TRIES = 3
"""The order that was given has been looked at so often before anything is held against it."""


class Better(msgspec.Struct, frozen=True):
    """An order that looks better than the one given; `gain` is on the scale of evaluations."""

    seat: Seat
    given: str
    better: str
    gain: int


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
    before: AnyMatch | None = None
    for match in replay(kept):
        if before is None or match.step > before.step:
            worth = tuple(match.game.hints.evaluate(match.state, seat) for seat in match.seats)
            better = () if before is None else tuple(_better(before, match, simulations))
            yield Look(match.step, worth, better)
        before = match


def turning_points(looks: Sequence[Look], most: int = 3) -> list[int]:
    """The steps that changed most for anybody, the greatest change first."""

    def change(index: int) -> int:
        return max(abs(now - then) for now, then in zip(looks[index].worth, looks[index - 1].worth, strict=True))

    ranked = sorted(range(1, len(looks)), key=lambda index: (-change(index), index))
    return [looks[index].step for index in ranked[:most] if change(index) >= WORTH_TELLING]


def _better(before: AnyMatch, after: AnyMatch, simulations: int | None) -> Iterator[Better]:
    """For every order of the step, one that the search prefers by far."""
    entry, search, game = after.log[-1], before.game.hints.search, before.game
    budget = simulations if simulations is not None or search is None else search.simulations
    if search is None or not budget or not isinstance(entry, Turn):
        return
    for seat, order in entry.orders:
        view = game.sight.view(before.state, seat)
        tree = Tree(game, view, dice_for(before.seed, seat, before.step), search.width, also=order)
        for _ in range(budget):
            tree.grow()
        bandit = tree.bandit(seat)
        given, best = bandit.orders.index(order), max(range(len(bandit.orders)), key=bandit.visits.__getitem__)
        if bandit.visits[given] < FEWEST_TRIES:
            continue
        gain = bandit.worth[best] // bandit.visits[best] - bandit.worth[given] // bandit.visits[given]
        if gain >= WORTH_TELLING:
            yield Better(seat, _text(game, order, view), _text(game, bandit.orders[best], view), gain)


def _text(game: Any, order: Any, view: Any) -> str:
    text: str = game.words.format_order(order, view)
    return text
