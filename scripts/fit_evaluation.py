"""Fits what a game's `evaluate` weighs to how matches between bots end.

    python -m scripts.fit_evaluation kepler --games 2000

Every position of every match is a case: its features for a seat, and what part of the win that seat got. The chance to
win is taken to be (1 + tanh(w · x)) / 2, which is how evaluations are read, and w is what makes the ends likeliest. A
fit that predicts better need not play better: weights go into a game's hints only after they have won matches.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from armillary import game, seed_from
from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.core.contract import AnyGame
from armillary.core.match import AnyMatch, Match
from armillary.core.values import Seat
from armillary.games.kepler.hints import lead
from armillary.games.kepler.rules import ends
from armillary.games.orbit.hints.tactics import exposure, threat
from armillary.games.orbit.model import Ship, Subsystem
from armillary.games.orbit.rules.ends import plays_twice
from armillary.games.territory.hints.tactics import produces

ROUNDS = 12
"""Newton's method has settled after so many steps."""


def kepler(state: Any, seat: Seat) -> dict[str, float]:
    """The leads in regions and in fleets."""
    fleets = [len(own) for own in state.fleets]
    return {"regions": lead(ends.scores(state.fleets), seat), "fleets": lead(fleets, seat)}


def orbit(state: Any, seat: Seat) -> dict[str, float]:
    """What a ship has against the other, less what the other has against it."""
    one, two = state.ships[seat - 1], state.ships[2 - seat]
    mine, its = _against(state, seat, one, two), _against(state, 3 - seat, two, one)
    return {name: mine[name] - its[name] for name in mine}


def _against(state: Any, seat: Seat, ship: Ship, other: Ship) -> dict[str, float]:
    config, active = state.setup.config, seat == state.active
    damage = threat(config, ship, other)
    again = active and plays_twice(state)
    found = {
        "hull": ship.hull,
        "last hull": 1 / ship.hull,
        "heat": ship.heat,
        "burning": max(0, ship.heat - config.return_limit),
        "mass": min(ship.mass, 8),
        "turn": active,
        "two turns": again,
        "threat": 0 if active else damage,
        "threat at once": damage if active else 0,
        "threat twice": damage if again else 0,
        "kill": active and damage >= other.hull,
        "on closed rings": exposure(config, ship, state.round),
    }
    powered = {name: ship.energy.get(name, 0) >= config.subsystems[name].minimum for name in Subsystem}
    return {name: float(value) for name, value in (found | powered).items()}


def territory(state: Any, seat: Seat) -> dict[str, float]:
    """The leads in units, in what squares produce, and in squares, early and late."""
    units, growth, squares = ([0] * state.setup.seats for _ in range(3))
    for square, owner in enumerate(state.owners):
        if owner:
            units[owner - 1] += state.units[square]
            growth[owner - 1] += produces(state, square)
            squares[owner - 1] += 1
    to_come = 1 - state.round / state.setup.config.max_rounds
    found = {"units": lead(units, seat), "growth": lead(growth, seat), "squares": lead(squares, seat)}
    return found | {f"{name}, to come": to_come * value for name, value in found.items()}


FEATURES: dict[str, Callable[[Any, Seat], dict[str, float]]] = {
    "kepler": kepler,
    "orbit": orbit,
    "territory": territory,
}


def cases(rules: AnyGame, bot: str, seats: int, games: int) -> Iterator[tuple[dict[str, float], float]]:
    """Every position for one seat, a different one in each match, and that seat's part of the win."""
    player = Player(find(rules, bot))
    for number in range(games):
        seat = number % seats + 1
        match: AnyMatch = Match.begin(rules, seats=seats, seed=seed_from(f"fit/{number}"))
        seen = []
        while match.waiting_for:
            seen.append(FEATURES[rules.slug](match.state, seat))
            before = match
            for acting in before.waiting_for:
                match = match.submit(acting, player.order_in(before, acting))
        assert match.outcome is not None
        winners = match.outcome.winners or match.outcome.ranking[0]
        yield from ((features, (seat in winners) / len(winners)) for features in seen)


def fitted(features: Any, parts: Any) -> tuple[Any, float]:
    """The weights under which these ends are likeliest, and their loss: the mean surprise, in nats."""
    weights = np.zeros(features.shape[1])
    for _ in range(ROUNDS):
        chances = (1 + np.tanh(features @ weights)) / 2
        slope = features.T @ (2 * (chances - parts))
        bend = (features * (4 * chances * (1 - chances))[:, None]).T @ features
        weights -= np.linalg.solve(bend + 1e-6 * np.eye(len(weights)), slope)
    chances = np.clip((1 + np.tanh(features @ weights)) / 2, 1e-9, 1 - 1e-9)
    return weights, float(-np.mean(parts * np.log(chances) + (1 - parts) * np.log(1 - chances)))


def main() -> int:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(FEATURES))
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bot", default="medium")
    parser.add_argument("--seats", type=int)
    asked = parser.parse_args()
    if asked.game == "orbit" and asked.seats not in (None, 2):
        parser.error("Orbit Simulator is fitted to matches of two.")
    rules = game(asked.game)
    found = [*cases(rules, asked.bot, asked.seats or rules.seats[0], asked.games)]
    names = [*found[0][0]]
    features = np.array([[case[name] for name in names] for case, _ in found])
    weights, loss = fitted(features, np.array([part for _, part in found]))
    print(f"{rules.title}: {len(found):,} positions from {asked.games:,} matches of {asked.bot}, loss {loss:.3f}")
    for name, weight in zip(names, weights, strict=True):
        print(f"  {name}: {weight:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
