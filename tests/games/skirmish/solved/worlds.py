"""Stellar Skirmish by its real rules, as far as two players can foresee it; and configs of every kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from armillary import game
from armillary.core.dice import Dice, FastDice
from armillary.games.skirmish import rules, sight
from armillary.games.skirmish.model import Config, Planet, Play, State, View

SKIRMISH = game("skirmish")


def deck(*points: int) -> tuple[Planet, ...]:
    """Planets worth so many points."""
    return tuple(Planet(f"P{n:02}", worth) for n, worth in enumerate(points))


STANDARD = Config()
QUICK = SKIRMISH.presets["quick"](2)
LESSON = SKIRMISH.presets["lesson"](2)
MORE_PLANETS = Config(deck(1, 3, 3, 5), (1, 2, 3))
MORE_CARDS = Config(deck(2, 1), (1, 4, 9, 12))
EQUAL_CARDS = Config(deck(1, 2, 2), (7, 7, 3))
ALL_ALIKE = Config(deck(1, 1, 1), (4, 4, 4))
LOSSES = Config(deck(-2, 3, -1, 0), (-5, 0, 10**12))
NO_PLANETS_WORTH = Config(deck(0, 0, 0), (1, 2, 3))
ONE = Config(deck(3), (8,))
ODD = (MORE_PLANETS, MORE_CARDS, EQUAL_CARDS, ALL_ALIKE, LOSSES, NO_PLANETS_WORTH, ONE)


class Stacked(FastDice):
    """Dice that put this planet on top."""

    def __init__(self, top: str) -> None:
        super().__init__(0)
        self._top = top

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        return (self._top, *(item for item in items if item != self._top))


def worlds(view: View) -> Iterator[State]:
    """All states that look like this, as far as the next battle can tell them apart; each is equally likely."""
    for planet in view.undealt or [""]:
        yield sight.sample_world(view, Stacked(planet) if planet else FastDice(0))


def battle(state: State, *cards: int) -> State:
    """What these cards of seats 1 and 2 lead to."""
    orders = {seat: Play(card) for seat, card in enumerate(cards, start=1)}
    assert not any(rules.check(state, seat, order) for seat, order in orders.items())
    return rules.resolve(state, orders, FastDice(0)).state


def opening(config: Config, dice: Dice) -> State:
    """A match of two at its start."""
    return rules.start(config, 2, dice).state
