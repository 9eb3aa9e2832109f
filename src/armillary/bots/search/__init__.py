"""The player that looks ahead: one search for every game, over the orders that the game holds worth looking at."""

from __future__ import annotations

from functools import partial
from typing import Any

from armillary.bots.search.tree import Bandit, Tree
from armillary.core.contract import AnyGame, BotInfo
from armillary.core.dice import Dice
from armillary.core.options import Options


class Search:
    """Decides by simulations; its budget is how many it runs for one order."""

    def __init__(self, game: AnyGame, width: int) -> None:
        self._game = game
        self._width = width

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:  # noqa: ARG002
        """The order that was tried most; where others choose at the same time, one of those tried often."""
        tree = Tree(self._game, view, dice, self._width)
        for _ in range(budget):
            tree.grow()
        bandit = tree.bandit(view.seat)
        return _most_tried(bandit)


def _most_tried(bandit: Bandit) -> Any:
    return bandit.orders[max(range(len(bandit.orders)), key=bandit.visits.__getitem__)]


def _sampled(bandit: Bandit, dice: Dice) -> Any:
    """Whoever always plays the same is easily read, and two who think alike mirror each other for ever."""
    floor = max(bandit.visits) // 2
    weights = [visits if visits > floor else 0 for visits in bandit.visits]
    drawn = dice.below(sum(weights))
    for order, weight in zip(bandit.orders, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return order
    raise AssertionError("the weights do not add up")


def offer(game: AnyGame) -> BotInfo | None:
    """For every game in which it helps to look ahead."""
    search = game.hints.search
    if search is None:
        return None
    about = "Looks ahead, and expects its opponents to do so, too."
    return BotInfo("hard", "Hard", 4, search.simulations, about, partial(Search, game, search.width))
