"""Where a match stands, as lists show it: kept in its row with every change, so that a list replays nothing. Pure."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from armillary.core.match import AnyMatch
from armillary.core.prose import cut, player
from armillary.server.people.guests import clean_text
from armillary.server.storage.rows import MatchRow

MOST_SAID = 200
"""Characters of a sentence in a list; some events quote what every player said."""


def with_progress(row: MatchRow, before: AnyMatch | None, after: AnyMatch, now: int, public: Any = None) -> MatchRow:
    """The row with its round and phase, whom the match waits for, since when, and what happened last.

    `public` is the view of `after` from nobody's seat, where the caller has it.
    """
    waiting = after.waiting_for
    if before is None or after.step > before.step:
        phase, last = after.game.rules.phase(after.state), cut(last_sentence(before, after, public), MOST_SAID)
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
