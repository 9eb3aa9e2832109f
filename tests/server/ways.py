"""Ways to catch up: from any row of a journal to any later one, following the rest gives what replaying it gives."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from armillary.core.errors import ArmillaryError
from armillary.core.match import AnyMatch
from armillary.server.matches import journal
from armillary.server.matches.change import Standing
from armillary.server.matches.journal import PastStep
from armillary.server.matches.rows import JournalRow, MatchRow
from armillary.server.play.room import Room

WAYS_PER_MATCH = 30
MAX_ROWS = 20
"""Rows of a way through a long journal."""

Way = tuple[int, int]
"""How many rows are known before, and how many afterwards."""


def all_ways(rows: Sequence[JournalRow]) -> list[Way]:
    """From every row to every later one at which the match has begun."""
    start = next(place for place, row in enumerate(rows) if row.kind == "start")
    return [(known, until) for known, until in combinations(range(len(rows) + 1), 2) if until > start]


def some_ways(rows: Sequence[JournalRow], dice: random.Random) -> Sequence[Way]:
    """All of a short journal, and of a long one as many as there is time for."""
    every = [(known, until) for known, until in all_ways(rows) if until - known <= MAX_ROWS]
    return dice.sample(every, min(len(every), WAYS_PER_MATCH))


def blocked(row: MatchRow, rows: Sequence[JournalRow], ways: Iterable[Way]) -> Iterator[str]:
    """The ways that do not lead where the rows lead one by one; of a match that has begun."""
    replayed = list(_replayed(row, rows))
    for known, until in ways:
        before, (expected, _) = replayed[known][0], replayed[until]
        steps = [step for _, resolved in replayed[known + 1 : until + 1] for step in resolved]
        room = Room(Standing(row, before))
        try:
            room.catch_up(row, rows[known:until])
        except ArmillaryError as error:
            yield f"{row.id}: from row {known} to {until}: {error}"
            continue
        told = len(room.recent)
        if _bare(room.match) != _bare(expected) or room.recent != steps[len(steps) - told :] or (steps and not told):
            yield f"{row.id}: from row {known} to {until}: the match is another one"


def _replayed(row: MatchRow, rows: Sequence[JournalRow]) -> Iterator[tuple[AnyMatch | None, list[PastStep]]]:
    """The match before the first row and after every row, with the steps that the row resolved."""
    following: journal.Following | None = None
    yield None, []
    for entry in rows:
        steps: list[PastStep] = []
        if following is not None:
            steps = following.add(entry)
        elif entry.kind == "start":
            following = journal.Following(journal.begin(row))
        yield None if following is None else following.match, steps


def _bare(match: AnyMatch | None) -> AnyMatch | None:
    """The match without how it got there."""
    return None if match is None else msgspec.structs.replace(journal.without_log(match), recent=())
