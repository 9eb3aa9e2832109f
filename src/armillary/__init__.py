"""Armillary: five space strategy games on one deterministic engine.

The front door for code: find a game, begin a match, keep its record.
"""

from armillary.core.contract import Game, Step
from armillary.core.dice import Dice, FastDice, KeyedDice
from armillary.core.match import Match, Table
from armillary.core.record import Record
from armillary.core.registry import game
from armillary.core.seeds import new_seed, seed_from
from armillary.core.values import Outcome, Seat, Violation

__version__ = "0.1.0.dev0"

__all__ = [
    "Dice",
    "FastDice",
    "Game",
    "KeyedDice",
    "Match",
    "Outcome",
    "Record",
    "Seat",
    "Step",
    "Table",
    "Violation",
    "__version__",
    "game",
    "new_seed",
    "seed_from",
]
