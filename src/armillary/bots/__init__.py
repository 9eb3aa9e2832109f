"""Bots by name: those that can play every game, and each game's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armillary.bots.random import RandomBot
from armillary.core.contract import AnyGame, Bot, BotInfo
from armillary.core.dice import Dice, FastDice
from armillary.core.errors import BadInput
from armillary.core.seeds import seed_from
from armillary.core.values import Seat

BUDGET = 200
"""What a bot may spend on one order, in whatever unit it counts."""

EVERYWHERE: Mapping[str, BotInfo] = {"random": BotInfo("Random", 1, "Plays any legal order, good or bad.", RandomBot)}


def known(game: AnyGame) -> Mapping[str, BotInfo]:
    """The bots that play this game, by name: those that play every game first, the strongest last."""
    return {**EVERYWHERE, **game.hints.bots}


def names(game: AnyGame) -> tuple[str, ...]:
    """What they are called."""
    return tuple(known(game))


def bot(game: AnyGame, name: str) -> Bot[Any, Any]:
    """A bot by its name; raises `BadInput` with the names there are."""
    bots = known(game)
    if name not in bots:
        raise BadInput(f"{game.title} has no bot called {name!r}; choose one of: {', '.join(bots)}")
    return bots[name].make(game)


def dice_for(seed: bytes, seat: Seat, step: int) -> Dice:
    """The dice a bot draws from: made from the match's seed, the seat and the step, so that a run repeats."""
    return FastDice(int.from_bytes(seed_from(f"{seed.hex()}/{seat}/{step}")))
