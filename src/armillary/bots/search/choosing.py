"""How one seat chooses among its orders at one place of the tree, and what it learns from what came of it.

Where a seat acts alone, it looks for the one best order (`Alone`). Where several choose at the same time, any fixed
choice could be read and answered, so it looks for how often to give each order (`Together`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log, sqrt
from typing import Any, TypeAlias

from armillary.core.dice import Dice

CURIOSITY = 0.2
"""How much an order that was rarely tried is worth trying, against one that did well: values are scaled to 0 and 1."""

EXPLORATION = 10
"""One choice in this many is any order at all: what the others do may have changed since it was tried."""

TAKEN_FOR_TRIED = 8
"""An order that was given this many times less often than the commonest is left out in the end."""

FACES = 1 << 30
"""Chances are drawn as fine as this."""

FINENESS = 1 << 20
"""Weights are at most this, so that all dice can draw by their sum."""

Others: TypeAlias = tuple[int, ...]
"""What all others chose at the same time."""


class Choosing(ABC):
    """What one seat could order at one place, how often it did, and what that brought it in all."""

    __slots__ = ("orders", "tries", "untried", "visits", "worth")

    def __init__(self, orders: tuple[Any, ...], untried: list[int]) -> None:
        self.orders = orders
        self.untried = untried
        """Which of them were never tried, the next one last."""
        self.tries = 0
        self.visits = [0] * len(orders)
        self.worth = [0] * len(orders)

    @abstractmethod
    def choose(self, low: int, high: int, dice: Dice) -> int:
        """The order to try next; values met so far lie between these two."""

    def learn(self, order: int, others: Others, worth: int) -> None:
        """What an order brought this time, when the others chose like this."""
        if self.untried and self.untried[-1] == order:
            self.untried.pop()
        self.tries += 1
        self.visits[order] += 1
        self.worth[order] += worth

    @abstractmethod
    def weights(self) -> list[int]:
        """How often each order should be given, all things considered."""


class Alone(Choosing):
    """Tries what is promising or hardly known (UCT), and gives the order that was tried most."""

    __slots__ = ()

    def __init__(self, orders: tuple[Any, ...]) -> None:
        super().__init__(orders, [*reversed(range(len(orders)))])

    def choose(self, low: int, high: int, dice: Dice) -> int:
        """The most promising order: untried ones before all others, and any of equals."""
        if self.untried:
            return self.untried[-1]
        spread, curiosity = max(1, high - low), CURIOSITY * sqrt(log(self.tries))
        first = dice.below(len(self.orders))
        promise = [
            (worth / visits - low) / spread + curiosity / sqrt(visits)
            for worth, visits in zip(self.worth, self.visits, strict=True)
        ]
        from_there_on: list[int] = [*range(first, len(promise)), *range(first)]
        return max(from_there_on, key=promise.__getitem__)

    def weights(self) -> list[int]:
        """One of those that were tried most."""
        most = max(self.visits)
        return [int(visits == most) for visits in self.visits]


class Together(Choosing):
    """Gives orders in proportion to how much it regrets not having given them (regret matching), and in the end as
    often as it did on average: where two do so against each other, these averages come near to an equilibrium."""

    __slots__ = ("average", "regrets", "seen")

    def __init__(self, orders: tuple[Any, ...], dice: Dice) -> None:
        super().__init__(orders, [*dice.shuffle(range(len(orders)))])
        self.regrets = [0.0] * len(orders)
        """What each order would have brought more than what was done; never less than none."""
        self.average = [0.0] * len(orders)
        self.seen: dict[Others, tuple[list[int], list[int]]] = {}
        """How often each order met what the others chose, and what that brought in all."""

    def choose(self, low: int, high: int, dice: Dice) -> int:
        """Untried orders before all others; now and then any."""
        if self.untried:
            return self.untried[-1]
        total = sum(self.regrets)
        if not total or not dice.below(EXPLORATION):
            return dice.below(len(self.orders))
        drawn = total * dice.below(FACES) / FACES
        for order, regret in enumerate(self.regrets):
            drawn -= regret
            if drawn < 0:
                return order
        return self.regrets.index(max(self.regrets))

    def learn(self, order: int, others: Others, worth: int) -> None:
        """What every order would have brought: from when it met the same, or else what it brought on average."""
        super().learn(order, others, worth)
        seen = self.seen.get(others)
        if seen is None:
            seen = self.seen[others] = ([0] * len(self.orders), [0] * len(self.orders))
        met, brought = seen
        met[order] += 1
        brought[order] += worth
        if self.untried:
            return
        would = [brought[i] / met[i] if met[i] else self.worth[i] / self.visits[i] for i in range(len(self.orders))]
        total = sum(self.regrets)
        given = [regret / total for regret in self.regrets] if total else [1 / len(would)] * len(would)
        expected = sum([share * value for share, value in zip(given, would, strict=True)])
        self.regrets = [max(0.0, regret + value - expected) for regret, value in zip(self.regrets, would, strict=True)]
        self.average = [so_far + self.tries * share for so_far, share in zip(self.average, given, strict=True)]

    def weights(self) -> list[int]:
        """The average of what it gave, later choices counting more; what it hardly ever gave, it only tried."""
        most = max(self.average)
        if not most:
            return [1] * len(self.orders)
        return [round(FINENESS * share / most) if TAKEN_FOR_TRIED * share > most else 0 for share in self.average]
