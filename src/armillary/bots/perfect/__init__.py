"""Stellar Skirmish for two, solved: tables of what every position is worth, and the bot that plays by them.

`position` reduces a match to what matters, `matrix` solves a game of one battle, and `search` works out positions when
they are asked. `layout` numbers the positions of the standard game, `tables` keeps their values on disk, and `making`
and `compiled` make them; only these two need numpy and numba. `docs/skirmish-solved.md` tells what was found.
"""

from armillary.bots.perfect.bot import ABOUT, BUDGET, PerfectBot
from armillary.bots.perfect.position import config_obstacle

__all__ = ["ABOUT", "BUDGET", "PerfectBot", "config_obstacle"]
