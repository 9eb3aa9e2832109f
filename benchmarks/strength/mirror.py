"""A bot that lets the hard bot's own search think for the other seat of Stellar Skirmish, and answers what it says.

    armillary arena skirmish --bot benchmarks.strength.mirror:Mirror --bot hard --games 200 --seed strength

Whoever can be read loses to it; against a fair mixture it gains nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armillary.bots.search import Search
from armillary.core.contract import AnyGame
from armillary.core.dice import Dice, FastDice
from armillary.core.options import Options
from armillary.core.values import Seat


class Mirror:
    """Expects the one order that the other's search gives, and gives the best answer to it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        assert game.hints.search is not None
        self._search: Any = Search(game, game.hints.search)
        self._budget = game.hints.search.simulations

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:
        """The answer that is worth most after this battle."""
        state, other = self._game.sight.sample_world(view, dice), 3 - view.seat
        expected = self._expected(self._game.sight.view(state, other), dice)
        answers = self._game.hints.candidates(state, view.seat, dice, len(state.hands[view.seat - 1]))
        return max(answers, key=lambda answer: self._worth(state, view.seat, answer, expected))

    def _expected(self, view: Any, dice: Dice) -> Mapping[Any, float]:
        return {self._search.decide(view, Options(()), dice, self._budget): 1.0}

    def _worth(self, state: Any, seat: Seat, answer: Any, expected: Mapping[Any, float]) -> float:
        return sum(
            chance * self._game.hints.evaluate(self._after(state, {seat: answer, 3 - seat: order}), seat)
            for order, chance in expected.items()
        )

    def _after(self, state: Any, orders: Mapping[Seat, Any]) -> Any:
        return self._game.rules.resolve(state, orders, FastDice(0)).state


class MindReader(Mirror):
    """Expects every order as often as the other's search gives it: more than anybody could know."""

    def _expected(self, view: Any, dice: Dice) -> Mapping[Any, float]:
        orders, weights = self._search.weigh(view, dice, self._budget)
        return {order: weight / sum(weights) for order, weight in zip(orders, weights, strict=True)}
