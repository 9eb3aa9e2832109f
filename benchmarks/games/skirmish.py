"""What else is worth measuring in Stellar Skirmish: a battle at a full table."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import FastDice
from armillary.games.skirmish import hints, rules
from armillary.games.skirmish.model import Config
from benchmarks.yardstick import Line, Yardstick

SEATS = 8


def lines(unit: Yardstick) -> Iterator[Line]:
    """Prepared orders, checked and resolved."""
    dice = FastDice(0)
    state = rules.start(Config(), SEATS, dice).state
    orders = {seat: hints.random_order(state, seat, dice) for seat in rules.to_act(state)}

    def battle() -> None:
        for seat, order in orders.items():
            rules.check(state, seat, order)
        rules.resolve(state, orders, dice)

    yield Line("skirmish", f"battles of {SEATS} seats, checked and resolved", unit.units(battle), "per unit")
