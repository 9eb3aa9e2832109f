"""How much a player can add to the journal of a match: it is bounded, however often they repeat something.

Everything is counted by seat, so no player uses up another's limit. Ending something (a pause, an offer, sitting on a
seat) is never refused, and neither is the first order of a seat in a step: at a limit, a player can always play on.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from armillary.core.match import AnyMatch
from armillary.server.errors import TooMany
from armillary.server.matches.journal import Tally
from armillary.server.matches.rows import CHAT, JournalRow

REPEATS = ("withdraw", "draw", "pause", "join", "seat", "terms", "rename")
"""Those of them that begin something: only these are refused, and orders that change one that is there."""


MAX_HINTS = 3
"""Good moves that are shown to somebody in a match: to learn from, not to be played by."""


class JournalLimits(msgspec.Struct, frozen=True):
    """How much a seat may put into the journal of a match."""

    changes: int = 200
    """Changes in one step; a long one counts as several. Orders kept for the deadline have as many of their own."""
    lines: int = 1_000
    """Lines of chat."""

    @property
    def chat_bytes(self) -> int:
        """What they may take together: many short lines, or fewer long ones."""
        return 200 * self.lines


def require_room(tally: Tally, match: AnyMatch | None, rows: Iterable[JournalRow], bounds: JournalLimits) -> None:
    """Raise `TooMany` where a seat's journal limits do not allow these rows."""
    for row in rows:
        changes = tally.changes.get(row.seat, 0)
        if row.kind in CHAT:
            _require_chat(tally, row, bounds)
        elif row.kind == "keep" and tally.kept.get(row.seat, 0) >= bounds.changes:
            raise TooMany("You have changed your draft too often in this step. The last one kept still counts.")
        elif changes >= bounds.changes and (row.kind in REPEATS or _is_changed(row, match)):
            raise TooMany("You have made too many changes in this step. The last ones stand until the next step.")


def _require_chat(tally: Tally, row: JournalRow, bounds: JournalLimits) -> None:
    said = tally.lines.get(row.seat, 0), tally.chat_bytes.get(row.seat, 0) + len(row.body.encode())
    if said[0] >= bounds.lines or said[1] > bounds.chat_bytes:
        raise TooMany("You have reached this match's chat limit.")


def _is_changed(row: JournalRow, match: AnyMatch | None) -> bool:
    return row.kind == "order" and match is not None and row.seat in match.pending
