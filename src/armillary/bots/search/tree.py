"""A tree of what may come, grown one simulation at a time from what one seat may know. Knows no game.

Every seat that is to act at a place has a bandit of its own there: it chooses among its candidates by what each brought
it so far, whatever the others chose at the same time (decoupled UCT). Where one seat acts, that is plain tree search.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from armillary.core.contract import AnyGame
from armillary.core.dice import Dice, FastDice
from armillary.core.values import Seat, refusals

CURIOSITY = (0.55, 0.85)
"""How much an order that was rarely tried is worth trying, against one that did well: values are scaled to 0 and 1.

Every bandit draws its own between these two. Seats that stand alike and are as curious as each other would choose in
step for ever, and never see what happens when they choose differently.
"""


class Bandit:
    """What one seat could order at one place, how often it did, and what that brought it in all."""

    __slots__ = ("curiosity", "orders", "tries", "untried", "visits", "worth")

    def __init__(self, orders: tuple[Any, ...], dice: Dice, alone: bool) -> None:
        self.orders = orders
        low, high = CURIOSITY
        self.curiosity = low + (high - low) * dice.below(101) / 100
        self.untried = [*reversed(range(len(orders)))] if alone else [*dice.shuffle(range(len(orders)))]
        """Which of them were never tried, the next one last."""
        self.tries = 0
        self.visits = [0] * len(orders)
        self.worth = [0] * len(orders)

    def choose(self, low: int, high: int, dice: Dice) -> int:
        """The most promising order: untried ones before all others, and any of equals."""
        if self.untried:
            return self.untried[-1]
        spread, curiosity = max(1, high - low), self.curiosity * sqrt(log(self.tries))
        first = dice.below(len(self.orders))
        promise = [
            (worth / visits - low) / spread + curiosity / sqrt(visits)
            for worth, visits in zip(self.worth, self.visits, strict=True)
        ]
        from_there_on: list[int] = [*range(first, len(promise)), *range(first)]
        return max(from_there_on, key=promise.__getitem__)

    def learn(self, order: int, worth: int) -> None:
        """What an order brought this time."""
        if self.untried and self.untried[-1] == order:
            self.untried.pop()
        self.tries += 1
        self.visits[order] += 1
        self.worth[order] += worth


class Node:
    """A place in the tree: what has been ordered leads here, and chance may show it in several states."""

    __slots__ = ("bandits", "children", "state", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.bandits: dict[Seat, Bandit] = {}
        self.children: dict[tuple[tuple[Seat, int], ...], Node] = {}
        self.state: Any = None
        """The only state that this place can be in, where neither chance nor a secret made it."""


class Tree:
    """Everything that was found out about one decision."""

    def __init__(self, game: AnyGame, view: Any, dice: Dice, width: int, also: Any = None) -> None:
        """`also` is an order that is looked at whether or not the game holds it worth that."""
        self._game = game
        self._also = also
        self._view = view
        self._dice = dice
        self._width = width
        self._root = Node()
        self._root.visits = 1
        self._low, self._high = 0, 0
        """The smallest and the largest value that was met."""

    def grow(self) -> None:
        """One simulation: down the tree to a place never seen, and what it is worth told all the way up."""
        node, path = self._root, []
        state = self._world()
        while node.visits and (acting := self._game.rules.to_act(state)):
            orders, chosen = self._choose(node, state, acting)
            path.append((node, chosen))
            node, state = self._next(node, state, orders, chosen)
        node.visits += 1
        self._tell(path, state)

    def bandit(self, seat: Seat) -> Bandit:
        """What the seat that thinks has tried."""
        return self._root.bandits[seat]

    def _world(self) -> Any:
        """A state that looks like the view: another one every time, where something is hidden."""
        if self._root.state is not None:
            return self._root.state
        state = self._game.sight.sample_world(self._view, self._dice)
        if not self._game.hidden:
            self._root.state = state
        return state

    def _choose(
        self, node: Node, state: Any, acting: tuple[Seat, ...]
    ) -> tuple[dict[Seat, Any], tuple[tuple[Seat, int], ...]]:
        """An order of everybody who is to act, and which of their bandits' it is."""
        orders: dict[Seat, Any] = {}
        chosen: list[tuple[Seat, int]] = []
        for seat in acting:
            bandit = node.bandits.get(seat)
            if bandit is None:
                found = self._game.hints.candidates(state, seat, self._dice, self._width)
                if node is self._root and seat == self._view.seat and self._also not in (None, *found):
                    found = (*found, self._also)
                bandit = node.bandits[seat] = Bandit(found, self._dice, alone=len(acting) == 1)
            index = bandit.choose(self._low, self._high, self._dice)
            order = bandit.orders[index]
            if node.state is None and refusals(self._game.rules.check(state, seat, order)):
                order = self._game.hints.candidates(state, seat, self._dice, 1)[0]  # chance has made another world
            else:
                chosen.append((seat, index))
            orders[seat] = order
        return orders, tuple(chosen)

    def _next(
        self, node: Node, state: Any, orders: dict[Seat, Any], chosen: tuple[tuple[Seat, int], ...]
    ) -> tuple[Node, Any]:
        child = node.children.get(chosen)
        if child is None:
            child = node.children[chosen] = Node()
        if child.state is not None:
            return child, child.state
        dice = _Watched(self._dice.below(1 << 32))
        after = self._game.rules.resolve(state, orders, dice).state
        if node.state is not None and not dice.drawn:
            child.state = after
        return child, after

    def _tell(self, path: list[tuple[Node, tuple[tuple[Seat, int], ...]]], state: Any) -> None:
        worths: dict[Seat, int] = {}
        for node, chosen in path:
            for seat, index in chosen:
                if seat not in worths:
                    worths[seat] = self._game.hints.evaluate(state, seat)
                node.bandits[seat].learn(index, worths[seat])
        self._low, self._high = min(self._low, *worths.values()), max(self._high, *worths.values())


class _Watched(FastDice):
    """Dice that know whether anybody has drawn."""

    __slots__ = ("drawn",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.drawn = False

    def below(self, n: int) -> int:
        self.drawn = True
        return super().below(n)

    def choice(self, items: Any) -> Any:
        self.drawn = True
        return super().choice(items)
