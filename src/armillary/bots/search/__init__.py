"""The player that looks ahead: one search for every game, over the orders that the game holds worth looking at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from armillary.bots.search.tree import Tree
from armillary.core import codec
from armillary.core.contract import AnyGame, BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.options import Options

ORDINARY_BYTES = 10_000
"""Of a view: on larger maps, and with more on them, a simulation takes longer, and fewer are run. Every preset is
smaller."""

FEWEST_PER_CANDIDATE = 8
"""With fewer simulations than this for each candidate, the search would find out less than the game's hints know."""


class Search:
    """Decides by simulations; its budget is how many it runs for one order."""

    def __init__(self, game: AnyGame, search: Searching) -> None:
        self._game = game
        self._search = search

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:
        """The order that was tried most; where others choose at the same time, one drawn as `weigh` says."""
        orders, weights = self.weigh(view, dice, budget)
        drawn = dice.below(sum(weights))
        return next(order for order, so_far in zip(orders, accumulate(weights), strict=True) if drawn < so_far)

    def weigh(self, view: Any, dice: Dice, budget: int) -> tuple[Sequence[Any], Sequence[int]]:
        """Orders, and how often each should be given.

        At a table that is too large to look ahead, the one that the game holds most promising.
        """
        size = len(codec.encode(view))
        if size > ORDINARY_BYTES:
            budget = budget * ORDINARY_BYTES // size
            if budget < FEWEST_PER_CANDIDATE * self._search.width:
                world = self._game.sight.sample_world(view, dice)
                return self._game.hints.candidates(world, view.seat, dice, 1), (1,)
        tree = Tree(self._game, view, dice, self._search)
        tree.grow()
        found = tree.found(view.seat)
        if len(found.orders) > 1:
            for _ in range(budget - 1):
                tree.grow()
        return found.orders, found.weights()


def offer(game: AnyGame) -> BotInfo | None:
    """For every game in which it helps to look ahead."""
    search = game.hints.search
    if search is None:
        return None
    about = "Looks ahead, and expects its opponents to do so, too."
    return BotInfo("hard", "Hard", 4, search.simulations, about, partial(Search, game, search))
