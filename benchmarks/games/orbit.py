"""What else is worth measuring in Orbit Simulator: turns that only coast, and turns of random play."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import FastDice
from armillary.games.orbit import hints, rules
from armillary.games.orbit.model import Coast, Config, Plan, State
from benchmarks.yardstick import Line, Yardstick

MATCHES = 10


def lines(unit: Yardstick) -> Iterator[Line]:
    """Prepared plans, checked and resolved."""
    dice = FastDice(0)
    opening = rules.start(Config(), 2, dice).state
    coast, mixed = Plan(move=Coast()), _mixed(dice)

    def coast_turn() -> None:
        rules.check(opening, opening.active, coast)
        rules.resolve(opening, {opening.active: coast}, dice)

    def mixed_turns() -> None:
        for state, plan in mixed:
            rules.check(state, state.active, plan)
            rules.resolve(state, {state.active: plan}, dice)

    yield Line("orbit", "coast turns, checked and resolved", unit.units(coast_turn), "per unit")
    yield Line("orbit", "mixed turns, checked and resolved", unit.units(mixed_turns) * len(mixed), "per unit")


def _mixed(dice: FastDice) -> list[tuple[State, Plan]]:
    """Every turn of some random matches."""
    turns = []
    for _ in range(MATCHES):
        state = rules.start(Config(), 2, dice).state
        while rules.to_act(state):
            plan = hints.random_order(state, state.active, dice)
            turns.append((state, plan))
            state = rules.resolve(state, {state.active: plan}, dice).state
    return turns
