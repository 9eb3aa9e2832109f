"""Armillary: five space strategy games on one deterministic engine.

The front door for code: find a game, begin a match, let bots play it, keep its record. See docs/library.md.
"""

from armillary.core.contract import Bot, BotInfo, Game, Step
from armillary.core.dice import Dice, FastDice, KeyedDice
from armillary.core.errors import (
    ArmillaryError,
    BadData,
    BadInput,
    BadNotation,
    BadRecord,
    BotFailed,
    ConfigRefused,
    MatchOver,
    NotNow,
    NotToAct,
    OrderRefused,
    Refused,
    TooManyOrders,
    UnknownGame,
    VerificationFailed,
    VersionNotInstalled,
)
from armillary.core.options import Options, Template, change
from armillary.core.record import Record
from armillary.core.seeds import new_seed, seed_from
from armillary.core.table import Table
from armillary.core.values import Event, Outcome, Seat, Violation
from armillary.front import Match, game, games, load
from armillary.version import __version__

__all__ = [
    "ArmillaryError",
    "BadData",
    "BadInput",
    "BadNotation",
    "BadRecord",
    "Bot",
    "BotFailed",
    "BotInfo",
    "ConfigRefused",
    "Dice",
    "Event",
    "FastDice",
    "Game",
    "KeyedDice",
    "Match",
    "MatchOver",
    "NotNow",
    "NotToAct",
    "Options",
    "OrderRefused",
    "Outcome",
    "Record",
    "Refused",
    "Seat",
    "Step",
    "Table",
    "Template",
    "TooManyOrders",
    "UnknownGame",
    "VerificationFailed",
    "VersionNotInstalled",
    "Violation",
    "__version__",
    "change",
    "game",
    "games",
    "load",
    "new_seed",
    "seed_from",
]
