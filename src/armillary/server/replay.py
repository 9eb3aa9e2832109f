"""A match from its log: a state is always what replaying the log gives. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from armillary.core import codec
from armillary.core.errors import VerificationFailed
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game as registered
from armillary.core.values import Event, Fate, Phase
from armillary.server.records import LogRow, MatchRow


class Past(msgspec.Struct, frozen=True):
    """One resolved step as history tells it; who may see which part is decided when it is told."""

    seq: int
    step: int
    phase: Phase
    """The phase it resolved."""
    events: tuple[Event, ...]
    fates: tuple[Fate, ...]


def begun(row: MatchRow) -> AnyMatch:
    """The match at its beginning, with those who sit at it: nobody changes seats once it has begun."""
    game = registered(row.game)
    if row.rules_version != game.version:
        raise VerificationFailed(None, f"rules version {row.rules_version} of {game.slug}; this is {game.version}")
    config: Any = codec.decode(row.config, game.config)
    return Match.begin(game, seats=len(row.seats), config=config, seed=row.seed, players=row.names)


def applied(match: AnyMatch, entry: LogRow) -> AnyMatch:
    """The match after one more row; a step's hash must be what the replay gives."""
    match_before = msgspec.structs.replace(match, recent=())
    if entry.kind == "order":
        return match_before.submit(entry.seat, codec.decode(entry.body, match.game.order))
    if entry.kind == "withdraw":
        return match_before.withdraw(entry.seat)
    if entry.kind == "expire":
        return match_before.expire()
    if entry.kind == "resign":
        return match_before.resign(entry.seat)
    if entry.kind == "draw":
        return match_before.offer_draw(entry.seat)
    if entry.kind == "no_draw":
        return match_before.take_back_draw(entry.seat)
    if entry.kind == "step":
        _same_hash(match, entry)
    return match


def _same_hash(match: AnyMatch, entry: LogRow) -> None:
    told: str = codec.decode(entry.body, str)
    if (entry.step, told) != (match.step, match.hashes[-1]):
        raise VerificationFailed(entry.step, f"the log says {told}, the replay gives {match.hashes[-1]}")


def replayed(match: AnyMatch, log: Iterable[LogRow]) -> AnyMatch:
    """The match after these rows."""
    for entry in log:
        match = applied(match, entry)
    return match


def without_log(match: AnyMatch) -> AnyMatch:
    """The match as a server needs it in memory: how it got there stands in the database."""
    return msgspec.structs.replace(match, log=(), hashes=match.hashes[-1:])


def pasts(before: AnyMatch, after: AnyMatch, seq: int) -> list[Past]:
    """What a change resolved, for history: one entry a step."""
    found: list[Past] = []
    phase = before.game.rules.phase(before.state)
    first = after.step - len(after.recent) + 1
    for number, step in enumerate(after.recent, start=first):
        found.append(Past(seq, number, phase, step.events, step.fates))
        phase = before.game.rules.phase(step.state)
    return found


def continued(match: AnyMatch, log: Iterable[LogRow]) -> tuple[AnyMatch, list[Past]]:
    """The match after these rows, and every step they resolved."""
    found: list[Past] = []
    for entry in log:
        following = applied(match, entry)
        if following.step > match.step:
            found += pasts(match, following, entry.seq)
        match = without_log(following)
    return match, found


def history(row: MatchRow, log: Iterable[LogRow]) -> list[Past]:
    """Every step of a match, from its whole log."""
    return continued(begun(row), log)[1]
