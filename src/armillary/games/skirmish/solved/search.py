"""What a position is worth and how to play it, worked out when it is asked: in plain Python, for any fleet and deck.

There are two things to play for, and the best play differs:

- `Margin`: the points one ends up ahead, on average. The score so far does not matter for it, so its positions are few
  and can be kept in tables.
- `Win`: the chance to win, where a shared win counts half. It depends on the score, so it is worked out for the last
  cards only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from armillary.games.skirmish.solved.matrix import Solved, solved
from armillary.games.skirmish.solved.position import (
    Position,
    Ranks,
    cards_in,
    following,
    is_over,
    my_choices,
    sign,
    their_choices,
    without,
)

STEEPNESS = 1.25
"""What fits the solved positions of the standard game best, where estimates are about half a point off."""


class Known(Protocol):
    """Values that need no search: the tables on disk."""

    def reaches(self, cards: int) -> bool:
        """Is anything known of positions with this many cards left?"""
        ...

    def margin(self, position: Position) -> float | None:
        """By how many points I end up further ahead on average, from here on, if it is known."""
        ...


class Exhausted(Exception):
    """The budget does not suffice."""


class Search(ABC):
    """Positions as matrix games. The budget is how many battles to look at, each with each planet that may follow."""

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self.used = 0
        self._values: dict[tuple[Position, int], float] = {}

    def solve(self, position: Position, beside: int) -> Solved:
        """The game in this position, a row for each of my choices; what stands beside it is up to the kind of search.

        Raises `Exhausted`.
        """
        self.used += position.branches
        if self.used > self._budget:
            raise Exhausted
        rows, columns = my_choices(position.ranks), their_choices(position.ranks)
        return solved([[self.payoff(position, beside, mine, theirs) for theirs in columns] for mine in rows])

    @abstractmethod
    def payoff(self, position: Position, beside: int, mine: int, theirs: int) -> float: ...


class Margin(Search):
    """By how many points I end up further ahead on average. Beside a position stands how many battles to look ahead.

    It looks no further than to positions that are known. Where the battles to look ahead run out before, the value is
    an estimate, and nothing that follows from it is exact.
    """

    def __init__(self, known: Known, budget: int) -> None:
        super().__init__(budget)
        self._known = known
        self.exact = True

    def payoff(self, position: Position, beside: int, mine: int, theirs: int) -> float:
        won = sign(mine, theirs)
        gained = won * position.stake
        ranks = without(position.ranks, mine, theirs)
        if is_over(ranks):
            return gained
        if beside == 1 and not self._known.reaches(cards_in(ranks)):
            return gained + self._estimate(ranks, position.points - abs(won) * position.stake)
        after = following(position, ranks, won != 0)
        return gained + sum([chance * self._value(then, beside - 1) for chance, then in after])

    def _value(self, position: Position, battles: int) -> float:
        value = self._values.get((position, battles))
        if value is None:
            value = self._known.margin(position)
            if value is None and battles:
                value = self.solve(position, battles).value
            elif value is None:
                value = self._estimate(position.ranks, position.points)
            self._values[position, battles] = value
            self._values[position.mirrored(), battles] = -value
        return value

    def _estimate(self, ranks: Ranks, points: int) -> float:
        """Points go to the stronger hand. A card's strength is the square of the share of the other's that it beats."""
        self.exact = False
        all_mine, all_theirs = sum([mine for mine, _ in ranks]), sum([theirs for _, theirs in ranks])
        mine_below, theirs_below = all_mine, all_theirs
        edge = 0.0
        for mine, theirs in ranks:
            mine_below -= mine
            theirs_below -= theirs
            edge += mine / all_mine * ((theirs_below + theirs / 2) / all_theirs) ** 2
            edge -= theirs / all_theirs * ((mine_below + mine / 2) / all_mine) ** 2
        return points * max(-1.0, min(1.0, STEEPNESS * edge))


class Win(Search):
    """The chance to win, to the end of the match. Beside a position stands my lead.

    A sure win is worth 1, a sure defeat -1 and a shared win 0, so that one player gains what the other loses: a value v
    is a chance of (1 + v) / 2.
    """

    def payoff(self, position: Position, beside: int, mine: int, theirs: int) -> float:
        won = sign(mine, theirs)
        lead = beside + won * position.stake
        after = following(position, without(position.ranks, mine, theirs), won != 0)
        return sum([chance * self._value(then, lead) for chance, then in after])

    def _value(self, position: Position, lead: int) -> float:
        if is_decided(position, lead):
            return float((lead > 0) - (lead < 0))
        value = self._values.get((position, lead))
        if value is None:
            value = self.solve(position, lead).value
            self._values[position, lead] = value
            self._values[position.mirrored(), -lead] = -value
        return value


def is_decided(position: Position, lead: int) -> bool:
    """Can nothing that is still to be won change who wins?"""
    return is_over(position.ranks) or not position.at_most or abs(lead) > position.at_most
