"""Ways in which people play Stellar Skirmish, each quite plain: is a level as hard for them as its name says?

    armillary arena skirmish --bot benchmarks.strength.people:Outbid --bot medium --games 400 --seed people

Bots that are measured only by each other may share a weakness that anybody finds after a few battles.
"""

from __future__ import annotations

from armillary.core.contract import AnyGame
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.games.skirmish.hints import fair_bid
from armillary.games.skirmish.model import Play, View


class Fair:
    """The card that ranks in the hand as the stake ranks among the battles to come."""

    def __init__(self, game: AnyGame) -> None:
        """Needs to know nothing but the game it was made for."""

    def decide(self, view: View, options: Options[Play], dice: Dice, budget: int) -> Play:
        """One card from the hand."""
        assert view.seat is not None
        hand = sorted(view.hands[view.seat - 1])
        place = self.place(hand.index(fair_bid(view, view.seat)), len(hand))
        return Play(hand[min(place, len(hand) - 1)])

    def place(self, fair: int, cards: int) -> int:
        """Which card of the hand, from the weakest on; anything above the strongest is the strongest."""
        return fair


class Outbid(Fair):
    """A little more than fair, as somebody does who has seen what the others bid."""

    def place(self, fair: int, cards: int) -> int:
        """The next card above the fair one."""
        return fair + 1


class Splurge(Fair):
    """Fights for the better half of the battles, and throws the weakest cards away on the others."""

    def place(self, fair: int, cards: int) -> int:
        """Two above the fair card, or the weakest."""
        return fair + 2 if 2 * fair >= cards else 0


class Modest(Fair):
    """Leaves the best planets to the others, and takes what lies between."""

    def place(self, fair: int, cards: int) -> int:
        """Two above the fair card, or the weakest."""
        return 0 if fair >= cards - 2 and cards > 3 else fair + 2


class Highest(Fair):
    """The strongest card whenever a stake is worth something, and the weakest otherwise."""

    def place(self, fair: int, cards: int) -> int:
        """The strongest or the weakest card."""
        return cards if 2 * fair >= cards else 0


PEOPLE = (Fair, Outbid, Splurge, Modest, Highest)
