"""Our search against OpenSpiel's, at Stellar Skirmish for two: `python -m benchmarks.openspiel [--games 200]`.

OpenSpiel's Monte Carlo tree search plays by random playouts. It knows no game in which both choose at the same time, so
in its tree the other answers a card that it has seen. The position it is given is as light as it can be (`Position`),
with exactly our rules; it gets as many simulations as take the processor time that the hard bot takes for a decision.

Needs `open_spiel`, which nothing else here needs: `make openspiel` installs it and runs this.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from armillary.arena.ratings import interval
from armillary.bots import find
from armillary.bots.deciding import dice_for
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game as registered
from armillary.core.seeds import seed_from
from armillary.games.skirmish.model import Play, View

GAME = registered("skirmish")
CHANCE = -1
CURIOSITY = 2.0
TRIAL = 100
"""Simulations by which OpenSpiel's speed is measured."""


class Position:
    """What OpenSpiel calls a state: player 0 is the one who thinks, and chooses first."""

    def __init__(self, hands: tuple[tuple[int, ...], ...], pot: int, deck: tuple[int, ...], lead: int) -> None:
        self.hands = hands
        self.pot = pot
        """What the battle is for; nothing yet where a planet must be turned over first."""
        self.deck = deck
        """What the planets left are worth, in no order."""
        self.lead = lead
        self._card: int | None = None
        self._turns = pot == 0

    def clone(self) -> Position:
        twin = Position(self.hands, self.pot, self.deck, self.lead)
        twin._card, twin._turns = self._card, self._turns
        return twin

    def is_terminal(self) -> bool:
        return not self.hands[1]

    def is_chance_node(self) -> bool:
        return self._turns and bool(self.deck) and not self.is_terminal()

    def current_player(self) -> int:
        return CHANCE if self.is_chance_node() else int(self._card is not None)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(planet, 1 / len(self.deck)) for planet in self.deck]

    def legal_actions(self, _: int | None = None) -> list[int]:
        return list(self.hands[self.current_player()])

    def apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.pot += action
            self.deck = tuple(planet for planet in self.deck if planet != action)
            self._turns = False
        elif self._card is None:
            self._card = action
        else:
            self._battle(self._card, action)

    def _battle(self, mine: int, its: int) -> None:
        one, other = self.hands
        self.hands = tuple(card for card in one if card != mine), tuple(card for card in other if card != its)
        self._card, self._turns = None, True
        if mine != its:
            self.lead += self.pot if mine > its else -self.pot
            self.pot = 0

    def returns(self) -> list[int]:
        sign = int(self.lead > 0) - int(self.lead < 0)
        return [sign, -sign]


class Peer:
    """OpenSpiel's search as a bot of ours."""

    def __init__(self, simulations: int, seed: int) -> None:
        chance = np.random.RandomState(seed)
        # Of the game, it asks only what kind it is, and what a win is worth.
        game = pyspiel.load_game("tic_tac_toe")
        evaluator = RandomRolloutEvaluator(1, chance)
        self._search = MCTSBot(game, CURIOSITY, simulations, evaluator, random_state=chance)

    def decide(self, view: View) -> Play:
        """The card it tried most."""
        assert view.seat is not None
        worth = {planet.id: planet.victory_points for planet in view.setup.planets}
        mine, its = view.hands[view.seat - 1], view.hands[2 - view.seat]
        lead = view.scores[view.seat - 1] - view.scores[2 - view.seat]
        deck = tuple(worth[planet] for planet in view.undealt)
        return Play(int(self._search.step(Position((mine, its), sum(worth[each] for each in view.stake), deck, lead))))


def played(number: int, budget: int, simulations: int, spent: dict[str, list[float]]) -> float:
    """One game; what the hard bot got of its point."""
    match: AnyMatch = Match.begin(GAME, seats=2, seed=seed_from(f"openspiel/{number // 2}"))
    ours = number % 2 + 1
    peer, hard = Peer(simulations, number), find(GAME, "hard").make()
    while match.waiting_for:
        for seat in match.waiting_for:
            view = cast("View", GAME.sight.view(match.state, seat))
            options = GAME.sight.options(match.state, seat)
            started = time.process_time()
            if seat == ours:
                order: Any = hard.decide(view, options, dice_for(match.seed, seat, match.step), budget)
            else:
                order = peer.decide(view)
            if len(view.hands[0]) > 1:  # the last card is no decision
                spent["hard" if seat == ours else "OpenSpiel"].append(time.process_time() - started)
            match = match.submit(seat, order)
    first = match.outcome.ranking[0] if match.outcome else ()
    return 1 / len(first) if ours in first else 0.0


def calibrated(budget: int) -> int:
    """How many simulations OpenSpiel makes while the hard bot decides."""
    spent: dict[str, list[float]] = {"hard": [], "OpenSpiel": []}
    for number in range(4):
        played(number, budget, TRIAL, spent)
    return round(TRIAL * _mean(spent["hard"]) / _mean(spent["OpenSpiel"]))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def main() -> int:
    """Measure how fast OpenSpiel's search is, play, and say how it went."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.openspiel", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--budget", type=int, default=find(GAME, "hard").budget, help="simulations of the hard bot")
    asked = parser.parse_args()
    games, budget = asked.games, asked.budget
    simulations = calibrated(budget)
    spent: dict[str, list[float]] = {"hard": [], "OpenSpiel": []}
    points = [played(number, budget, simulations, spent) for number in range(games)]
    low, high = interval(_mean(points), games)
    print(f"hard: {_mean(points):.1%} of {games} games ({low:.0%} to {high:.0%})")
    print(f"{points.count(1)} won, {points.count(0.5)} shared, {points.count(0)} lost")
    for name, times in spent.items():
        print(f"{name}: {_mean(times) * 1000:.0f} ms of processor time a decision")
    print(f"simulations a decision: hard {budget}, OpenSpiel {simulations}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
