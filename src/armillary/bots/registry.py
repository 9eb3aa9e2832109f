"""Bots by name: those of every installed package, each game's own, and any that lies in a file.

[project.entry-points."armillary.bots"]
mybot = "mypackage.players:offer"

An entry is a function that is given a game, and gives the `BotInfo` of the bot that plays it, or None. A game's own
player goes before another of the same name.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import logging
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from armillary.bots.failures import cause_of
from armillary.bots.outside import Outside
from armillary.core.contract import AnyGame, Bot, BotInfo, Ready
from armillary.core.errors import BadInput
from armillary.core.faults import brief

GROUP = "armillary.bots"

PROGRAM = "run:"
"""Before the command that starts a bot which is a program of its own."""

BUDGET = 200
"""What a bot from a file, or a program, may spend on one order."""

FORMER = {"greedy": "medium"}
"""What bots were called before: matches that were begun with them go on."""

Offer: TypeAlias = Callable[[AnyGame], BotInfo | None]

Make: TypeAlias = Callable[[AnyGame], Bot[Any, Any]]
"""Something that is given a game and makes a bot, such as a class."""

logger = logging.getLogger("armillary.bots")


def known(game: AnyGame) -> Mapping[str, BotInfo]:
    """The bots that play this game, by name, the strongest last."""
    offered = [_asked(offer, game) for offer in _offers()]
    everybody = [*(info for info in offered if info is not None), *game.hints.bots]
    return {info.name: info for info in sorted(everybody, key=lambda info: info.strength)}


def names(game: AnyGame) -> tuple[str, ...]:
    """What they are called."""
    return tuple(known(game))


def named(game: AnyGame, name: str) -> BotInfo:
    """A bot by its name; raises `BadInput` with the names there are."""
    bots = known(game)
    if (now := FORMER.get(name, name)) in bots:
        return bots[now]
    raise BadInput(f"{game.title} has no bot called {brief(name)}; choose one of: {', '.join(bots)}.")


def find(game: AnyGame, name: str | Make | Bot[Any, Any]) -> BotInfo:
    """A bot by its name, by its place (`package.module:Bot`, `./file.py:Bot`, `run:node bot.mjs`), or itself.

    What makes a bot from a game, such as its class, will do as well. Raises `BadInput`. Never give this what came over
    a network: whatever is named there is run.
    """
    if not isinstance(name, str):
        bot: Any = name
        if not isinstance(bot, type) and callable(getattr(bot, "decide", None)):
            return _made_by(lambda _: bot, game, type(bot).__name__)
        if not callable(bot):
            raise BadInput(f"{brief(bot)} is not a bot: name one, or give what makes one from a game.")
        return _made_by(bot, game, getattr(bot, "__name__", "bot"))
    if name.startswith(PROGRAM):
        command = name.removeprefix(PROGRAM)
        return BotInfo(name, command, 3, BUDGET, "Is a program of its own.", partial(Outside, game, command))
    if name.endswith(".py"):
        raise BadInput(f"Say which bot of the file, for example {name}:Bot.")
    return _found(game, name) if ":" in name else named(game, name)


def require_ready(info: BotInfo, config: Any, seats: int) -> str:
    """Raise `BadInput`, with the reason, unless the bot can play such matches; gives what it plays them by."""
    ready = Ready() if info.ready is None else info.ready(config, seats)
    if ready.obstacle is not None:
        raise BadInput(ready.obstacle)
    return ready.note


def forget() -> None:
    """Look again next time: packages may have been installed or removed."""
    _offers.cache_clear()


@cache
def _offers() -> tuple[Offer, ...]:
    """What packages offer; a package that cannot be loaded is passed over."""
    found = []
    for entry in entry_points(group=GROUP):
        try:
            found.append(entry.load())
        except (Exception, SystemExit):
            logger.exception("A bot cannot be loaded", extra={"bot": entry.name, "place": entry.value})
    return tuple(dict.fromkeys(found))


def _asked(offer: Offer, game: AnyGame) -> BotInfo | None:
    """What a package offers for a game; one that fails takes nothing from the others."""
    try:
        return offer(game)
    except Exception:
        logger.exception("A bot cannot be offered", extra={"game": game.slug})
        return None


def _found(game: AnyGame, place: str) -> BotInfo:
    """The bot that a place names: something that is given the game and makes a player."""
    where, _, name = place.rpartition(":")
    try:
        module = _module(where)
    except (Exception, SystemExit) as error:
        raise BadInput(f"The bot {place!r} cannot be loaded: {cause_of(error)}") from error
    make = getattr(module, name, None)
    if make is None:
        raise BadInput(f"There is no {name!r} in {where}.")
    if not callable(make):
        raise BadInput(f"{place!r} is not callable: it must make a bot from a game.")
    return _made_by(make, game, place)


def _made_by(make: Make, game: AnyGame, place: str) -> BotInfo:
    about = (make.__doc__ or "Plays by its own rules.").strip().splitlines()[0]
    return BotInfo(place, place.rpartition(":")[2], 3, BUDGET, about, partial(_made, make, game, place))


def _module(where: str) -> ModuleType:
    """A module by its name, installed or in the working directory, or a file by its path; loaded once."""
    if not where.endswith(".py"):
        if (here := str(Path.cwd())) not in sys.path:
            sys.path.append(here)  # last, so that nothing there hides what is installed
        return importlib.import_module(where)
    return _from_file(Path(where).resolve())


@cache
def _from_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bots in {path}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # what it defines can be looked up by name
    spec.loader.exec_module(module)
    return module


def _made(make: Make, game: AnyGame, place: str) -> Any:
    if not _takes(make, 1):
        raise BadInput(f"The bot {place!r} cannot be made: it must take one argument, the game.")
    player = make(game)
    decide = getattr(player, "decide", None)
    if not callable(decide):
        raise BadInput(f"The bot {place!r} has no method `decide`.")
    if not _takes(decide, 4):
        own = f"decide{inspect.signature(decide)}"
        raise BadInput(f"The bot {place!r} must have `decide(view, options, dice, budget)`, but has `{own}`.")
    return player


def _takes(called: Callable[..., Any], count: int) -> bool:
    """May it be called with so many arguments? Where Python cannot tell, that is found out by calling it."""
    try:
        inspect.signature(called).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:
        return True
    return True
