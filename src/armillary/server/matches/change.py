"""A change to a match: where the match stands, and what some inputs make of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from armillary.api.terms import Pause
from armillary.core import codec
from armillary.core.errors import BadInput, NotToAct
from armillary.core.match import AnyMatch, Turn
from armillary.core.prose import listed
from armillary.core.values import Outcome, Seat
from armillary.server.errors import NotAllowed, NotFound
from armillary.server.limits.journal import Tally
from armillary.server.matches.journal import PastStep, steps_between, without_log
from armillary.server.matches.list_line import with_progress
from armillary.server.matches.rows import Append, Claim, InputKind, JournalRow, MatchRow, SeatRow

Input: TypeAlias = tuple[InputKind, Seat, str, str | None]
"""One input to a match: its kind, the seat it came from (0: the table), its body, its idempotency key."""


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands: its row, and its state once it has begun. What changes are computed on."""

    row: MatchRow
    match: AnyMatch | None
    tally: Tally = Tally()
    """How much everybody has put into its journal."""

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

    def seats_of(self, player: str | None) -> tuple[Seat, ...]:
        """Every seat that this player holds."""
        if player is None:
            return ()
        seats = enumerate(self.row.seats, start=1)
        return tuple([seat for seat, row in seats if row.player == player and row.is_held])

    def sits(self, player: str) -> bool:
        """Does this player sit here in person?"""
        return any(row.kind == "person" and row.player == player for row in self.row.seats)

    def kept_for(self, player: str) -> Seat | None:
        """The seat that is kept for this player."""
        seats = enumerate(self.row.seats, start=1)
        return next((seat for seat, row in seats if row.kind == "kept" and row.player == player), None)

    def seat_of(self, player: str | None, named: Seat | None = None) -> Seat | None:
        """The seat this player looks from: the one named, or their first; raises `NotAllowed` for another's."""
        return _seat_among(self.seats_of(player), named)

    def expect_visible(self, player: str | None) -> None:
        """Raise `NotAllowed` where spectators may not watch: what was played in private stays so when it is over.

        A record that somebody brought is for everybody who is told where it is.
        """
        row = self.row
        made_it = player is not None and player == row.created_by and row.status == "over"
        is_private = row.spectators.policy == "none" and row.origin != "upload"
        if is_private and not made_it and not self.seats_of(player):
            raise NotAllowed("This table is not open to spectators.")

    def own_seat(self, player: str, named: Seat | None = None) -> Seat:
        """The seat this player acts for: the one named, or their only one; raises where it is not clear."""
        own = self.seats_of(player)
        seat = _seat_among(own, named)
        if seat is None:
            raise NotAllowed("You do not sit at this table.")
        if named is None and len(own) > 1:
            seats = listed([str(each) for each in own])
            raise BadInput(f"You hold seats {seats}. Name the one you act for: add ?seat={seat}, for example.")
        return seat


def _seat_among(own: tuple[Seat, ...], named: Seat | None) -> Seat | None:
    if named is not None and named not in own:
        raise NotAllowed(f"Seat {named} is not yours.")
    return named or (own[0] if own else None)


class Change(msgspec.Struct, frozen=True):
    """A change that was worked out and is not made yet."""

    append: Append
    match: AnyMatch | None
    tally: Tally
    steps: list[PastStep] = []
    """The steps it leads to."""
    public: tuple[Any, Any] | None = None
    """The state after these, and how it looks from nobody's seat."""

    @property
    def standing(self) -> Standing:
        """Where the match stands once the change is made."""
        return Standing(self.append.row, self.match, self.tally)

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
    row = replace(row, seq=rows[-1].seq)
    if before is None or not is_quiet(before, *rows):
        row = replace(row, heard=row.seq, changed_at=now)
    terms_changed = _terms(on.row) != _terms(row)
    append = Append(row, on.seq, tuple(rows), snapshot, _changed_seats(on.row, row), terms_changed)
    tally = on.tally.after(rows)
    if after is None:
        return Change(append, None, tally)
    steps = [] if before is None else steps_between(before, after, rows[0].seq, now)
    return Change(append, without_log(after), tally, steps, None if view is None else (after.state, view))


def is_quiet(match: AnyMatch, *rows: JournalRow) -> bool:
    """Do these rows only change orders that were there already? Nobody else may notice that somebody did."""
    return all(entry.kind == "order" and entry.seat in match.pending for entry in rows)


def with_step(row: MatchRow, before: AnyMatch | None, after: AnyMatch, now: int) -> MatchRow:
    """The row after a match has begun or a step was resolved."""
    return with_clock(replace(row, seats=_with_misses(row.seats, before, after)), before, after, now)


def _with_misses(seats: tuple[SeatRow, ...], before: AnyMatch | None, after: AnyMatch) -> tuple[SeatRow, ...]:
    """The seats with how many deadlines in a row their players have missed by now."""
    found = list(seats)
    for turn in after.log[0 if before is None else len(before.log) :]:
        if isinstance(turn, Turn):
            for seat, _ in turn.orders:
                row = found[seat - 1]
                if row.is_held and seat not in after.resigned and (seat in turn.missed or row.missed):
                    found[seat - 1] = replace(row, missed=row.missed + 1 if seat in turn.missed else 0)
    return tuple(found) if found != list(seats) else seats


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


def expect_time(row: MatchRow, now: int) -> None:
    """Raise `NotToAct` once the deadline has passed, whether or not it was applied yet."""
    if row.deadline is not None and row.deadline <= now:
        raise NotToAct("The time is up. Whoever has given no order plays the default order.")


def people_playing(row: MatchRow, match: AnyMatch) -> tuple[Seat, ...]:
    """The seats that still play and have a person on them."""
    return tuple(seat for seat in match.standing if row.seats[seat - 1].is_held)


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


def called_off(row: MatchRow) -> MatchRow:
    """The row of a match that will not begin. Its seats have a result: nobody looks at them for what is unfinished."""
    return replace(row, status="cancelled", seats=tuple(replace(seat, result=0) for seat in row.seats))


def with_results(seats: tuple[SeatRow, ...], outcome: Outcome) -> tuple[SeatRow, ...]:
    """The seats with the place of each: one more than the number of seats that did better."""
    places: dict[Seat, int] = {}
    for group in outcome.ranking:
        places |= dict.fromkeys(group, len(places) + 1)
    return tuple(replace(row, result=places.get(seat)) for seat, row in enumerate(seats, start=1))


def with_seats(row: MatchRow, changed: Mapping[Seat, SeatRow]) -> MatchRow:
    """The row with some of its seats changed."""
    return replace(row, seats=tuple(changed.get(seat, each) for seat, each in enumerate(row.seats, start=1)))


def handed_over(row: MatchRow, seat: Seat, after: SeatRow) -> MatchRow:
    """The row after a seat has changed hands; whoever sat there no longer asks for a pause."""
    asked = tuple(other for other in row.pause.asked if other != seat)
    return replace(with_seats(row, {seat: after}), pause=replace(row.pause, asked=asked))


def _terms(row: MatchRow) -> tuple[object, ...]:
    """What of a row seldom changes."""
    terms = row.config, row.pace, row.spectators, row.autostart, row.absent
    return (*terms, row.players, row.pause, row.rematch)


def _changed_seats(before: MatchRow, after: MatchRow) -> tuple[Seat, ...]:
    if before.seats is after.seats:
        return ()
    pairs = enumerate(zip(before.seats, after.seats, strict=True), start=1)
    return tuple(seat for seat, (old, new) in pairs if old != new)
