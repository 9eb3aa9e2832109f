"""Series of games between bots, counted. Prints nothing, and repeats from one seed.

Game i of a series (i counts from 1) is played with the seed `seed_from("<seed>/<i>")`. From game to game the bots
move on by one seat, so that each plays every seat equally often over whole rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.core.values import Outcome, Seat
from armillary.terminal.players import Bots, player_names


class Played(NamedTuple):
    """A game that is over: its bots by seat, the match, and the last round that was played."""

    seated: tuple[str, ...]
    match: AnyMatch
    rounds: int


@dataclass(frozen=True, kw_only=True)
class Series:
    """What is to be played."""

    game: AnyGame
    seats: int
    config: Any
    seed: str
    bots: tuple[str, ...]
    """One name per seat, as they sit in the first game."""
    count: int

    def play(self) -> Iterator[Played]:
        """Each game once it is over."""
        for number in range(1, self.count + 1):
            moved = (number - 1) % self.seats
            seated = self.bots[-moved:] + self.bots[:-moved] if moved else self.bots
            yield self._play_one(number, seated)

    def _play_one(self, number: int, seated: tuple[str, ...]) -> Played:
        match = Match.begin(
            self.game,
            seats=self.seats,
            config=self.config,
            seed=seed_from(f"{self.seed}/{number}"),
            players=player_names(seated),
        )
        return Played(
            seated, *play_out(match, {seat: Player(find(self.game, name)) for seat, name in enumerate(seated, start=1)})
        )


def seat_names(asked: Sequence[str], seats: int) -> tuple[str, ...]:
    """One bot per seat: no name means random on all seats, one name means that bot on all seats."""
    asked = tuple(asked) or ("random",)
    if len(asked) not in (1, seats):
        raise BadInput(f"{len(asked)} bots do not fit {seats} seats: name one bot, or one per seat")
    return asked * seats if len(asked) == 1 else asked


def play_out(match: AnyMatch, bots: Bots) -> tuple[AnyMatch, int]:
    """The match at its end, all orders given by bots, and the last round that was played."""
    rounds = 0
    while waiting := match.waiting_for:
        rounds = match.game.rules.phase(match.state).round
        seat = waiting[0]
        match = match.submit(seat, bots[seat].order_in(match, seat))
    return match, rounds


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

    def count(self, seat: Seat, outcome: Outcome) -> None:
        """Add one game of one seat."""
        self.games += 1
        if not outcome.winners:
            self.draws += 1
        elif seat not in outcome.winners:
            self.losses += 1
        elif len(outcome.winners) > 1:
            self.shared += 1
        else:
            self.wins += 1
        if outcome.scores:
            self.scored += 1
            self.points += outcome.scores[seat - 1]

    @property
    def mean_score(self) -> float | None:
        """None when no game gave scores."""
        return round(self.points / self.scored, 2) if self.scored else None

    def summary(self) -> dict[str, Any]:
        """All counts and the mean score, by name."""
        counts = {name: getattr(self, name) for name in ("games", "wins", "shared", "draws", "losses")}
        return {**counts, "mean_score": self.mean_score}


@dataclass
class Report:
    """What a series has shown so far."""

    by_bot: dict[str, Tally] = field(default_factory=dict)
    by_seat: dict[Seat, Tally] = field(default_factory=dict)
    rounds: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    def count(self, played: Played) -> None:
        """Add one finished game."""
        outcome = played.match.outcome
        assert outcome
        self.rounds.append(played.rounds)
        self.steps.append(played.match.step)
        self.reasons[outcome.reason] += 1
        for seat, name in enumerate(played.seated, start=1):
            self.by_bot.setdefault(name, Tally()).count(seat, outcome)
            self.by_seat.setdefault(seat, Tally()).count(seat, outcome)

    def summary(self) -> dict[str, Any]:
        """Everything counted, as plain values."""
        return {
            "games": len(self.steps),
            "bots": {name: tally.summary() for name, tally in sorted(self.by_bot.items())},
            "seats": {str(seat): tally.summary() for seat, tally in self.by_seat.items()},
            "rounds": _span(self.rounds),
            "steps": _span(self.steps),
            "reasons": dict(sorted(self.reasons.items())),
        }


def _span(numbers: Sequence[int]) -> dict[str, float]:
    return {"least": min(numbers), "mean": round(sum(numbers) / len(numbers), 2), "most": max(numbers)}
