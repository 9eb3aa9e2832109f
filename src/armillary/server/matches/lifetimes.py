"""How long what nobody uses is kept. Pure."""

from __future__ import annotations

import msgspec

from armillary.api.terms import DAY, NoClock
from armillary.server.matches.rows import MatchRow
from armillary.server.matches.seats import is_practice


class Lifetimes(msgspec.Struct, frozen=True):
    """In milliseconds."""

    open_table: int = 7 * DAY
    """From when it was made, for a table that does not begin."""
    upload: int = 30 * DAY
    guest: int = 90 * DAY
    """Since the last visit, for a guest who has no match."""
    practice: int = 7 * DAY
    """Since the last change, for a match of one person against bots that has no clock."""

    def end_of(self, row: MatchRow) -> int | None:
        """When a match will be cancelled, ended or removed by itself, as it stands now; None for never."""
        if row.status == "open":
            return row.created_at + self.open_table
        if fades(row):
            return row.changed_at + self.practice
        return row.created_at + self.upload if row.origin == "upload" else None


def fades(row: MatchRow) -> bool:
    """Does a match end by itself once nobody touches it? So does one of a person against bots without a clock."""
    return row.status == "playing" and isinstance(row.pace, NoClock) and is_practice(row)
