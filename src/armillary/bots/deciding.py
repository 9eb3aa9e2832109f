"""How a bot comes to an order: the same in the terminal, at a server and in a series of matches."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from armillary.bots.registry import find
from armillary.core.contract import BotInfo
from armillary.core.dice import Dice, FastDice
from armillary.core.match import AnyMatch
from armillary.core.options import Options
from armillary.core.registry import game
from armillary.core.seeds import seed_from
from armillary.core.values import Seat

PREFIX = "bot:"
"""What a bot's name begins with among the players of a match."""

MAX_KEPT = 32
"""So many bots stay loaded in a process."""


class Player:
    """A bot that is loaded, and stays so from one decision to the next."""

    def __init__(self, info: BotInfo) -> None:
        self.info = info
        self._bot = info.make()

    def decide(self, view: Any, options: Options[Any], dice: Dice) -> Any:
        """One order for the view's seat."""
        return self._bot.decide(view, options, dice, self.info.budget)

    def order_in(self, match: AnyMatch, seat: Seat) -> Any:
        """Its order in a match: it sees what its seat may see, and its chance comes from the match's seed."""
        sight = match.game.sight
        dice = dice_for(match.seed, seat, match.step)
        return self.decide(sight.view(match.state, seat), sight.options(match.state, seat), dice)


@lru_cache(MAX_KEPT)
def kept(slug: str, version: int, name: str) -> Player:
    """The bot of this name, the one that decided last time if it is still loaded."""
    return Player(find(game(slug, version), name))


def dice_for(seed: bytes, seat: Seat, step: int) -> Dice:
    """The dice a bot draws from: made from the match's seed, the seat and the step, so that a run repeats."""
    return FastDice(int.from_bytes(seed_from(f"{seed.hex()}/{seat}/{step}")))
