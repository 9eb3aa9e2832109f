"""How strong bots are, fitted to all games at once: the Plackett-Luce model, by maximum likelihood.

A bot of strength s is the first among several with the chance s / (sum of all their strengths); then the rest play for
the second place in the same way. With two seats this is the model of Bradley and Terry, and the rating 400 * log10(s)
is on the scale of Elo. What a game says:

- every place counts, as the rules rank it. Seats that share a rank were each chosen from the same seats, with a weight
  that keeps the sum: in a game of two that is shared, each has won half of it;
- a bot that sits on several seats plays with the same strength on each.

So that a bot that has won everything has a rating too, every two have shared one more game with each other.
The order of games does not matter. An interval is what comes out for seeds drawn anew from those that were played (a
bootstrap: games of one seed belong together), and never less than the likelihood itself leaves open: where one bot has
won everything, all seeds say the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, log10, sqrt
from typing import TypeAlias

from armillary.arena.playing import Result
from armillary.core.dice import FastDice

RESAMPLES = 400
"""The 2.5 % and 97.5 % points of so many are the interval."""
Z = 1.96
"""So many standard errors to each side hold 95 % of a normal distribution."""
PRECISION = 1e-7
MAX_STEPS = 2000

Choice: TypeAlias = tuple[str, tuple[str, ...]]
"""Who was chosen, and from whom: bots by seat, in alphabetical order."""


@dataclass(frozen=True)
class Rating:
    """How strong a bot is: 100 more win 64 games of 100, 400 more ten of eleven."""

    bot: str
    value: float
    low: float
    high: float
    games: int
    points: float

    @property
    def share(self) -> float:
        """Its part of the points in its games."""
        return self.points / self.games


def fit(results: Sequence[Result]) -> list[Rating]:
    """All bots, the best first, with intervals of 95%."""
    deals: dict[str, list[tuple[Choice, float]]] = defaultdict(list)
    games: dict[str, int] = defaultdict(int)
    points: dict[str, float] = defaultdict(float)
    for result in results:
        deals[result.seed] += _choices(result)
        for seat, bot in enumerate(result.bots, start=1):
            games[bot] += 1
            points[bot] += result.points(seat)
    bots = sorted(games)
    choices = _sum(bots, deals.values())
    found = strengths(bots, choices)
    reach = errors(found, choices)
    resampled: dict[str, list[float]] = {bot: [] for bot in bots}
    dice, drawn_from = FastDice(1), list(deals.values())
    for _ in range(RESAMPLES):
        drawn = _sum(bots, (dice.choice(drawn_from) for _ in drawn_from))
        for bot, strength in strengths(bots, drawn, found).items():
            resampled[bot].append(_rating(strength))
    ratings = []
    for bot in bots:
        value, (low, high) = _rating(found[bot]), _middle(resampled[bot])
        low, high = min(low, value - Z * reach[bot]), max(high, value + Z * reach[bot])
        ratings.append(Rating(bot, value, low, high, games[bot], points[bot]))
    return sorted(ratings, key=lambda rating: -rating.value)


def strengths(
    bots: Iterable[str], choices: Mapping[Choice, float], start: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The strengths under which these choices are likeliest, one on average.

    Hunter's algorithm (2004): every step makes the choices likelier, and there is one maximum only.
    """
    found = dict(start) if start else dict.fromkeys(bots, 1.0)
    chosen: dict[str, float] = dict.fromkeys(found, 0.0)
    groups: dict[tuple[str, ...], float] = defaultdict(float)
    for (bot, among), weight in choices.items():
        chosen[bot] += weight
        groups[among] += weight
    for _ in range(MAX_STEPS):
        offered = dict.fromkeys(found, 0.0)
        for among, weight in groups.items():
            each = weight / sum([found[bot] for bot in among])
            for bot in among:
                offered[bot] += each
        logs = {bot: log(chosen[bot] / offered[bot]) for bot in found}
        mean = sum(logs.values()) / len(logs)
        better = {bot: exp(value - mean) for bot, value in logs.items()}
        change = max([abs(better[bot] / found[bot] - 1) for bot in found])
        found = better
        if change < PRECISION:
            break
    return found


def errors(found: Mapping[str, float], choices: Mapping[Choice, float]) -> dict[str, float]:
    """The standard error of each rating, from how sharply the likelihood bends at its maximum."""
    bots = list(found)
    bend = [[1 / len(bots)] * len(bots) for _ in bots]  # only differences are known: the mean is held
    for (_, among), weight in choices.items():
        total = sum([found[bot] for bot in among])
        chance = [among.count(bot) * found[bot] / total for bot in bots]
        for row, one in enumerate(chance):
            bend[row][row] += weight * one
            for column, other in enumerate(chance):
                bend[row][column] -= weight * one * other
    spread = _inverse(bend)
    return {bot: _rating(exp(sqrt(spread[at][at] - 1 / len(bots)))) for at, bot in enumerate(bots)}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By elimination; all pivots of such a matrix are positive."""
    size = len(matrix)
    rows = [[*row, *(float(at == other) for other in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [value - factor * top for value, top in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


def interval(share: float, games: int) -> tuple[float, float]:
    """Where a share of the points in so many games really lies, 95 times in 100 (Wilson)."""
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z / (1 + Z * Z / games) * sqrt(max(share * (1 - share), 0) / games + Z * Z / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _choices(result: Result) -> Iterator[tuple[Choice, float]]:
    """What a game says, place by place, with weights."""
    left = [seat for group in result.ranking for seat in group]
    for group in result.ranking:
        among = tuple(sorted(result.bots[seat - 1] for seat in left))
        left = left[len(group) :]
        places = len(group) if left else len(group) - 1  # the last has nobody left to be chosen from
        for seat in group if places else ():
            yield (result.bots[seat - 1], among), places / len(group)


def _sum(bots: Sequence[str], deals: Iterable[list[tuple[Choice, float]]]) -> dict[Choice, float]:
    """What all these deals say, and the game that every two bots have shared besides."""
    total: dict[Choice, float] = {(bot, pair): 0.5 for pair in combinations(bots, 2) for bot in pair}
    for deal in deals:
        for choice, weight in deal:
            total[choice] = total.get(choice, 0) + weight
    return total


def _rating(strength: float) -> float:
    return 400 * log10(strength)


def _middle(values: list[float]) -> tuple[float, float]:
    """The interval that leaves out one in forty at each end."""
    ordered = sorted(values)
    out = len(ordered) // 40
    return ordered[out], ordered[-1 - out]
