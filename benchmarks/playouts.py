"""Random play of any game: through its rules alone, and as a match with checks, log and hashes."""

from __future__ import annotations

from collections.abc import Callable

from armillary.core.contract import AnyGame
from armillary.core.dice import Dice, FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.core.values import Outcome

SEED = seed_from("benchmarks")


def by_the_rules(game: AnyGame) -> Callable[[], Outcome | None]:
    """A playout as a search plays it: start, random orders, resolve, outcome."""
    rules, random_order = game.rules, game.hints.random_order
    seats = game.seats[0]
    config = game.presets["standard"](seats)
    dice: Dice = FastDice(0)

    def playout() -> Outcome | None:
        state = rules.start(config, seats, dice).state
        while acting := rules.to_act(state):
            orders = {seat: random_order(state, seat, dice) for seat in acting}
            state = rules.resolve(state, orders, dice).state
        return rules.outcome(state)

    return playout


def as_a_match(game: AnyGame) -> Callable[[], AnyMatch]:
    """The same as it is played for real: every order checked, every step logged and hashed."""
    random_order = game.hints.random_order
    dice: Dice = FastDice(0)

    def playout() -> AnyMatch:
        match: AnyMatch = Match.begin(game, seed=SEED)
        while waiting := match.waiting_for:
            match = match.submit(waiting[0], random_order(match.state, waiting[0], dice))
        return match

    return playout
