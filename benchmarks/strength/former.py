"""The hard bot as it was at an earlier commit, playing by today's rules.

    FORMER=9ade0ec armillary arena kepler --bot hard --bot benchmarks.strength.former:Hard --games 200 --seed strength

Only what it thinks with is taken from there: the search and the game's hints.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from armillary.core.contract import AnyGame
from armillary.core.dice import Dice
from armillary.core.files import write_whole
from armillary.core.options import Options

GIT = shutil.which("git") or "git"
ROOT = Path(__file__).resolve().parents[2]
FORMER = os.environ.get("FORMER", "9ade0ec")
"""Which commit: here, the last one at which orders were drawn by the sixth power of how often they were tried."""


class Hard:
    """The hard bot of an earlier commit."""

    def __init__(self, game: AnyGame) -> None:
        hints = _module(f"armillary.games.{game.slug}.hints")
        search = _module("armillary.bots.search")
        self._budget = hints.search.simulations
        whole = "search" in inspect.signature(search.Search).parameters  # first it took only the width
        self._bot = search.Search(dataclasses.replace(game, hints=hints), hints.search if whole else hints.search.width)

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:
        """With the budget that it had then."""
        return self._bot.decide(view, options, dice, self._budget)


def _module(name: str) -> Any:
    """A module of that commit, under a name of its own; it finds its own parts there, and all else here."""
    package = f"former_{FORMER}"
    place = ROOT / "build" / "former" / package
    own = name.removeprefix("armillary.").replace(".", "/")
    listed = _git("ls-tree", "-r", "--name-only", FORMER, f"src/armillary/{own}", f"src/armillary/{own}.py")
    for path in listed.splitlines():
        text = _git("show", f"{FORMER}:{path}").replace(name, f"{package}.{name}")
        file = place / Path(path).relative_to("src")
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():  # another process may be reading it
            write_whole(file, text.encode())
    sys.path.insert(0, str(place.parent))
    importlib.invalidate_caches()
    return importlib.import_module(f"{package}.{name}")


def _git(*arguments: str) -> str:
    return subprocess.run([GIT, *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
