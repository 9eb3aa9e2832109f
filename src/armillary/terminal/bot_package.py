"""What `armillary bot new` writes: a small package with a bot in it, its test and the entry that offers it."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from string import Template

from armillary import bots
from armillary.bots.registry import FORMER
from armillary.core import registry
from armillary.core.errors import BadInput

MAX_LETTERS = 40

FILES = {
    "pyproject.toml": """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "$name"
version = "0.1.0"
description = "A bot for the games of Armillary"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["armillary"]

[project.optional-dependencies]
test = ["pytest"]

[project.entry-points."armillary.bots"]
$name = "$module:offer"

[tool.mypy]
strict = true
""",
    "README.md": """\
# $name

A bot for the games of Armillary. To install it, try it out and let it play:

```sh
pip install -e '.[test]'
pytest
armillary bot try $name
armillary simulate skirmish --bot $name --bot easy --games 100
```

`decide` in `src/$module/__init__.py` is where it thinks: change that.
""",
    "src/$module/__init__.py": '''\
"""A bot for the games of Armillary."""

from __future__ import annotations

from functools import partial
from typing import Any

from armillary import Dice
from armillary.bots import AnyGame, BotInfo, Options


class Bot:
    """Takes any order that it is offered."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:
        """One order for `view.seat`. All chance comes from the dice, so that every game can be repeated."""
        return dice.choice(options.templates).order


def offer(game: AnyGame) -> BotInfo | None:
    """The bot as people choose it, in this game; None in a game that it does not play."""
    return BotInfo(
        name="$name",
        title="$title",
        strength=1,
        budget=200,
        about="Takes any order that it is offered.",
        make=partial(Bot, game),
    )
''',
    "src/$module/py.typed": "",
    "tests/test_$module.py": '''\
"""The bot keeps the rules, in every kind of position."""

from __future__ import annotations

from armillary import game
from armillary.bots import names, try_out


def test_it_is_installed() -> None:
    assert "$name" in names(game("skirmish"))


def test_it_does_nothing_wrong() -> None:
    assert try_out(game("skirmish"), "$name").sentences() == []
''',
}


def write(name: str, folder: Path) -> Path:
    """The new package, in a folder of its name below this one; raises `BadInput`, and then nothing is written."""
    if not re.fullmatch(rf"[a-z][a-z0-9_-]{{0,{MAX_LETTERS - 1}}}", name) or name[-1] in "-_":
        raise BadInput(
            f"{name!r} cannot be the name of a bot: use up to {MAX_LETTERS} lower-case letters, digits, - and _, "
            "a letter first."
        )
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or module == "armillary":
        raise BadInput(f"{name!r} cannot be the name of a bot: Python uses it already. Choose another name.")
    if any(name in bots.names(game) for game in registry.games()) or name in FORMER:
        raise BadInput(f"There is a bot called {name!r} already. Choose another name.")
    made = folder / name
    if made.exists():
        raise BadInput(f"{made} exists already. Choose another name, or another folder.")
    words = {"name": name, "module": module, "title": name.replace("_", " ").replace("-", " ").title()}
    try:
        for file, text in FILES.items():
            path = made / Template(file).substitute(words)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(Template(text).substitute(words), "utf-8")
    except OSError as error:
        raise BadInput(f"{made} cannot be written: {error.strerror}.") from error
    return made
