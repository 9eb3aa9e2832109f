"""Orders compared by playing on from them: for games in which a turn is a series that no search sees to its end."""

from __future__ import annotations

from statistics import mean, stdev
from typing import Any

from armillary.core.contract import AnyGame
from armillary.core.dice import Dice, FastDice
from armillary.core.values import Seat

WIDTH = 3
"""So many of the game's best ideas are compared with the order that was given."""
FIRST_TRIES = 4
"""So often the match is played on from each of them."""
MORE_TRIES = 12
"""So often again from the best of them and from the order that was given."""
ROUNDS = 1
"""It is played on until so many rounds later."""
MAX_STEPS = 100
"""After so many orders it is judged as it stands."""
SURE = 2
"""A difference counts if it is so many times what chance makes of it."""


def better_by_playing_on(game: AnyGame, view: Any, given: Any, dice: Dice) -> tuple[Any, int, int] | None:
    """An order from which the match goes on better, how good it is then, and how good after the order given.

    Everybody plays on as the game's own ideas have it, from what the seat may know. None if the order given was the
    best idea itself, or if nothing better is found for sure.
    """
    trials = _Trials(game, view, dice)
    ideas = game.hints.candidates(game.sight.sample_world(view, dice), view.seat, dice, WIDTH)
    if ideas[0] == given:
        return None
    worths = {place: trials.worths(order, FIRST_TRIES) for place, order in enumerate(ideas) if order != given}
    best = max(worths, key=lambda place: mean(worths[place]))
    instead = worths[best] + trials.worths(ideas[best], MORE_TRIES)
    then = trials.worths(given, FIRST_TRIES + MORE_TRIES)
    gain, chance = mean(instead) - mean(then), (stdev(instead) ** 2 + stdev(then) ** 2) / len(then)
    return (ideas[best], round(mean(instead)), round(mean(then))) if gain > SURE * chance**0.5 else None


def rough_gain(game: AnyGame, view: Any, given: Any, dice: Dice) -> int | None:
    """How much better the game's best idea seems at a first try; None if that is what was ordered."""
    idea = game.hints.candidates(game.sight.sample_world(view, dice), view.seat, dice, 1)[0]
    if idea == given:
        return None
    trials = _Trials(game, view, dice)
    (instead,), (then,) = trials.worths(idea, 1), trials.worths(given, 1)
    return max(0, instead - then)


class _Trials:
    """Playing on from one position, as one seat knows it."""

    def __init__(self, game: AnyGame, view: Any, dice: Dice) -> None:
        self._game = game
        self._view = view
        self._dice = dice

    def worths(self, order: Any, tries: int) -> list[int]:
        """How good it is for the seat some time after this order, try by try."""
        return [self._worth(order, self._view.seat) for _ in range(tries)]

    def _worth(self, order: Any, seat: Seat) -> int:
        rules, hints = self._game.rules, self._game.hints
        dice = FastDice(self._dice.below(1 << 32))
        state = self._game.sight.sample_world(self._view, dice)
        until = rules.phase(state).round + ROUNDS
        for step in range(MAX_STEPS):
            acting = rules.to_act(state)
            if not acting or rules.phase(state).round > until:
                break
            orders = {each: hints.candidates(state, each, dice, 1)[0] for each in acting}
            if step == 0:
                orders[seat] = order
            state = rules.resolve(state, orders, dice).state
        return hints.evaluate(state, seat)
