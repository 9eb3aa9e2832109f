"""The easy bot: a game's own player, when it pays attention."""

from __future__ import annotations

from functools import partial
from typing import Any

from armillary.bots.random import RandomBot
from armillary.core.contract import AnyGame, Bot, BotInfo
from armillary.core.dice import Dice
from armillary.core.options import Options

SPOILED = 2
"""One decision in so many is made without looking."""


class Careless:
    """Knows how to play, and forgets it half the time."""

    def __init__(self, game: AnyGame, own: BotInfo) -> None:
        self._own: Bot[Any, Any] = own.make()
        self._budget = own.budget
        self._careless = RandomBot(game)

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:
        """What the game's own player would order, or anything at all."""
        if dice.below(SPOILED) == 0:
            return self._careless.decide(view, options, dice, budget)
        return self._own.decide(view, options, dice, self._budget)


def offer(game: AnyGame) -> BotInfo | None:
    """For every game that has a player of its own."""
    own = next((info for info in game.hints.bots if info.name == "medium"), None)
    if own is None:
        return None
    about = "Knows what it should do, and forgets it half the time."
    return BotInfo("easy", "Easy", 2, own.budget, about, partial(Careless, game, own))
