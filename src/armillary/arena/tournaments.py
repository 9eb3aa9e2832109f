"""Tournaments: who meets whom, in which order, and when it is over.

A *table* is the bots of a game as they sit in its first one; a *deal* is one seed, played once from every seat. All
tables play the same deals, game by game in turn, so that a tournament that is broken off has been fair so far.

- **round robin**: every group of bots that fills a table. With fewer bots than seats, each sits alone against each of
  the others on all other seats.
- **gauntlet**: the first bot alone against each of the others.
- **swiss**: in each round bots meet that have done equally well so far, and have seldom met before. Whoever is left
  over sits out, everybody equally often.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations
from math import comb
from typing import Any, Literal, TypeAlias

import msgspec

from armillary.arena.playing import Pairing, Result
from armillary.arena.sequential import Bettor
from armillary.arena.series import rotated
from armillary.arena.workers import Played
from armillary.core.errors import BadInput

Kind: TypeAlias = Literal["round-robin", "swiss", "gauntlet"]
Table: TypeAlias = tuple[str, ...]
Players: TypeAlias = Callable[[Iterable[Pairing]], Iterator[Played]]
"""Whatever plays games, and gives them in the order asked for."""

MAX_TABLES = 10_000


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be played; equal plans give equal games."""

    game: str
    version: int
    config: Any
    """As JSON has it."""
    seats: int
    kind: Kind
    bots: tuple[str, ...]
    games: int
    """At each table; of a Swiss tournament in each round."""
    rounds: int
    """One, unless it is a Swiss tournament."""
    seed: str
    decide: bool
    """Does a table stop once it is decided who is better?"""
    recorded: bool

    def __post_init__(self) -> None:
        if len(set(self.bots)) < len(self.bots):
            raise BadInput("A bot is named twice; every bot takes part once.")
        if len(self.bots) < 2:
            raise BadInput("An arena needs two bots at least.")
        if self.kind == "swiss" and len(self.bots) < self.seats:
            raise BadInput(f"A Swiss tournament with {self.seats} seats needs {self.seats} bots at least.")
        if self.kind != "gauntlet" and comb(len(self.bots), self.seats) > MAX_TABLES:
            raise BadInput(f"There are more than {MAX_TABLES:,} ways to fill a table: name fewer bots.")
        if self.decide and any(len(set(table)) > 2 for table in self.tables(())):
            raise BadInput("Which bot is better can be decided only between two: choose gauntlet, or fewer seats.")

    @property
    def can_grow(self) -> bool:
        """Are games that were played the same when more are asked for? In a Swiss tournament later rounds differ."""
        return self.kind != "swiss"

    def tables(self, played: Sequence[Result]) -> list[Table]:
        """Who meets in a round, after all games of the rounds before."""
        if self.kind == "swiss":
            return _neighbours(self.bots, self.seats, played)
        if self.kind == "gauntlet":
            pairs: Iterable[Table] = ((self.bots[0], other) for other in self.bots[1:])
        elif len(self.bots) >= self.seats:
            return list(combinations(self.bots, self.seats))
        else:
            pairs = permutations(self.bots, 2)
        return [(alone, *(other,) * (self.seats - 1)) for alone, other in pairs]

    @property
    def most_games(self) -> int:
        """How many games are played if nothing is decided before."""
        return self.rounds * self.games * len(self.tables(()))

    def pairing(self, number: int, tables: Sequence[Table]) -> Pairing:
        """A game by its number, from 1."""
        round_, within = divmod(number - 1, self.games * len(tables))
        game, table = divmod(within, len(tables))
        deals = -(-self.games // self.seats)
        return Pairing(
            number=number,
            game=self.game,
            version=self.version,
            bots=rotated(tables[table], game),
            seed=f"{self.seed}/{round_ * deals + game // self.seats + 1}",
            config=self.config,
            recorded=self.recorded,
        )


class Tournament:
    """A plan under way."""

    def __init__(self, plan: Plan, results: Iterable[Result] = ()) -> None:
        self.plan = plan
        self.results: list[Result] = []
        """In the order of their numbers."""
        self.bettors: dict[Table, Bettor] = {}
        self._earlier = deque(results)
        self._deal: dict[Table, float] = defaultdict(float)

    def play(self, players: Players) -> Iterator[Played]:
        """Everything that is still to be played, game by game."""
        count = self.plan.games * len(self.plan.tables(()))
        for round_ in range(self.plan.rounds):
            tables = self.plan.tables(self.results)
            numbers = range(round_ * count + 1, (round_ + 1) * count + 1)
            first = self._go_over(numbers, tables)
            waiting = (
                self.plan.pairing(number, tables)
                for number in range(first, numbers.stop)
                if self._is_open(number, tables)
            )
            for played in players(waiting):
                if self._is_open(played.result.number, tables):  # what others decided meanwhile does not count
                    self._add(played.result, tables)
                    yield played
        if self._earlier:
            raise BadInput(f"The results do not fit: game {self._earlier[0].number} is not part of this plan.")

    def _go_over(self, numbers: range, tables: Sequence[Table]) -> int:
        """Count what was played of this round before; gives the number of the first game that was not."""
        for number in numbers:
            if not self._earlier:
                return number
            if self._is_open(number, tables):
                result, pairing = self._earlier.popleft(), self.plan.pairing(number, tables)
                if (result.number, result.bots, result.seed) != (number, pairing.bots, pairing.seed):
                    raise BadInput(f"The results do not fit: game {result.number} differs from this plan.")
                self._add(result, tables)
        return numbers.stop

    def _is_open(self, number: int, tables: Sequence[Table]) -> bool:
        bettor = self.bettors.get(tables[(number - 1) % len(tables)])
        return not (self.plan.decide and bettor and bettor.verdict)

    def _add(self, result: Result, tables: Sequence[Table]) -> None:
        """Keep it; the deal is counted when it has been played from every seat."""
        self.results.append(result)
        table = tables[(result.number - 1) % len(tables)]
        if len(set(table)) != 2:
            return
        game = (result.number - 1) // len(tables) % self.plan.games
        moved = game % self.plan.seats
        self._deal[table] = result.points(moved + 1) + (self._deal[table] if moved else 0)
        if moved == self.plan.seats - 1:
            bettor = self.bettors.setdefault(table, Bettor(1 / self.plan.seats))
            bettor.add(self._deal.pop(table) / self.plan.seats)


def _neighbours(bots: Sequence[str], seats: int, played: Sequence[Result]) -> list[Table]:
    """Tables of a Swiss round: the best with those next to it whom it has met least, and so on down."""
    games, points, met = Counter[str](), defaultdict[str, float](float), Counter[frozenset[str]]()
    for result in played:
        for seat, bot in enumerate(result.bots, start=1):
            games[bot] += 1
            points[bot] += result.points(seat)
        met.update(frozenset(pair) for pair in combinations(result.bots, 2))
    standings = sorted(bots, key=lambda bot: -points[bot] / max(games[bot], 1))
    out = sorted(bots, key=lambda bot: (-games[bot], -standings.index(bot)))[: len(bots) % seats]
    left = [bot for bot in standings if bot not in out]
    tables = []
    while left:
        best, *others = left
        table = min(
            ((best, *some) for some in combinations(others, seats - 1)),
            key=lambda table: sum(met[frozenset(pair)] for pair in combinations(table, 2)),
        )
        tables.append(table)
        left = [bot for bot in others if bot not in table]
    return tables
