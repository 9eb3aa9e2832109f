"""Positions of Stellar Skirmish for two, reduced to what matters for the rest of the game.

Of the ship cards only their relative order matters: who holds the stronger of any two, and which are equally strong.
Cards next to each other in one hand, with no card of the other hand between them, do the same, so they are one choice.
Of the planets only their points matter. The deck is taken to be shuffled, so each planet still face down is as likely
as any other to be next (SS-16).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from armillary.core.errors import BadInput
from armillary.core.values import Seat
from armillary.games.skirmish.model import Planet, View

MAX_CARDS = 15
"""Matrices of more cards take plain Python too long."""

Ranks: TypeAlias = tuple[tuple[int, int], ...]
"""My cards and the other's, from the strongest rank down: how many of each at every rank."""

Planets: TypeAlias = tuple[tuple[int, int], ...]
"""Planets by their points, fewest first, and how many of each there are."""


class Position(NamedTuple):
    """Where a match stands for one of two players, all but the score."""

    ranks: Ranks
    stake: int
    """Points of what this battle is for."""
    undealt: Planets

    @property
    def points(self) -> int:
        """Of all planets that are still to be won."""
        return self.stake + sum([points * count for points, count in self.undealt])

    @property
    def at_most(self) -> int:
        """No lead can change by more than this."""
        return abs(self.stake) + sum([abs(points) * count for points, count in self.undealt])

    @property
    def branches(self) -> int:
        """How many different battles there may be now, with each planet that may follow."""
        return len(my_choices(self.ranks)) * len(their_choices(self.ranks)) * max(1, len(self.undealt))

    def mirrored(self) -> Position:
        """The same for the other player."""
        return Position(tuple([(theirs, mine) for mine, theirs in self.ranks]), self.stake, self.undealt)


def cards_in(ranks: Ranks) -> int:
    """How many battles are left: the cards of whoever holds fewer."""
    return min(sum([mine for mine, _ in ranks]), sum([theirs for _, theirs in ranks]))


def is_over(ranks: Ranks) -> bool:
    """Has a player no card left (SS-10)?"""
    return not cards_in(ranks)


def my_choices(ranks: Ranks) -> list[int]:
    """The ranks at which I can play."""
    return [rank for rank, (mine, _) in enumerate(ranks) if mine]


def their_choices(ranks: Ranks) -> list[int]:
    """The ranks at which the other can play."""
    return [rank for rank, (_, theirs) in enumerate(ranks) if theirs]


def sign(mine: int, theirs: int) -> int:
    """1 if my rank beats the other's, -1 if it loses, 0 for a tie (SS-6). The strongest rank is number 0."""
    return (theirs > mine) - (theirs < mine)


def without(ranks: Ranks, mine: int, theirs: int) -> Ranks:
    """After a battle: one card less for each, and what has become one choice put together."""
    left: list[tuple[int, int]] = []
    for rank, (ours, others) in enumerate(ranks):
        now = (ours - (rank == mine), others - (rank == theirs))
        if now == (0, 0):
            continue
        above = left[-1] if left else (1, 1)
        if (now[1] == above[1] == 0) or (now[0] == above[0] == 0):
            left[-1] = (above[0] + now[0], above[1] + now[1])
        else:
            left.append(now)
    return tuple(left)


def following(position: Position, ranks: Ranks, won: bool) -> Iterator[tuple[float, Position]]:
    """What may come after a battle that leaves these ranks, with its probability (SS-4, SS-6, SS-7).

    A battle that was won clears the pot; a tie leaves the stake there. Either way the next planet comes up.
    """
    kept = 0 if won else position.stake
    total = sum(count for _, count in position.undealt)
    if not total:
        yield 1.0, Position(ranks, kept, ())
    for at, (points, count) in enumerate(position.undealt):
        fewer = ((points, count - 1),) if count > 1 else ()
        undealt = (*position.undealt[:at], *fewer, *position.undealt[at + 1 :])
        yield count / total, Position(ranks, kept + points, undealt)


# -- from what a seat sees ---------------------------------------------------------------------------------


class Reading(NamedTuple):
    """A view as a position, with what it takes to get back to cards."""

    position: Position
    lead: int
    """My score less the other's."""
    cards: tuple[int, ...]
    """The card to play for each of my choices, the strongest first."""


def read(view: View) -> Reading:
    """The position for the view's seat; raises `BadInput` if it cannot be solved."""
    if problem := obstacle(view.setup.seats, view.setup.planets, view.hands):
        raise BadInput(problem)
    assert view.seat is not None
    mine, theirs = view.hands[view.seat - 1], view.hands[2 - view.seat]
    every = Counter(mine), Counter(theirs)
    strengths = sorted(every[0] | every[1], reverse=True)
    ranks = without(tuple((every[0][strength], every[1][strength]) for strength in strengths), -1, -1)
    printed = view.planets
    position = Position(
        ranks,
        sum(printed[planet].victory_points for planet in view.stake),
        tuple(sorted(Counter(printed[planet].victory_points for planet in view.undealt).items())),
    )
    return Reading(position, _lead(view, view.seat), _cards(ranks, mine))


def _lead(view: View, seat: Seat) -> int:
    return view.scores[seat - 1] - view.scores[2 - seat]


def _cards(ranks: Ranks, hand: Sequence[int]) -> tuple[int, ...]:
    """The weakest card of each choice: it does what the others do."""
    falling = iter(sorted(hand, reverse=True))
    return tuple([next(falling) for _ in range(mine)][-1] for mine, _ in ranks if mine)


def obstacle(seats: int, planets: Sequence[Planet], hands: Sequence[Sequence[int]]) -> str | None:
    """Why a match of this kind cannot be played perfectly, in a sentence; None if it can."""
    if seats != 2:
        return f"The perfect bot plays matches of two, not of {seats}."
    if any(planet.abilities for planet in planets):
        return "The perfect bot plays with planets that have no abilities."
    if any(len(hand) > MAX_CARDS for hand in hands):
        return f"The perfect bot plays with at most {MAX_CARDS} ship cards in a hand."
    return None
