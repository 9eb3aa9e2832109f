"""The player that looks ahead: one search for every game, over the orders that the game holds worth looking at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from armillary.bots.search.tree import Tree
from armillary.core import codec
from armillary.core.contract import AnyGame, BotInfo
from armillary.core.dice import Dice
from armillary.core.options import Options

SHARPNESS = 6
"""Where all choose at the same time, orders are drawn by this power of how often they were tried.

With 1, they are drawn as the theory says, and too often badly for so few simulations. The larger it is, the surer the
best is taken, and the easier it is to read; two who think alike would mirror each other for ever.
"""

ORDINARY_BYTES = 10_000
"""Of a view: on larger maps, and with more on them, a simulation takes longer, and fewer are run. Every preset is
smaller."""

FEWEST_PER_CANDIDATE = 4
"""With fewer simulations than this for each candidate, the search would find out less than the game's hints know."""

FINENESS = 20
"""Tries are counted in this share of the most, so that all dice can draw by the weights."""


class Search:
    """Decides by simulations; its budget is how many it runs for one order."""

    def __init__(self, game: AnyGame, width: int) -> None:
        self._game = game
        self._width = width

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:
        """The order that was tried most; where others choose at the same time, one of those tried often.

        At a table that is too large to look ahead, the one that the game holds most promising.
        """
        size = len(codec.encode(view))
        if size > ORDINARY_BYTES:
            budget = budget * ORDINARY_BYTES // size
            if budget < FEWEST_PER_CANDIDATE * self._width:
                world = self._game.sight.sample_world(view, dice)
                return self._game.hints.candidates(world, view.seat, dice, 1)[0]
        tree = Tree(self._game, view, dice, self._width)
        tree.grow()
        bandit = tree.bandit(view.seat)
        if len(bandit.orders) == 1:
            return bandit.orders[0]
        for _ in range(budget - 1):
            tree.grow()
        most = max(bandit.visits)
        if self._game.simultaneous:
            weights = [(FINENESS * visits // most) ** SHARPNESS for visits in bandit.visits]
        else:
            weights = [int(visits == most) for visits in bandit.visits]
        return _drawn(bandit.orders, weights, dice)


def _drawn(orders: Sequence[Any], weights: Sequence[int], dice: Dice) -> Any:
    """One of the orders, each as likely as its weight says."""
    drawn = dice.below(sum(weights))
    return next(order for order, so_far in zip(orders, accumulate(weights), strict=True) if drawn < so_far)


def offer(game: AnyGame) -> BotInfo | None:
    """For every game in which it helps to look ahead."""
    search = game.hints.search
    if search is None:
        return None
    about = "Looks ahead, and expects its opponents to do so, too."
    return BotInfo("hard", "Hard", 4, search.simulations, about, partial(Search, game, search.width))
