"""Fit what Orbit Simulator's evaluation holds a ship's features worth to how games between bots end.

    python -m scripts.fits.orbit --games 300

Two ships play each other, every plan by a short search, now and then another candidate so that positions differ. From
every position, the features of one ship less those of the other predict who won (logistic regression with a little
shrinkage). Printed are weights on the evaluation's scale, where a point of hull is 100. They are a start for
`hints/tactics.py`; whether they help, only matches tell.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

from armillary.bots.search import Search
from armillary.core.dice import FastDice
from armillary.core.values import Seat
from armillary.games.orbit import hints, rules, sight
from armillary.games.orbit.game import GAME
from armillary.games.orbit.hints.tactics import exposure, threat
from armillary.games.orbit.model import Ship, State, Subsystem
from armillary.games.orbit.rules.ends import next_turn

SIMULATIONS = 40
OTHERWISE = 6
"""One plan in so many is drawn from all candidates."""
SHRINKAGE = 1.0


def features(state: State, seat: Seat, ship: Ship, other: Ship) -> dict[str, float]:
    """What one ship has, against the other."""
    config, active = state.setup.config, seat == state.active
    damage = threat(config, ship, other)
    following, _ = next_turn(config, state.round, state.active, state.ships)
    found = {
        "hull": ship.hull,
        "last hull": 1 / ship.hull,
        "heat": ship.heat,
        "burning": max(0, ship.heat - config.return_limit),
        "mass": min(ship.mass, 8),
        "turn": active,
        "two turns": active and following == seat,
        "threat": 0 if active else damage,
        "threat at once": damage if active else 0,
        "threat twice": damage if active and following == seat else 0,
        "kill": active and damage >= other.hull,
        "exposure": exposure(config, ship, state.round),
    }
    for name in Subsystem:
        found[name] = ship.energy.get(name, 0) >= config.subsystems[name].minimum
    return {name: float(value) for name, value in found.items()}


def samples(preset: str, games: int) -> tuple[list[str], Any, Any]:
    """The differences of features in every position of some games, and whether the first ship won."""
    rows: list[list[float]] = []
    won: list[float] = []
    names: list[str] = []
    assert hints.search is not None
    for number in range(games):
        dice = FastDice(number)
        state = rules.start(GAME.presets[preset](2), 2, dice).state
        bot = Search(GAME, hints.search.width)
        met: list[State] = []
        while rules.to_act(state):
            if dice.below(OTHERWISE):
                plan = bot.decide(
                    sight.view(state, state.active), sight.options(state, state.active), dice, SIMULATIONS
                )
            else:
                plan = dice.choice(hints.candidates(state, state.active, dice, hints.search.width))
            state = rules.resolve(state, {state.active: plan}, dice).state
            met.append(state)
        outcome = rules.outcome(state)
        assert outcome is not None
        result = 0.5 if len(outcome.ranking[0]) > 1 else float(outcome.ranking[0] == (1,))
        for position in met[:-1]:
            one, two = position.ships
            if one is None or two is None:
                continue
            mine, its = features(position, 1, one, two), features(position, 2, two, one)
            names = [*mine]
            rows.append([mine[name] - its[name] for name in names])
            won.append(result)
    return names, np.array(rows), np.array(won)


def fitted(rows: Any, won: Any) -> tuple[Any, float]:
    """The weights under which the results were likeliest, and the log loss they leave."""

    def loss(weights: Any) -> tuple[float, Any]:
        lead = rows @ weights
        chance = 1 / (1 + np.exp(-lead))
        off = np.logaddexp(0, lead) - won * lead
        return off.sum() + SHRINKAGE * (weights**2).sum() / 2, rows.T @ (chance - won) + SHRINKAGE * weights

    found = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B")
    lead = rows @ found.x
    return found.x, float((np.logaddexp(0, lead) - won * lead).mean())


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description="Fit the evaluation of Orbit Simulator to how games end.")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--preset", default="standard")
    asked = parser.parse_args()
    names, rows, won = samples(asked.preset, asked.games)
    weights, loss = fitted(rows, won)
    scale = 100 / weights[names.index("hull")]
    print(f"{len(won)} positions, log loss {loss:.3f}; scale {scale:.0f}")
    for name, weight in zip(names, weights, strict=True):
        print(f"{name:16}{scale * weight:8.0f}")


if __name__ == "__main__":
    main()
