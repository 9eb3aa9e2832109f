"""What is stored of a match against what its log gives: the row, the seats, the snapshots, the clock. Pure."""

from __future__ import annotations

from typing import get_args

import msgspec
from msgspec.structs import replace

from armillary.core import codec
from armillary.core.errors import ArmillaryError
from armillary.core.match import AnyMatch
from armillary.server import replay
from armillary.server.records import Kind, LogRow, MatchRow, SeatRow
from armillary.server.room import clocked

KINDS: tuple[str, ...] = get_args(Kind)
SEATING = ("join", "leave", "cancel", "start")


class Fault(ArmillaryError):
    """Something stored is not what the log gives."""


class KeptSnapshot(msgspec.Struct, frozen=True):
    """A snapshot as it is stored."""

    round: int
    seq: int
    body: str


class Kept(msgspec.Struct, frozen=True):
    """Everything that is stored of one match."""

    row: MatchRow
    log: list[LogRow]
    snapshots: list[KeptSnapshot]
    sitting: list[str]
    """The players who find it among their own matches."""


def judged(kept: Kept) -> int:
    """How many steps the match has had; raises when anything stored of it is not so."""
    row, log = kept.row, kept.log
    _expect(
        [entry.seq for entry in log] == list(range(1, row.version + 1)), f"the log's rows are not 1 to {row.version}"
    )
    _expect(
        row.changed_at == (log[-1].at if log else row.created_at), "the row was not changed with its log's last row"
    )
    _judge_seats(kept)
    replaying = Replaying(kept)
    for entry in log:
        replaying.go_on(entry)
    return replaying.ended()


def _expect(is_so: bool, else_: str) -> None:
    if not is_so:
        raise Fault(else_)


# -- seats -----------------------------------------------------------------------------------------------------


def _judge_seats(kept: Kept) -> None:
    """Everybody sits where they sat down last, and is listed once."""
    seats = kept.row.seats
    for number, seat in enumerate(seats, start=1):
        _expect(_is_possible(seat), f"seat {number} says {seat.kind}, and has not just that on it")
    for entry in kept.log:
        if entry.kind in ("join", "leave"):
            _expect(1 <= entry.seat <= len(seats), f"seq {entry.seq}: there is no seat {entry.seat}")
    moves = {entry.seat: entry for entry in kept.log if entry.kind in ("join", "leave")}
    for number, entry in moves.items():
        name = codec.decode(entry.body, str) if entry.kind == "join" else "open"
        kind = "person" if entry.kind == "join" else "open"
        seat = seats[number - 1]
        _expect((seat.kind, seat.name) == (kind, name), f"seq {entry.seq}: seat {number} is not as it was left there")
    listed = sorted(seat.player for seat in seats if seat.player is not None)
    _expect(listed == sorted(kept.sitting), "those listed as sitting here are not those on the seats")


def _is_possible(seat: SeatRow) -> bool:
    filled = {"person": seat.player, "bot": seat.bot, "invite": seat.invite}
    return all((value is not None) == (kind == seat.kind) for kind, value in filled.items())


# -- play ------------------------------------------------------------------------------------------------------


class Replaying:
    """A match on its way through its log, and its row as it should be by now."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._row = replace(kept.row, status="open", deadline=None, outcome=None)
        self._match: AnyMatch | None = None
        self._owed = False
        """Was a step resolved that the log has not told yet?"""
        self._snapshots = {each.seq: each for each in kept.snapshots}
        self._newest = 0
        """Where the newest snapshot was made."""

    def go_on(self, entry: LogRow) -> None:
        """One more row; raises when it cannot have come here."""
        self._judge_row(entry)
        if entry.kind == "start":
            self._begin(entry)
        elif entry.kind == "cancel":
            self._row = replace(self._row, status="cancelled")
        elif self._match is not None:
            self._play(self._match, entry)
        snapshot = self._snapshots.pop(entry.seq, None)
        if self._match is not None and entry.kind in ("start", "step"):
            self._newest = entry.seq
            _judge_snapshot(self._match, snapshot)
        else:
            _expect(snapshot is None, f"seq {entry.seq}: a snapshot where none was made")

    def _judge_row(self, entry: LogRow) -> None:
        """Of a known kind, where it can stand, for the step it was given in."""
        where, has_begun = f"seq {entry.seq}", self._match is not None
        _expect(entry.kind in KINDS, f"{where}: there is no such kind of row")
        if (entry.kind == "step") != self._owed:
            raise Fault(f"{where}: {'no step where one' if self._owed else 'a step where none'} was resolved")
        if entry.kind == "chat":
            codec.decode(entry.body, tuple[str, str])
        else:
            _expect(
                (entry.kind in SEATING) != has_begun,
                f"{where}: {entry.kind} {'after' if has_begun else 'before'} the start",
            )
            _expect(self._row.status != "cancelled", f"{where}: {entry.kind} after the match was called off")
        if entry.kind != "step":
            step = 0 if self._match is None else self._match.step
            _expect(entry.step == step, f"{where}: given in step {entry.step}, and it was step {step}")
        _expect(entry.key is None or entry.kind == "order", f"{where}: a key where no order is")

    def _begin(self, entry: LogRow) -> None:
        row = self._kept.row
        _expect(entry.body == codec.encode(row.names).decode(), "those who began are not those on the seats")
        _expect(all(seat.taken for seat in row.seats), "it began before all seats were taken")
        self._match = replay.begun(row)
        self._row = clocked(replace(self._row, status="playing"), None, self._match, entry.at)

    def _play(self, match: AnyMatch, entry: LogRow) -> None:
        if entry.kind == "expire":
            deadline = self._row.deadline
            _expect(deadline is not None and deadline <= entry.at, f"seq {entry.seq}: expired before its time")
        if entry.kind == "order":
            order = codec.decode(entry.body, match.game.order)
            _expect(codec.encode(order).decode() == entry.body, f"seq {entry.seq}: not how this order is written")
        self._match = replay.without_log(replay.applied(match, entry))
        self._owed = self._match.step > match.step
        if self._owed:
            self._row = clocked(self._row, match, self._match, entry.at)

    def ended(self) -> int:
        """The steps there were; raises when the row, or what was kept, is not what the log has come to."""
        row, kept = self._row, self._kept
        _expect(not self._owed, "the log ends before its last step")
        _expect(not self._snapshots, "a snapshot of what has not been yet")
        _expect(len({each.seq for each in kept.snapshots}) == len(kept.snapshots), "a snapshot is there twice")
        newest = max((each.seq for each in kept.snapshots), default=self._newest)
        _expect(newest == self._newest, "the newest snapshot is missing, and older ones are there")
        _expect(codec.encode(kept.row.outcome) == codec.encode(row.outcome), "the row's outcome is not the replay's")
        _expect(kept.row.status == row.status, f"the row says {kept.row.status}, and the match is {row.status}")
        _expect(kept.row.deadline == row.deadline, f"the row's deadline is {kept.row.deadline}, not {row.deadline}")
        return 0 if self._match is None else self._match.step


def _judge_snapshot(match: AnyMatch, kept: KeptSnapshot | None) -> None:
    if kept is None:
        return
    found = (match.game.rules.phase(match.state).round, codec.encode(match.snapshot()).decode())
    _expect((kept.round, kept.body) == found, f"the snapshot of step {match.step} is not what the log gives")
