"""The clock of a match: deadlines, and pauses by consent, of which neither the rules nor the record know. Pure."""

from __future__ import annotations

from msgspec.structs import replace

from armillary.api.terms import Pause
from armillary.core.errors import NotToAct
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.server.matches.rows import InputKind, MatchRow
from armillary.server.matches.seats import people_playing, with_results


def with_clock(row: MatchRow, before: AnyMatch | None, after: AnyMatch, now: int) -> MatchRow:
    """The row with its deadline: a new phase restarts the clock; the end stops it and gives every seat its result."""
    if after.outcome:
        seats = with_results(row.seats, after.outcome)
        return replace(row, status="over", deadline=None, pause=Pause(), outcome=after.outcome, seats=seats)
    phase = after.game.rules.phase(after.state)
    if before is not None and before.game.rules.phase(before.state).key == phase.key:
        return row
    allowance = row.pace.allowance(phase)
    if row.pause.left is not None:
        return replace(row, pause=replace(row.pause, left=allowance))
    return replace(row, deadline=None if allowance is None else now + allowance)


def require_time(row: MatchRow, now: int) -> None:
    """Raise `NotToAct` once the deadline has passed, whether or not it was applied yet."""
    if row.deadline is not None and row.deadline <= now:
        raise NotToAct("Time is up. Players without an order play the draft they kept, or the default order.")


def with_pause(row: MatchRow, match: AnyMatch, kind: InputKind, seat: Seat, now: int) -> MatchRow:
    """The row after a seat has asked for a pause, has taken that back (`no_pause`), or lets the clock go on (`resume`).

    The clock stops once all people who still play have asked.
    """
    if kind == "resume":
        return replace(row, deadline=now + (row.pause.left or 0), pause=Pause())
    asked = {*row.pause.asked, seat} if kind == "pause" else {*row.pause.asked} - {seat}
    if row.deadline is not None and asked.issuperset(people_playing(row, match)):
        return replace(row, deadline=None, pause=Pause(left=max(0, row.deadline - now)))
    return replace(row, pause=Pause(tuple(sorted(asked))))
