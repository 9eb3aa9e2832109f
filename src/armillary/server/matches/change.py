"""A change to a match: where the match stands, and what some inputs make of it. Pure."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from armillary.core import codec
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.server.errors import NotFound
from armillary.server.matches.clock import with_clock
from armillary.server.matches.journal import Kept, PastStep, Tally, kept_after, seats_due, steps_between, without_log
from armillary.server.matches.list_line import with_progress
from armillary.server.matches.rows import CHAT, QUIET, Append, Claim, InputKind, JournalRow, MatchRow
from armillary.server.matches.seats import cancelled, with_misses
from armillary.server.matches.talk import with_lines

Input: TypeAlias = tuple[InputKind, Seat, str, str | None]
"""One input to a match: its kind, the seat it came from (0: the table), its body, its idempotency key."""


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands: its row, and its state once it has begun. What changes are computed on."""

    row: MatchRow
    match: AnyMatch | None
    tally: Tally = Tally()
    """How much everybody has put into its journal."""
    kept: Kept = {}
    """The orders that are played if time runs out."""

    @property
    def seq(self) -> int:
        """How far its journal goes."""
        return self.row.seq

    @property
    def playing(self) -> AnyMatch:
        """The match; raises `NotFound` while it has not begun."""
        if self.match is None:
            off = self.row.status == "cancelled"
            raise NotFound("The match was cancelled." if off else "The match has not begun yet.")
        return self.match


class Change(msgspec.Struct, frozen=True):
    """A change that was worked out and is not made yet."""

    append: Append
    match: AnyMatch | None
    tally: Tally
    kept: Kept
    steps: list[PastStep] = []
    """The steps it leads to."""
    public: tuple[Any, Any] | None = None
    """The state after these, and how it looks from nobody's seat."""

    @property
    def standing(self) -> Standing:
        """Where the match stands once the change is made."""
        return Standing(self.append.row, self.match, self.tally, self.kept)

    def claiming(self, claim: Claim | None) -> Change:
        """The same change, made only where somebody gets what they claim."""
        return self if claim is None else replace(self, append=replace(self.append, claim=claim))


def change_to(
    on: Standing,
    now: int,
    *inputs: Input,
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
    snapshot = view = None
    if after is not None and (before is None or after.step > before.step):
        seq = rows[-1].seq
        if before is not None:
            seq += 1
            rows.append(JournalRow(seq, after.step, 0, "step", codec.encode(after.hashes[-1]).decode(), None, now))
        phase = after.game.rules.phase(after.state)
        snapshot = (phase.round, seq, codec.encode(after.snapshot()).decode())
        row, view = with_step(row, before, after, now), after.game.sight.view(after.state, None)
    if after is not None:
        row = with_progress(row, before, after, now, view)
    seq, is_heard = rows[-1].seq, before is None or not is_quiet(before, *rows)
    row = replace(row, seq=seq, heard=seq, changed_at=now) if is_heard else replace(row, seq=seq)
    if any(each.kind in CHAT for each in rows):
        row = replace(row, said=with_lines(row.said, rows))
    terms_changed = _terms(on.row) != _terms(row)
    append = Append(row, on.seq, tuple(rows), snapshot, _changed_seats(on.row, row), terms_changed)
    tally, kept = on.tally.after(rows), kept_after(on.kept, rows)
    if after is None:
        return Change(append, None, tally, kept)
    drafted = seats_due(rows[0]) if rows[0].kind == "due" else ()
    steps = [] if before is None else steps_between(before, after, rows[len(inputs) - 1].seq, now, drafted)
    return Change(append, without_log(after), tally, kept, steps, None if view is None else (after.state, view))


def cancelling(on: Standing, now: int) -> Change:
    """The change that cancels a match before its start."""
    return change_to(on, now, ("cancel", 0, "null", None), row=cancelled(on.row))


def is_quiet(match: AnyMatch, *rows: JournalRow) -> bool:
    """Are these rows nothing that all may notice: orders that change one that was there already, or quiet by nature?"""
    return all(entry.kind in QUIET or (entry.kind == "order" and entry.seat in match.pending) for entry in rows)


def with_step(row: MatchRow, before: AnyMatch | None, after: AnyMatch, now: int) -> MatchRow:
    """The row after a match has begun or a step was resolved."""
    return with_clock(replace(row, seats=with_misses(row.seats, before, after)), before, after, now)


def _terms(row: MatchRow) -> tuple[object, ...]:
    """What of a row seldom changes."""
    terms = row.config, row.pace, row.spectators, row.autostart, row.absent, row.talk
    return (*terms, row.players, row.pause, row.rematch, row.address, row.turn)


def _changed_seats(before: MatchRow, after: MatchRow) -> tuple[Seat, ...]:
    if before.seats is after.seats:
        return ()
    pairs = enumerate(zip(before.seats, after.seats, strict=True), start=1)
    return tuple(seat for seat, (old, new) in pairs if old != new)
