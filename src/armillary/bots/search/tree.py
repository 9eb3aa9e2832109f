"""A tree of what may come, grown one simulation at a time from what one seat may know. Knows no game.

Every seat that is to act at a place chooses there for itself, by what its candidates brought it so far (`choosing`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from armillary.bots.search.choosing import Alone, Choosing, Together
from armillary.core.contract import AnyGame, Searching
from armillary.core.dice import Dice, FastDice
from armillary.core.values import Seat, refusals

HABIT = 3
"""One time in this many the others give one of the orders that anybody would. Whoever expects nothing but the best
of everybody cannot be beaten, and does not gain from anybody's mistakes either."""

USUAL = 3
"""So many of the most promising orders are what anybody would give."""

Chosen: TypeAlias = tuple[tuple[Seat, int], ...]
"""Who chose, and which order of theirs."""


class Node:
    """A place in the tree: what has been ordered leads here, and chance may show it in several states."""

    __slots__ = ("children", "choices", "state", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.choices: dict[Seat, Choosing] = {}
        self.children: dict[Chosen, Node] = {}
        self.state: Any = None
        """The only state that this place can be in, where neither chance nor a secret made it."""


class Tree:
    """Everything that was found out about one decision."""

    def __init__(self, game: AnyGame, view: Any, dice: Dice, search: Searching, also: Any = None) -> None:
        """`also` is an order that is looked at whether or not the game holds it worth that."""
        self._game = game
        self._also = also
        self._view = view
        self._dice = dice
        self._search = search
        self._root = Node()
        self._root.visits = search.patience
        self._low, self._high = 0, 0
        """The smallest and the largest value that was met."""

    def grow(self) -> None:
        """One simulation: down the tree to a place never seen, and what it is worth told all the way up."""
        node, state, path = self._root, self._world(), []
        while acting := self._game.rules.to_act(state):
            if node.visits < (self._search.patience if len(acting) > 1 else 1):
                break
            orders, chosen = self._choose(node, state, acting)
            path.append((node, chosen))
            node, state = self._next(node, state, orders, chosen)
        node.visits += 1
        self._tell(path, state)

    def found(self, seat: Seat) -> Choosing:
        """What the seat that thinks has tried."""
        return self._root.choices[seat]

    def _world(self) -> Any:
        """A state that looks like the view: another one every time, where something is hidden."""
        if self._root.state is not None:
            return self._root.state
        state = self._game.sight.sample_world(self._view, self._dice)
        if not self._game.hidden:
            self._root.state = state
        return state

    def _choose(self, node: Node, state: Any, acting: tuple[Seat, ...]) -> tuple[dict[Seat, Any], Chosen]:
        """An order of everybody who is to act, and which of their candidates it is."""
        orders: dict[Seat, Any] = {}
        chosen: list[tuple[Seat, int]] = []
        for seat in acting:
            choosing = node.choices.get(seat)
            if choosing is None:
                found = self._game.hints.candidates(state, seat, self._dice, self._search.width)
                if node is self._root and seat == self._view.seat and self._also not in (None, *found):
                    found = (*found, self._also)
                choosing = node.choices[seat] = Alone(found) if len(acting) == 1 else Together(found, self._dice)
            if seat != self._view.seat and len(acting) > 1 and not self._dice.below(HABIT):
                index = self._dice.below(min(USUAL, len(choosing.orders)))
            else:
                index = choosing.choose(self._low, self._high, self._dice)
            order = choosing.orders[index]
            if node.state is None and refusals(self._game.rules.check(state, seat, order)):
                order = self._game.hints.candidates(state, seat, self._dice, 1)[0]  # chance has made another world
            else:
                chosen.append((seat, index))
            orders[seat] = order
        return orders, tuple(chosen)

    def _next(self, node: Node, state: Any, orders: dict[Seat, Any], chosen: Chosen) -> tuple[Node, Any]:
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

    def _tell(self, path: list[tuple[Node, Chosen]], state: Any) -> None:
        worths: dict[Seat, int] = {}
        for node, chosen in path:
            for seat, index in chosen:
                if seat not in worths:
                    worths[seat] = self._game.hints.evaluate(state, seat)
                others = tuple([theirs for other, theirs in chosen if other != seat])
                node.choices[seat].learn(index, others, worths[seat])
        self._low, self._high = min(self._low, *worths.values(), 0), max(self._high, *worths.values(), 0)


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
