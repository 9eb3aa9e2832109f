"""What else is worth knowing of Kepler's Horizon: turns at a full table, random orders included."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import FastDice
from armillary.games.kepler import hints, rules
from armillary.games.kepler.presets import standard
from benchmarks.yardstick import Line, Yardstick

SEATS = 6


def lines(unit: Yardstick) -> Iterator[Line]:
    """Turns of whole games on the hexagon map: as soon as one is over, the next begins."""
    dice, config = FastDice(0), standard(SEATS)
    opening = rules.start(config, SEATS, dice).state
    state = opening

    def turn() -> None:
        nonlocal state
        orders = {seat: hints.random_order(state, seat, dice) for seat in rules.to_act(state)}
        following = rules.resolve(state, orders, dice).state
        state = opening if following.end_reason else following

    what = f"turns of {SEATS} seats on the {config.map.name} map, random orders included"
    yield Line("kepler", what, unit.units(turn), "per unit")
