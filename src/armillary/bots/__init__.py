"""Players that are programs: who there is, and how they decide."""

from __future__ import annotations

from armillary.bots.registry import find, known, names, require_ready
from armillary.bots.trying import try_out
from armillary.core.contract import AnyGame, BotInfo
from armillary.core.options import Choice, Options, Range, change

__all__ = [
    "AnyGame",
    "BotInfo",
    "Choice",
    "Options",
    "Range",
    "change",
    "find",
    "known",
    "names",
    "require_ready",
    "try_out",
]
