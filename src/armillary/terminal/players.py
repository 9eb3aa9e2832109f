"""Who sits where: people and bots, told apart by their names in the record.

A person on seat 1 is called `Player 1`, a bot `bot:greedy`; whoever is called anything else is a person. Bots draw
from dice made of the match's seed, the seat and the step, so a match that is saved and resumed, or simulated again
from the same seed, goes on in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from armillary.bots import bot, levels
from armillary.core.contract import AnyGame, Bot
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.seeds import seed_from
from armillary.core.values import Seat

PERSON = "person"
PREFIX = "bot:"
BUDGET = 200
"""What a bot may spend on one order, counted in whatever it counts."""

Bots: TypeAlias = dict[Seat, Bot[Any, Any]]


def strongest(game: AnyGame) -> str:
    """The name of the game's best bot."""
    return levels(game)[-1]


def names(kinds: Sequence[str]) -> tuple[str, ...]:
    """The players' names for `person` or a bot's name on each seat."""
    return tuple(f"Player {seat}" if kind == PERSON else f"{PREFIX}{kind}" for seat, kind in enumerate(kinds, start=1))


def bots_at(match: AnyMatch) -> Bots:
    """The bots of a match by seat; all other seats are people's."""
    return {
        seat: bot(match.game, name.removeprefix(PREFIX))
        for seat, name in enumerate(match.players, start=1)
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) in levels(match.game)
    }


def decide(match: AnyMatch, seat: Seat, player: Bot[Any, Any]) -> Any:
    """The order of a bot that sees what its seat may see."""
    sight = match.game.sight
    dice = FastDice(int.from_bytes(seed_from(f"{match.seed.hex()}/{seat}/{match.step}")))
    return player.decide(sight.view(match.state, seat), sight.options(match.state, seat), dice, BUDGET)
