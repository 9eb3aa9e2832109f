"""A match as a line of a list: how it stands, and where others find it. Kept in its row with every change. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from armillary.api.terms import Correspondence, Live, NoClock, Status
from armillary.core.match import AnyMatch
from armillary.core.prose import cut, player
from armillary.server.matches.rows import MatchRow
from armillary.server.matches.text import clean_text
from armillary.server.matches.visibility import is_open_to_spectators

MAX_SENTENCE_LENGTH = 200
"""Characters of a sentence in a list; some events quote what every player said."""


def with_progress(row: MatchRow, before: AnyMatch | None, after: AnyMatch, now: int, public: Any = None) -> MatchRow:
    """The row with its round and phase, whom the match waits for, since when, and what happened last.

    `public` is the view of `after` from nobody's seat, where the caller has it.
    """
    waiting = after.waiting_for
    if before is None or after.step > before.step:
        phase, last = (
            after.game.rules.phase(after.state),
            cut(last_sentence(before, after, public), MAX_SENTENCE_LENGTH),
        )
        said = clean_text(last)  # it may quote an order, and not every database stores whatever an order may hold
        return replace(row, round=phase.round, phase=phase.name, waiting=waiting, since=now, last=said)
    return row if row.waiting == waiting else replace(row, waiting=waiting)


def last_sentence(before: AnyMatch | None, after: AnyMatch, public: Any) -> str:
    """What happened last, from nobody's seat: how the match ended, the last event all may know of, or who resigned."""
    words, view = after.game.words, after.game.sight.view(after.state, None) if public is None else public
    if after.outcome:
        return words.conclude(after.outcome, view)
    known = [event for step in after.recent for event in step.events if event.seen_by is None]
    if known:
        return words.tell(known[-1], view)
    left = after.resigned[0 if before is None else len(before.resigned) :]
    return f"{player(left[-1], view)} resigned." if left else ""


# -- where others find a match ---------------------------------------------------------------------------------
# Every match that others may find is in one category, by what can be done with it and by its pace, in the order of its
# last change as far as others may know of it. So a page of a list is read off the fronts of a few categories, and
# nothing that does not belong on it is looked at.

PaceKind: TypeAlias = Literal["none", "live", "correspondence"]

UNLISTED = ""
"""The category of matches that only those find whose they are."""


class Category(NamedTuple):
    """What can be done with the matches of a category."""

    status: Status
    to_join: bool = False
    to_watch: bool = False


CATEGORIES = {
    "open": Category("open", to_join=True),
    "free": Category("playing", to_join=True),
    "both": Category("playing", to_join=True, to_watch=True),
    "shown": Category("playing", to_watch=True),
    "over": Category("over"),
}
PACES: dict[type, PaceKind] = {NoClock: "none", Live: "live", Correspondence: "correspondence"}


def category_of(row: MatchRow) -> str:
    """The category of a match; of those that are over, only what was played at a table here is shown to others."""
    goes_on, is_private = row.status in ("open", "playing"), not is_open_to_spectators(row)
    is_past = row.status == "over" and row.origin == "table" and not is_private
    to_join = goes_on and any(seat.kind == "open" for seat in row.seats)
    to_watch = row.status == "playing" and not is_private
    if not (is_past or to_join or to_watch):
        return UNLISTED
    wanted = Category(row.status, to_join, to_watch)
    name = next(name for name, category in CATEGORIES.items() if category == wanted)
    return f"{name} {PACES[type(row.pace)]}"


def categories_for(status: Status | None, pace: PaceKind | None, *, to_join: bool, to_watch: bool) -> list[str]:
    """The categories of matches like this; what is None or False does not matter."""
    return [
        f"{name} {each}"
        for name, category in CATEGORIES.items()
        if status in (None, category.status) and category.to_join >= to_join and category.to_watch >= to_watch
        for each in PACES.values()
        if pace in (None, each)
    ]


# -- whose open table comes first ------------------------------------------------------------------------------
# Everybody's first open table comes before anybody's second, and among the first ones every address takes turns. A
# table keeps the turn it was given when it was made, so that nobody who turns pages misses one or meets it twice.

TURNS_PER_ADDRESS = 16
"""Makers at one address that are told apart; any others share the last turn, the newest first."""
NOBODY_WAITS = 1_000_000
"""Turns by which a table without a person comes later: tables at which people wait for people come first."""


def turns_for(of_maker: Iterable[int]) -> range:
    """The turns that a new table may have, given those of its maker's other open tables."""
    taken = {turn // TURNS_PER_ADDRESS for turn in of_maker}
    first = next(number for number in count() if number not in taken) * TURNS_PER_ADDRESS
    return range(first, first + TURNS_PER_ADDRESS)


def precedence_of(row: MatchRow) -> int:
    """How far to the front of a list others find a match: 0, or less for open tables whose turn comes later."""
    if row.status != "open":
        return 0
    is_waiting = any(seat.is_held for seat in row.seats)
    return -row.turn if is_waiting else -row.turn - NOBODY_WAITS


PAST = categories_for("over", None, to_join=False, to_watch=False)
"""The categories in which a match has the same place for everybody, also for those who sat there."""
