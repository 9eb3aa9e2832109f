"""A change to a match: where the match stands, and what some inputs make of it. Pure."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from armillary.core import codec
from armillary.core.match import AnyMatch
from armillary.core.values import Outcome, Seat
from armillary.server.errors import NotAllowed, NotFound
from armillary.server.matches.journal import PastStep, steps_between, without_log
from armillary.server.matches.progress import with_progress
from armillary.server.storage.rows import Append, InputKind, JournalRow, MatchRow, SeatRow


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands: its row, and its state once it has begun. What changes are computed on."""

    row: MatchRow
    match: AnyMatch | None

    @property
    def seq(self) -> int:
        """How far its journal goes."""
        return self.row.seq

    @property
    def playing(self) -> AnyMatch:
        """The match; raises `NotFound` while it has not begun."""
        if self.match is None:
            off = self.row.status == "cancelled"
            raise NotFound("The match was called off." if off else "The match has not begun yet.")
        return self.match

    def seat_of(self, player: str | None) -> Seat | None:
        """Where this player sits, if at all."""
        if player is not None:
            for seat, row in enumerate(self.row.seats, start=1):
                if row.player == player:
                    return seat
        return None

    def own_seat(self, player: str) -> Seat:
        """Where this player sits; raises `NotAllowed` when nowhere."""
        seat = self.seat_of(player)
        if seat is None:
            raise NotAllowed("You do not sit at this table.")
        return seat


class Change(msgspec.Struct, frozen=True):
    """A change that was worked out and is not made yet."""

    append: Append
    match: AnyMatch | None
    steps: list[PastStep] = []
    """The steps it leads to."""

    @property
    def standing(self) -> Standing:
        """Where the match stands once the change is made."""
        return Standing(self.append.row, self.match)


def change_to(
    on: Standing,
    now: int,
    *inputs: tuple[InputKind, Seat, str, str | None],
    match: AnyMatch | None = None,
    row: MatchRow | None = None,
) -> Change:
    """The change that these inputs make: the match after them, its row, its journal and its snapshot."""
    before, after = on.match, match if match is not None else on.match
    row = on.row if row is None else row
    step = 0 if before is None else before.step
    rows = [
        JournalRow(on.seq + number, step, seat, kind, body, key, now)
        for number, (kind, seat, body, key) in enumerate(inputs, start=1)
    ]
    snapshot = None
    if after is not None and (before is None or after.step > before.step):
        seq = rows[-1].seq
        if before is not None:
            seq += 1
            rows.append(JournalRow(seq, after.step, 0, "step", codec.encode(after.hashes[-1]).decode(), None, now))
        phase = after.game.rules.phase(after.state)
        snapshot = (phase.round, seq, codec.encode(after.snapshot()).decode())
        row = with_clock(row, before, after, now)
    if after is not None:
        row = with_progress(row, before, after, now)
    row = replace(row, seq=rows[-1].seq, changed_at=now)
    append = Append(row, on.seq, tuple(rows), snapshot, _changed_seats(on.row, row))
    if after is None:
        return Change(append, None)
    steps = [] if before is None else steps_between(before, after, rows[0].seq, now)
    return Change(append, without_log(after), steps)


def with_clock(row: MatchRow, before: AnyMatch | None, after: AnyMatch, now: int) -> MatchRow:
    """The row with its deadline: a new phase restarts the clock; the end stops it and gives every seat its result."""
    if after.outcome:
        seats = with_results(row.seats, after.outcome)
        return replace(row, status="over", deadline=None, outcome=after.outcome, seats=seats)
    phase = after.game.rules.phase(after.state)
    if before is not None and before.game.rules.phase(before.state).key == phase.key:
        return row
    allowance = row.pace.allowance(phase)
    return replace(row, deadline=None if allowance is None else now + allowance)


def with_results(seats: tuple[SeatRow, ...], outcome: Outcome) -> tuple[SeatRow, ...]:
    """The seats with the place of each: one more than the number of seats that did better."""
    places: dict[Seat, int] = {}
    for group in outcome.ranking:
        places |= dict.fromkeys(group, len(places) + 1)
    return tuple(replace(row, result=places.get(seat)) for seat, row in enumerate(seats, start=1))


def _changed_seats(before: MatchRow, after: MatchRow) -> tuple[Seat, ...]:
    if before.seats is after.seats:
        return ()
    pairs = enumerate(zip(before.seats, after.seats, strict=True), start=1)
    return tuple(seat for seat, (old, new) in pairs if old != new)
