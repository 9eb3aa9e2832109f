"""What else is worth knowing of Risky Stars: single orders in the midst of a game of four."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import FastDice
from armillary.games.risky_stars import hints, rules, sight
from armillary.games.risky_stars.model import Config, Order, State
from benchmarks.yardstick import Line, Yardstick

SEATS = 4
ROUND = 8
ORDERS = 40


def lines(unit: Yardstick) -> Iterator[Line]:
    """Orders greedy players gave, each checked and resolved in the state it was given in."""
    given = _given()
    dice = FastDice(0)

    def orders() -> None:
        for state, order in given:
            rules.check(state, state.turn.seat, order)
            rules.resolve(state, {state.turn.seat: order}, dice)

    each = unit.units(orders) * len(given)
    yield Line("risky_stars", f"orders of {SEATS} seats in mid-game, checked and resolved", each, "per unit")
    state = given[0][0]
    options = unit.units(lambda: sight.options(state, state.turn.seat))
    yield Line("risky_stars", f"options of {SEATS} seats in mid-game", options, "per unit")


def _given() -> list[tuple[State, Order]]:
    """The orders of the mid-game, whatever they are, in the order they came."""
    dice = FastDice(1)
    state = rules.start(Config(), SEATS, dice).state
    given: list[tuple[State, Order]] = []
    while len(given) < ORDERS:
        seat = state.turn.seat
        order = hints.candidates(state, seat, dice, 1)[0]
        if state.round >= ROUND:
            given.append((state, order))
        state = rules.resolve(state, {seat: order}, dice).state
    return given
