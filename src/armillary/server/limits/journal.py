"""How much people may put into the journal of a match: it is bounded, whatever somebody does over and over again.

Everything is counted by seat, so nobody uses up what is another's. What ends something (a pause, an offer, sitting on a
seat) is never refused, and neither is an order of a seat that has none: whoever reaches a limit can always go on.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from armillary.core.match import AnyMatch
from armillary.server.errors import TooMany
from armillary.server.matches.journal import Tally
from armillary.server.matches.rows import JournalRow

REPEATS = ("withdraw", "draw", "pause", "join", "seat", "terms", "rename")
"""Those of them that begin something: only these are refused, and orders that change one that is there."""


class JournalLimits(msgspec.Struct, frozen=True):
    """How much a seat may put into the journal of a match."""

    changes: int = 200
    """Changes in one step; a long one counts as several."""
    lines: int = 1_000
    """Lines of chat."""

    @property
    def chat_bytes(self) -> int:
        """What they may take together: many short lines, or fewer long ones."""
        return 200 * self.lines


def require_room(tally: Tally, match: AnyMatch | None, rows: Iterable[JournalRow], bounds: JournalLimits) -> None:
    """Raise `TooMany` where somebody has put so much into a journal that these rows are too many."""
    for row in rows:
        changes = tally.changes.get(row.seat, 0)
        if row.kind == "chat":
            _require_chat(tally, row, bounds)
        elif changes >= bounds.changes and (row.kind in REPEATS or _is_changed(row, match)):
            raise TooMany("Too many changes in one step. What is there now stays until the next one.")


def _require_chat(tally: Tally, row: JournalRow, bounds: JournalLimits) -> None:
    said = tally.lines.get(row.seat, 0), tally.chat_bytes.get(row.seat, 0) + len(row.body.encode())
    if said[0] >= bounds.lines or said[1] > bounds.chat_bytes:
        raise TooMany("You have reached this match's chat limit.")


def _is_changed(row: JournalRow, match: AnyMatch | None) -> bool:
    return row.kind == "order" and match is not None and row.seat in match.pending
