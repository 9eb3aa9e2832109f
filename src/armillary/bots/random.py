"""The bot that plays any legal order."""

from __future__ import annotations

from functools import partial
from typing import Any

from armillary.core.contract import AnyGame, BotInfo
from armillary.core.dice import Dice
from armillary.core.options import Options


class RandomBot:
    """Plays a random order in a world that looks like the one it sees: it knows no more than its view."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:
        """One legal order for the view's seat."""
        state = self._game.sight.sample_world(view, dice)
        return self._game.hints.random_order(state, view.seat, dice)


def offer(game: AnyGame) -> BotInfo:
    """For every game: what tests and first experiments play against."""
    return BotInfo("random", "Random", 1, 1, "Plays any legal order, good or bad.", partial(RandomBot, game))
