"""Stellar Skirmish with players that misbehave: installed beside the package for the tests of bots at the table."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from armillary.core import registry
from armillary.core.contract import BotInfo
from armillary.games.skirmish import hints
from armillary.games.skirmish.game import GAME as SKIRMISH
from armillary.games.skirmish.model import Play

HANGING = 60


class Unspeakable(Exception):
    """An error that does not survive being sent from one process to another."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def _crash(*_: Any) -> NoReturn:
    raise ValueError("I am lost")


def _crash_unspeakably(*_: Any) -> NoReturn:
    raise Unspeakable("a", "b")


def _leave(*_: Any) -> NoReturn:
    sys.exit("enough")


def _die(*_: Any) -> NoReturn:
    os._exit(3)


def _hang(*_: Any) -> Play:
    time.sleep(HANGING)
    return Play(1)


def _cheat(*_: Any) -> Play:
    return Play(99)


def _babble(*_: Any) -> str:
    return "play everything"


BOTS = {
    "crashes": _crash,
    "unspeakable": _crash_unspeakably,
    "leaves": _leave,
    "dies": _die,
    "hangs": _hang,
    "cheats": _cheat,
    "babbles": _babble,
}


def _infos() -> tuple[BotInfo, ...]:
    bad = (
        BotInfo(name, "Bad", 1, 1, "Misbehaves.", partial(SimpleNamespace, decide=decide))
        for name, decide in BOTS.items()
    )
    return (*hints.bots, *bad)


GAME = replace(SKIRMISH, slug="bad_bots", hints=SimpleNamespace(**{**vars(hints), "bots": _infos()}))


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """The game is registered here and in every process started from here, as an installed package's is."""
    package = folder / "bad_bots-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-bots\nVersion: 1.0\n", "utf-8")
    (package / "entry_points.txt").write_text(f"[{registry.GROUP}]\nbad_bots = {__name__}:GAME\n", "utf-8")
    sys.path.insert(0, str(folder))
    registry.forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        registry.forget()
