"""Armillary: five space strategy games on one deterministic engine.

The front door for code: find a game, begin a match, let bots play it, keep its record. See docs/library.md.
"""

from armillary.core.contract import AnyGame, Bot, BotInfo, Game, Step
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
from armillary.core.options import Choice, Options, Range, Remove, Template, Text, change
from armillary.core.record import Record
from armillary.core.seeds import new_seed, seed_from
from armillary.core.table import Table
from armillary.core.values import Event, Outcome, Seat, Violation
from armillary.front import Match, game, games, load
from armillary.version import __version__

__all__ = [
    "AnyGame",
    "ArmillaryError",
    "BadData",
    "BadInput",
    "BadNotation",
    "BadRecord",
    "Bot",
    "BotFailed",
    "BotInfo",
    "Choice",
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
    "Range",
    "Record",
    "Refused",
    "Remove",
    "Seat",
    "Step",
    "Table",
    "Template",
    "Text",
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
