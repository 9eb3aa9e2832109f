"""What bots need to know about Stellar Skirmish."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache

from armillary.core.contract import BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.games.skirmish import rules, sight
from armillary.games.skirmish.model import Play, State, View

BEST = 10_000
LEAST = 1e-9
"""No hand is weaker than this."""
BIDS = 3
"""The medium bot bids in so many battles for each one that it gives up to a rival."""


def random_order(state: State, seat: Seat, dice: Dice) -> Play:
    """Any card in the hand."""
    return Play(dice.choice(state.hands[seat - 1]))


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Play, ...]:
    """Different cards, those closest to the fair bid first."""
    cards = sorted(set(state.hands[seat - 1]))
    fair = cards.index(fair_bid(sight.view(state, seat), seat))
    nearest = sorted(range(len(cards)), key=lambda i: (abs(i - fair), -i))
    return tuple(Play(cards[i]) for i in nearest[:k])


def evaluate(state: State, seat: Seat) -> int:
    """The lead to be expected at the end, as a share of what there is to win: who has the stronger hand gets more.

    A lead that nobody can make up any more is as good as won.
    """
    if outcome := rules.outcome(state):
        if seat not in outcome.winners:
            return -BEST
        return BEST if len(outcome.winners) == 1 else 0
    scores = [rules.score(claimed) for claimed in state.claimed_planets]
    left = [
        planet.victory_points for planet in (*state.planet_pot, *state.setup.planet_deck[state.current_planet_index :])
    ]
    lead = scores[seat - 1] - max(score for other, score in enumerate(scores, start=1) if other != seat)
    if abs(lead) > sum(map(abs, left)):
        return BEST - 1 if lead > 0 else 1 - BEST
    strengths = _strengths(state.hands)
    to_come = sum(left) / max(sum(strengths), LEAST)
    expected = [score + to_come * strength for score, strength in zip(scores, strengths, strict=True)]
    mine = expected.pop(seat - 1)
    total = sum(map(abs, scores)) + sum(map(abs, left))
    return max(1 - BEST, min(BEST - 1, round(BEST * (mine - max(expected)) / max(1, total))))


@lru_cache(1 << 14)
def _strengths(hands: tuple[tuple[int, ...], ...]) -> tuple[float, ...]:
    """How strong each hand is: a card counts by the share of the others' cards that it beats, and strong ones count
    far more than weak ones, as the solution of the match for two shows (docs/skirmish-solved.md)."""
    found = []
    for seat, hand in enumerate(hands):
        others = sorted([card for other, cards in enumerate(hands) if other != seat for card in cards])
        beaten = [(bisect_left(others, card) + bisect_right(others, card)) / 2 for card in hand]
        found.append(sum([(cards / max(1, len(others))) ** len(hands) for cards in beaten]) / max(1, len(hand)))
    return tuple(found)


def fair_bid(view: View, seat: Seat) -> int:
    """The card that ranks in the hand as this stake ranks among all battles to come.

    Weak stakes get weak cards. After the current stake come the planets still face down, one per battle; a battle
    for nothing is worth nothing.
    """
    hand = sorted(view.hands[seat - 1])
    worth = {planet.id: planet.victory_points for planet in view.setup.planets}
    stake = sum(worth[planet] for planet in view.stake)
    others = sorted((worth[planet] for planet in view.undealt), reverse=True)[: len(hand) - 1]
    others += [0] * (len(hand) - 1 - len(others))
    lower = sum(other < stake for other in others)
    equal = sum(other == stake for other in others)
    return hand[lower + equal // 2]


class Bidder:
    """Bids for what is worth it, and gives other battles up: whoever always bids what is fair is outbid by one."""

    def decide(self, view: View, options: Options[Play], dice: Dice, budget: int) -> Play:
        """The weakest card, or one next to the fair bid, or the cheapest card that no opponent can reach."""
        assert view.seat is not None
        hand = sorted(view.hands[view.seat - 1])
        rivals = len(view.hands) - 1
        if dice.below(rivals + BIDS) < rivals:
            return Play(hand[0])
        fair = hand.index(fair_bid(view, view.seat))
        bid = hand[min(max(0, fair - 1 + dice.below(4)), len(hand) - 1)]
        reach = max(max(cards) for seat, cards in enumerate(view.hands, start=1) if seat != view.seat)
        unbeatable = [card for card in hand if reach < card <= bid]
        return Play(min(unbeatable, default=bid))


bots: tuple[BotInfo, ...] = (
    BotInfo("medium", "Medium", 3, 1, "Bids about what a planet is worth, and gives some battles up.", Bidder),
)
search: Searching | None = Searching(width=15, simulations=400, patience=16)
