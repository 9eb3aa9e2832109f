"""Resolving a round of Territory: five players in mid-game, and a crowd on the largest map."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import FastDice
from armillary.games.territory import hints, rules
from armillary.games.territory.model import Config, State
from benchmarks.yardstick import Line, Yardstick


def lines(unit: Yardstick) -> Iterator[Line]:
    """Prepared structured commands, resolved."""
    for seats, size in ((5, 10), (20, 26)):
        state = _middle(seats, size)
        dice = FastDice(1)
        orders = {seat: hints.candidates(state, seat, dice, 1)[0] for seat in rules.to_act(state)}
        what = f"rounds of {seats} players on {size}x{size}, given commands"
        yield Line("territory", what, unit.units(lambda: rules.resolve(state, orders, dice)), "per unit")  # noqa: B023


def _middle(seats: int, size: int) -> State:
    """Round eight of a random match without declarations."""
    dice = FastDice(seats)
    state = rules.start(Config(map_size=size, declaration_count=0, max_rounds=40), seats, dice).state
    while state.round < 8:
        orders = {seat: hints.random_order(state, seat, dice) for seat in rules.to_act(state)}
        state = rules.resolve(state, orders, dice).state
    return state
