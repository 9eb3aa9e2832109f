"""Players for every game: those that know no game, and each game's own, under one list of names."""

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
"""What a bot may spend on one order at a table, counted in whatever it counts."""

EVERYWHERE: Mapping[str, Callable[[Any], Bot[Any, Any]]] = {"random": RandomBot}


def levels(game: AnyGame) -> tuple[str, ...]:
    """The names of a game's players, those that know no game first."""
    return (*EVERYWHERE, *game.hints.bots)


def bot(game: AnyGame, name: str) -> Bot[Any, Any]:
    """The player of this name; raises `BadInput` with the names there are."""
    factories = {**EVERYWHERE, **game.hints.bots}
    if name not in factories:
        raise BadInput(f"{game.slug} has no bot called {name!r}; there is: {', '.join(factories)}")
    return factories[name](game)


def dice_for(seed: bytes, seat: Seat, step: int) -> Dice:
    """The dice a bot draws from: made of the match's seed, the seat and the step, so that every run repeats."""
    return FastDice(int.from_bytes(seed_from(f"{seed.hex()}/{seat}/{step}")))
