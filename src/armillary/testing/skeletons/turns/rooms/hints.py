"""What players that think need to know of Stone Pile."""

from __future__ import annotations

from armillary.core.contract import BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.testing.skeletons.turns.rooms import rules
from armillary.testing.skeletons.turns.rooms.model import Order, State, Take, View

BEST = 10_000


def random_order(state: State, seat: Seat, dice: Dice) -> Order:
    """Any legal order must be possible."""
    return Take(dice.die(rules.limit(state)))


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Order, ...]:
    """The take that leaves a multiple of `most` + 1, then the others from the smallest on."""
    good = good_take(state.stones, state.setup.most)
    takes = sorted(range(1, rules.limit(state) + 1), key=lambda stones: (stones != good, stones))
    return tuple(Take(stones) for stones in takes[:k])


def evaluate(state: State, seat: Seat) -> int:
    """Won, lost, or half of it for the player who can leave a multiple of `most` + 1."""
    if outcome := rules.outcome(state):
        return BEST if seat in outcome.winners else -BEST
    promising = good_take(state.stones, state.setup.most) > 0
    return BEST // 2 if promising == (rules.to_act(state) == (seat,)) else -BEST // 2


def good_take(stones: int, most: int) -> int:
    """What leaves a multiple of `most` + 1, from which every answer can be completed again; 0 where nothing does."""
    return stones % (most + 1)


class Greedy:
    """Leaves a multiple of `most` + 1 when it can, and takes one stone when it cannot."""

    def decide(self, view: View, options: Options[Order], dice: Dice, budget: int) -> Order:
        """One order for the view's seat, from what that seat may know."""
        return Take(max(1, good_take(view.stones, view.setup.most)))


bots: tuple[BotInfo, ...] = (BotInfo("medium", "Medium", 3, 1, "Leaves you a losing pile whenever it can.", Greedy),)
search: Searching | None = Searching(width=6, simulations=100)
