"""What bots need to know about Stellar Skirmish."""

from __future__ import annotations

from armillary.core.contract import BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.games.skirmish import rules, sight
from armillary.games.skirmish.model import Play, State, View

BEST = 10_000


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
    """The lead in victory points and in remaining strength, as a share of what there is to win."""
    if outcome := rules.outcome(state):
        if seat not in outcome.winners:
            return -BEST
        return BEST if len(outcome.winners) == 1 else 0
    scores = [rules.score(claimed) for claimed in state.claimed_planets]
    strengths = [sum(hand) for hand in state.hands]
    left = _worth_left(state)
    lead = scores[seat - 1] - _best_other(scores, seat)
    total = sum(abs(score) for score in scores) + left
    stronger = strengths[seat - 1] - _best_other(strengths, seat)
    force = sum(abs(strength) for strength in strengths)
    points = BEST * lead // max(1, total) + left * BEST * stronger // max(1, total * force)
    return max(1 - BEST, min(BEST - 1, points))


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


def _worth_left(state: State) -> int:
    planets = (*state.planet_pot, *state.setup.planet_deck[state.current_planet_index :])
    return sum(abs(planet.victory_points) for planet in planets)


def _best_other(values: list[int], seat: Seat) -> int:
    return max(value for other, value in enumerate(values, start=1) if other != seat)


class Greedy:
    """Bids high for what is worth much, a little unpredictably, and never more than a certain win takes."""

    def decide(self, view: View, options: Options[Play], dice: Dice, budget: int) -> Play:
        """A card next to the fair bid, or the cheapest card that no opponent can reach."""
        assert view.seat is not None
        hand = sorted(view.hands[view.seat - 1])
        fair = hand.index(fair_bid(view, view.seat))
        bid = dice.choice(hand[max(0, fair - 1) : fair + 2])
        reach = max(max(cards) for seat, cards in enumerate(view.hands, start=1) if seat != view.seat)
        unbeatable = [card for card in hand if reach < card <= bid]
        return Play(min(unbeatable, default=bid))


bots: tuple[BotInfo, ...] = (
    BotInfo("medium", "Medium", 3, 1, "Bids high for what is worth much, a little unpredictably.", Greedy),
)
search: Searching | None = Searching(width=5, simulations=300)
