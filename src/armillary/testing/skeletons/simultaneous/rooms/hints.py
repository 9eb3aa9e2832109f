"""What players that think need to know of Sealed Bids."""

from __future__ import annotations

from armillary.core.contract import BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.testing.skeletons.simultaneous.rooms import rules, sight
from armillary.testing.skeletons.simultaneous.rooms.model import Bid, Order, State, View

BEST = 10_000


def random_order(state: State, seat: Seat, dice: Dice) -> Order:
    """Any legal order must be possible."""
    return Bid(dice.below(state.coins[seat - 1] + 1))


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Order, ...]:
    """Bids near the fair one, nearest first."""
    fair = fair_bid(sight.view(state, seat), seat)
    bids = sorted(range(state.coins[seat - 1] + 1), key=lambda bid: (abs(bid - fair), bid))
    return tuple(Bid(bid) for bid in bids[:k])


def evaluate(state: State, seat: Seat) -> int:
    """Won, lost, shared; before the end, the lead in points as a share of all points there are."""
    if outcome := rules.outcome(state):
        alone = outcome.winners == (seat,)
        return BEST if alone else 0 if seat in outcome.winners else -BEST
    others = max(points for other, points in enumerate(state.points, start=1) if other != seat)
    lead = BEST * (state.points[seat - 1] - others) // (1 + sum(state.setup.prizes))
    return max(1 - BEST, min(BEST - 1, lead))


def fair_bid(view: View, seat: Seat) -> int:
    """The share of your coins that this prize has in all prizes still to be had."""
    assert view.prize is not None
    return view.coins[seat - 1] * view.prize // (view.prize + sum(view.face_down))


class Greedy:
    """Bids its fair share, give or take a coin, so that it cannot be read exactly."""

    def decide(self, view: View, options: Options[Order], dice: Dice, budget: int) -> Order:
        """One order for the view's seat, from what that seat may know."""
        assert view.seat is not None
        bid = fair_bid(view, view.seat) + dice.below(3) - 1
        return Bid(max(0, min(view.coins[view.seat - 1], bid)))


bots: tuple[BotInfo, ...] = (BotInfo("medium", "Medium", 3, 1, "Bids about what a prize is worth.", Greedy),)
search: Searching | None = Searching(width=6, simulations=100)
