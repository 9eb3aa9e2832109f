"""One game between bots, from what it takes to what came of it. Both are plain values that fit into a line of JSON.

A bot that crashes, takes too long or orders what is not allowed resigns by it: default orders are played for its seat
from then on, and it cannot win. Where all who still play fail in the same turn, nobody wins.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec

from armillary.bots import find
from armillary.bots.deciding import PREFIX, Player
from armillary.bots.failures import cause_of, what_is_wrong
from armillary.core import codec
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game as registered
from armillary.core.seeds import seed_from
from armillary.core.values import Seat

FAILURE = "failure"
"""The reason of a game that ended because bots failed."""


class TooSlow(BaseException):
    """A decision has taken too long. No ordinary error, so that a bot does not catch it by accident."""


class Failure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that a bot did not make: from here on default orders are played for its seat."""

    seat: Seat
    step: int
    why: str
    where: str = ""
    """The innermost line of the bot's own code."""
    said: tuple[str, ...] = ()
    """The last lines that a program wrote to standard error."""


class Pairing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that is to be played."""

    number: int
    game: str
    version: int
    bots: tuple[str, ...]
    """By seat."""
    seed: str
    config: Any
    """As JSON has it."""
    recorded: bool = False
    """Is the record wanted, too?"""
    failures: tuple[Failure, ...] = ()
    """Decisions known to end the process that makes them: nobody is asked for them again."""


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that is over."""

    number: int
    bots: tuple[str, ...]
    seed: str
    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    reason: str
    rounds: int
    """The last round that was played."""
    steps: int
    opening: str
    """A digest of all orders of the first round."""
    hash: str
    """The last hash of the record, which covers the whole game."""
    failures: tuple[Failure, ...] = ()

    def points(self, seat: Seat) -> float:
        """A game is worth one point; all seats on the first rank share it equally."""
        first = self.ranking[0]
        return 1 / len(first) if seat in first else 0.0

    def has_failed(self, seat: Seat) -> bool:
        """Has the bot on this seat come to no order once?"""
        return any(failure.seat == seat for failure in self.failures)


Guard: TypeAlias = Callable[[Seat, int], AbstractContextManager[None]]
"""What watches over one decision, of a seat in a step."""


def play(pairing: Pairing, guard: Guard = lambda *_: nullcontext()) -> tuple[Result, AnyMatch]:
    """The game at its end."""
    game = registered(pairing.game, pairing.version)
    config: Any = codec.convert(pairing.config, game.config, "config")
    names = tuple(f"{PREFIX}{name}" for name in pairing.bots)
    match: AnyMatch = Match.begin(game, seats=len(names), config=config, seed=seed_from(pairing.seed), players=names)
    players: dict[Seat, Player] = {}
    failures: list[Failure] = []
    first = rounds = game.rules.phase(match.state).round
    opening = reason = None
    while waiting := match.waiting_for:
        rounds = game.rules.phase(match.state).round
        if opening is None and rounds != first:
            opening = match.step
        failed = []
        for seat in waiting:
            decided = _decided(pairing, match, seat, players, guard)
            if isinstance(decided, Failure):
                failed.append(decided)
            else:
                match = match.place(seat, *decided, ())
        if failed:
            failures += failed
            match = _without(match, [failure.seat for failure in failed])
            reason = FAILURE if match.drawn or len(match.standing) == 1 else None
    return _result(pairing, match, rounds, match.log[:opening], tuple(failures), reason), match


def _decided(
    pairing: Pairing, match: AnyMatch, seat: Seat, players: dict[Seat, Player], guard: Guard
) -> tuple[Any] | Failure:
    """The order of this seat, checked, or why there is none. A bot is made when it is asked first."""
    for known in pairing.failures:
        if (known.seat, known.step) == (seat, match.step):
            return known
    try:
        with guard(seat, match.step):
            if seat not in players:
                players[seat] = Player(find(match.game, pairing.bots[seat - 1]))
            order = players[seat].order_in(match, seat)
            problem = what_is_wrong(match, seat, order)
    except TooSlow as error:  # wherever it was interrupted, another run may be interrupted elsewhere
        return Failure(seat, match.step, str(error))
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a bot does, the game goes on)
        return Failure(seat, match.step, *cause_of(error))
    return Failure(seat, match.step, *problem) if problem else (order,)


def _without(match: AnyMatch, failed: list[Seat]) -> AnyMatch:
    """The match after these seats have failed in the same turn."""
    if len(failed) == len(match.standing):
        return match.agree_draw(match.standing)
    for seat in failed:
        match = match.resign(seat)
    return match


def _result(
    pairing: Pairing,
    match: AnyMatch,
    rounds: int,
    opening: tuple[Any, ...],
    failures: tuple[Failure, ...],
    reason: str | None,
) -> Result:
    outcome = match.outcome
    assert outcome
    return Result(
        number=pairing.number,
        bots=pairing.bots,
        seed=pairing.seed,
        winners=outcome.winners,
        ranking=outcome.ranking,
        scores=outcome.scores,
        reason=reason or outcome.reason,
        rounds=rounds,
        steps=match.step,
        opening=blake2b(codec.encode(opening), digest_size=8).hexdigest(),
        hash=match.hashes[-1],
        failures=failures,
    )
