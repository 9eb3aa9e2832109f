"""Bots by name: those that can play every game, and each game's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from armillary.bots.random import RandomBot
from armillary.core.contract import AnyGame, Bot
from armillary.core.dice import Dice, FastDice
from armillary.core.errors import BadInput
from armillary.core.seeds import seed_from
from armillary.core.values import Seat

BUDGET = 200
"""What a bot may spend on one order, in whatever unit it counts."""

EVERYWHERE: Mapping[str, Callable[[Any], Bot[Any, Any]]] = {"random": RandomBot}


def names(game: AnyGame) -> tuple[str, ...]:
    """The bots that play this game, by name: those that play every game first, the strongest last."""
    return (*EVERYWHERE, *game.hints.bots)


def bot(game: AnyGame, name: str) -> Bot[Any, Any]:
    """A bot by its name; raises `BadInput` with the names there are."""
    factories = {**EVERYWHERE, **game.hints.bots}
    if name not in factories:
        raise BadInput(f"{game.title} has no bot called {name!r}; choose one of: {', '.join(factories)}")
    return factories[name](game)


def dice_for(seed: bytes, seat: Seat, step: int) -> Dice:
    """The dice a bot draws from: made from the match's seed, the seat and the step, so that a run repeats."""
    return FastDice(int.from_bytes(seed_from(f"{seed.hex()}/{seat}/{step}")))
