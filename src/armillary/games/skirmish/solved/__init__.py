"""Stellar Skirmish for two, solved: tables of what every position is worth, and the bot that plays by them.

`position` reduces a match to what matters, `matrix` solves a game of one battle, and `search` works out positions when
they are asked. `layout` numbers the positions of the standard game, `tables` keeps their values on disk, and `making`
and `compiled` make them; only these two need numpy and numba. `docs/skirmish-solved.md` tells what was found.
"""

from __future__ import annotations

from functools import partial

from armillary.core.contract import AnyGame, BotInfo
from armillary.games.skirmish.solved.bot import ABOUT, BUDGET, PerfectBot, ready

__all__ = ["BUDGET", "PerfectBot", "offer", "ready"]


def offer(game: AnyGame) -> BotInfo | None:
    """For Stellar Skirmish, where it is solved."""
    if game.slug != "skirmish":
        return None
    return BotInfo("perfect", "Perfect", 5, BUDGET, ABOUT, partial(PerfectBot, game), ready)
