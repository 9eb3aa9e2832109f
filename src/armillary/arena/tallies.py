"""Results counted: by bot, by seat, by length and by how games end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from armillary.arena.playing import Failure, Result
from armillary.core.values import Seat


@dataclass
class Tally:
    """How well one bot, or one seat, has done: every game counts once for each seat played."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    draws: int = 0
    losses: int = 0
    points: int = 0
    scored: int = 0

    def count(self, seat: Seat, result: Result) -> None:
        """Add one game of one seat."""
        self.games += 1
        if result.has_failed(seat):
            self.losses += 1
        elif not result.winners:
            self.draws += 1
        elif seat not in result.winners:
            self.losses += 1
        elif len(result.winners) > 1:
            self.shared += 1
        else:
            self.wins += 1
        if result.scores:
            self.scored += 1
            self.points += result.scores[seat - 1]

    @property
    def mean_score(self) -> float | None:
        """None when no game gave scores."""
        return round(self.points / self.scored, 2) if self.scored else None

    def summary(self) -> dict[str, Any]:
        """All counts and the mean score, by name."""
        counts = {name: getattr(self, name) for name in ("games", "wins", "shared", "draws", "losses")}
        return {**counts, "mean_score": self.mean_score}


@dataclass
class Fault:
    """One way in which a bot failed: how often, and where it is seen first."""

    bot: str
    failure: Failure
    result: Result
    times: int = 0

    def summary(self) -> dict[str, Any]:
        """All of it by name."""
        return {
            "bot": self.bot,
            "why": self.failure.why,
            "where": self.failure.where,
            "said": list(self.failure.said),
            "times": self.times,
            "first": {
                "game": self.result.number,
                "seat": self.failure.seat,
                "step": self.failure.step,
                "seed": self.result.seed,
                "bots": list(self.result.bots),
            },
        }


@dataclass
class Count:
    """What a series has shown so far."""

    by_bot: dict[str, Tally] = field(default_factory=dict)
    by_seat: dict[Seat, Tally] = field(default_factory=dict)
    rounds: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    faults: dict[tuple[str, str, str], Fault] = field(default_factory=dict)
    """By bot, reason and place."""

    @classmethod
    def of(cls, results: Iterable[Result]) -> Count:
        """What these games have shown."""
        count = cls()
        for result in results:
            count.add(result)
        return count

    def add(self, result: Result) -> None:
        """Add one finished game."""
        self.rounds.append(result.rounds)
        self.steps.append(result.steps)
        self.reasons[result.reason] += 1
        for seat, name in enumerate(result.bots, start=1):
            self.by_bot.setdefault(name, Tally()).count(seat, result)
            self.by_seat.setdefault(seat, Tally()).count(seat, result)
        for failure in result.failures:
            bot = result.bots[failure.seat - 1]
            key = bot, failure.why, failure.where
            self.faults.setdefault(key, Fault(bot, failure, result)).times += 1

    def summary(self) -> dict[str, Any]:
        """Everything counted, as plain values."""
        return {
            "games": len(self.steps),
            "bots": {name: tally.summary() for name, tally in sorted(self.by_bot.items())},
            "seats": {str(seat): tally.summary() for seat, tally in self.by_seat.items()},
            "rounds": span(self.rounds),
            "steps": span(self.steps),
            "reasons": dict(sorted(self.reasons.items())),
            "failures": [fault.summary() for _, fault in sorted(self.faults.items())],
        }


def span(numbers: Sequence[int]) -> dict[str, float]:
    """The least, the mean and the most of them."""
    return {"least": min(numbers), "mean": round(sum(numbers) / len(numbers), 2), "most": max(numbers)}
