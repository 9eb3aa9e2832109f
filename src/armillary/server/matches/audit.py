"""What is stored of a match against what its journal gives: the row, the seats, the snapshots, the clock. Pure."""

from __future__ import annotations

from typing import Any, get_args

from msgspec.structs import replace

from armillary.api.terms import Pause
from armillary.core import codec
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.server.errors import Fault
from armillary.server.matches import journal
from armillary.server.matches.change import is_quiet, with_step
from armillary.server.matches.clock import with_pause
from armillary.server.matches.list_line import with_progress
from armillary.server.matches.rows import ALL, InputKind, JournalRow, Newest, SeatRow, SnapshotRow, Stored
from armillary.server.matches.seats import OPEN, cancelled, handed_over, is_practice, with_seats
from armillary.server.matches.talk import with_lines
from armillary.server.matches.terms import Terms, terms_of

KINDS: tuple[str, ...] = get_args(InputKind)
LISTED: dict[str, Any] = {"round": None, "phase": None, "waiting": (), "since": None, "last": ""}
"""What lists show of a match, before its start."""
SEATING = ("join", "leave", "seat", "terms", "cancel", "start")
TAKING = ("join", "leave", "seat")
PAUSING = ("pause", "no_pause", "resume")
HANDING = ("vacate", "take_over")


def audit(stored: Stored) -> int:
    """How many steps the match has had; raises when anything stored of it is wrong, or its rules are not installed."""
    row, rows = stored.row, stored.journal
    journal.game_of(row)
    _require(
        [entry.seq for entry in rows] == list(range(1, row.seq + 1)),
        f"The journal's rows are not numbered 1 to {row.seq}.",
    )
    _check_terms(stored)
    _check_seats(stored)
    replaying = Replaying(stored)
    for entry in rows:
        replaying.go_on(entry)
    return replaying.finish()


def _check_terms(stored: Stored) -> None:
    """The terms are those agreed on last; of a config that did not change, a row says nothing."""
    bodies = [entry.body for entry in stored.journal if entry.kind == "terms"]
    said: list[Terms] = [codec.decode(body, Terms) for body in bodies]
    configs = [terms.config for terms in said if terms.config is not None]
    agreed = terms_of(stored.row)
    last = [replace(agreed, config=config) for config in (agreed.config, None)]
    last += [replace(each, talk=None) for each in last]
    is_so = configs[-1:] in ([], [agreed.config]) and (not said or said[-1] in last)
    _require(is_so, "The stored terms are not the last terms in the journal.")


def _require(is_so: bool, fault: str) -> None:
    if not is_so:
        raise Fault(fault)


# -- seats -----------------------------------------------------------------------------------------------------


def _check_seats(stored: Stored) -> None:
    """Every seat is there once, and before the start it held who took it last."""
    seats = stored.row.seats
    _require(
        stored.seats == list(range(1, len(seats) + 1)), f"The seats are not numbered 1 to {len(seats)}: {stored.seats}."
    )
    players = [seat.player for seat in seats if seat.kind == "person"]
    _require(len(players) == len(set(players)), "A player sits on two seats.")
    for number, seat in enumerate(seats, start=1):
        _require(_is_possible(seat), f"Seat {number} is of kind {seat.kind}, but its contents do not fit that.")
    for entry in stored.journal:
        if entry.kind in (*TAKING, *HANDING, "rename"):
            _require(1 <= entry.seat <= len(seats), f"Seq {entry.seq}: There is no seat {entry.seat}.")
    last = {entry.seat: entry for entry in stored.journal if entry.kind in TAKING}
    for number, seat in enumerate(_seats_as_taken(stored), start=1):
        if row := last.get(number):
            _require(_is_left_by(row, seat), f"Seq {row.seq}: Seat {number} is not as this row left it.")
        elif seat.kind == "person":
            _require(seat.player == stored.row.created_by, f"Seat {number} holds a player who never took it.")


def _seats_as_taken(stored: Stored) -> list[SeatRow]:
    """The seats before the start as somebody took them last, before any renames since."""
    seats, taken = list(_seats_at_start(stored)), set[Seat]()
    for entry in reversed(stored.journal[: _start_of(stored)]):
        if entry.kind in TAKING:
            taken.add(entry.seat)
        elif entry.kind == "rename" and entry.seat not in taken:
            seats[entry.seat - 1] = _renamed_back(entry, seats[entry.seat - 1])
    return seats


def _seats_at_start(stored: Stored) -> tuple[SeatRow, ...]:
    """The seats before any of them changed hands during play, was renamed or late, or had a result."""
    seats = list(stored.row.seats)
    for entry in reversed(stored.journal[_start_of(stored) :]):
        if entry.kind in HANDING:
            seats[entry.seat - 1], _ = journal.hand_over(entry)
        elif entry.kind == "rename":
            seats[entry.seat - 1] = _renamed_back(entry, seats[entry.seat - 1])
    return tuple(replace(seat, result=None, missed=0) for seat in seats)


def _start_of(stored: Stored) -> int:
    """How many rows come before the start; all of them, where there was none yet."""
    places = (place for place, entry in enumerate(stored.journal) if entry.kind == "start")
    return next(places, len(stored.journal))


def _renamed_back(entry: JournalRow, seat: SeatRow) -> SeatRow:
    before, after = journal.renaming(entry)
    is_so = seat.name == after and seat.kind in ("person", "kept")
    _require(is_so, f"Seq {entry.seq}: Seat {entry.seat} does not have the name in this row.")
    return replace(seat, name=before)


def _is_left_by(entry: JournalRow, seat: SeatRow) -> bool:
    """Is this how the row would leave the seat?"""
    if entry.kind == "seat":
        return codec.decode(entry.body, SeatRow, "seat") == seat
    if entry.kind == "leave":
        return seat in (OPEN, SeatRow("invite", "invited", invite=seat.invite))
    return seat.kind == "person" and entry.body == codec.encode((seat.name, seat.player)).decode()


def _is_possible(seat: SeatRow) -> bool:
    filled = {name for name in ("player", "bot", "invite") if getattr(seat, name) is not None}
    if seat.kind == "person":
        filled.discard("invite")  # of the invitation by which the seat was taken
    needed = {"person": "player", "local": "player", "kept": "player", "bot": "bot", "invite": "invite"}
    return filled == ({needed[seat.kind]} if seat.kind in needed else set())


# -- play ------------------------------------------------------------------------------------------------------


class Replaying:
    """A match on its way through its journal, and its row as it should be by now."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored
        fresh = {"players": (), "pause": Pause(), "rematch": None, "said": (), **LISTED}
        seats = _seats_at_start(stored)
        self._row = replace(stored.row, status="open", deadline=None, outcome=None, seats=seats, **fresh)
        self._match: AnyMatch | None = None
        self._owes_step = False
        """Was a step resolved that the journal has not recorded yet?"""
        self._snapshots = {each.seq: each for each in stored.snapshots}
        self._newest = 0
        """Where the newest snapshot was made."""
        self._heard = (0, stored.row.created_at)
        """Seq and time of the last row that everybody may know of."""
        self._kept: journal.Kept = {}
        self._due: tuple[Seat, ...] = ()
        """Those whose kept orders are being played."""
        self._last: JournalRow | None = None
        self._lines: set[Newest] = set()
        """Every line that was said to all."""

    def go_on(self, entry: JournalRow) -> None:
        """One more row; raises `Fault` when it cannot have come here."""
        self._check_row(entry)
        if self._match is None or not is_quiet(self._match, entry):
            self._heard = entry.seq, entry.at
        if entry.kind == "start":
            self._begin(entry)
        elif entry.kind == "cancel":
            self._row = cancelled(self._row)
        elif entry.kind == "rematch":
            self._row = replace(self._row, rematch=codec.decode(entry.body, str))
        elif self._match is not None:
            self._play(self._match, entry)
        self._row = replace(self._row, said=with_lines(self._row.said, [entry]))
        self._kept, self._last = journal.kept_after(self._kept, [entry], self._last), entry
        self._due = () if entry.kind == "step" else self._due
        snapshot = self._snapshots.pop(entry.seq, None)
        if self._match is not None and entry.kind in ("start", "step"):
            self._newest = entry.seq
            _check_snapshot(self._match, snapshot)
        else:
            _require(snapshot is None, f"Seq {entry.seq}: No snapshot was made here, but one is stored.")

    def _check_row(self, entry: JournalRow) -> None:
        """Of a known kind, where it can stand, for the step it was given in."""
        where, has_begun = f"Seq {entry.seq}", self._match is not None
        _require(entry.kind in KINDS, f"{where}: There is no such kind of row.")
        if (entry.kind == "step") != self._owes_step:
            fault = "A resolved step is missing" if self._owes_step else "No step was resolved, but one is stored"
            raise Fault(f"{where}: {fault}.")
        if entry.kind == "chat":
            self._lines.add(Newest(entry.seat, ALL, entry.seq))
        elif entry.kind == "rename":
            journal.renaming(entry)
            _require(self._row.status in ("open", "playing"), f"{where}: A rename after the end.")
        else:
            when = "after" if has_begun else "before"
            is_shared = has_begun and entry.kind == "terms" and is_practice(self._row)
            is_here = is_shared or (entry.kind in SEATING) != has_begun
            _require(is_here, f"{where}: A row of kind {entry.kind!r} {when} the start.")
            _require(
                self._row.status != "cancelled", f"{where}: A row of kind {entry.kind!r} after the match was cancelled."
            )
        if entry.kind != "step":
            step = 0 if self._match is None else self._match.step
            _require(entry.step == step, f"{where}: The row names step {entry.step}, but it was step {step}.")
        _require(entry.key is None or entry.kind == "order", f"{where}: An idempotency key without an order.")

    def _begin(self, entry: JournalRow) -> None:
        row = self._row
        _require(entry.body == codec.encode(row.names).decode(), "The players who began are not those on the seats.")
        _require(all(seat.is_taken for seat in row.seats), "The match began before all seats were taken.")
        row = replace(row, status="playing", players=row.names)
        self._match = journal.begin(row, is_checked=False)
        self._row = with_progress(with_step(row, None, self._match, entry.at), None, self._match, entry.at)

    def _play(self, match: AnyMatch, entry: JournalRow) -> None:
        if entry.kind == "due":
            self._due = journal.seats_due(entry)
            _require(self._kept.keys() >= {*self._due}, f"Seq {entry.seq}: An order was played that had not been kept.")
        if entry.kind in ("expire", "due"):
            deadline = self._row.deadline
            _require(
                deadline is not None and deadline <= entry.at,
                f"Seq {entry.seq}: The deadline was applied before it had passed.",
            )
        if entry.kind == "order":
            order = codec.decode(entry.body, match.game.order)
            _require(
                codec.encode(order).decode() == entry.body,
                f"Seq {entry.seq}: The order is not written in its canonical form.",
            )
            _require(
                entry.seat not in self._due or self._kept.get(entry.seat) == entry.body,
                f"Seq {entry.seq}: When time ran out, another order was played than the one kept.",
            )
        if entry.kind in ("keep", "hint"):
            order = codec.decode(entry.body, match.game.order)
            owing, what = (match.waiting_for, "kept for") if entry.kind == "keep" else (match.to_act, "shown to")
            is_so = codec.encode(order).decode() == entry.body and entry.seat in owing
            _require(is_so, f"Seq {entry.seq}: An order was {what} a seat that owes none, or is not canonical.")
        if entry.kind == "entry":
            _require(self._row.origin == "upload", f"Seq {entry.seq}: An entry of a record in a match that was played.")
        if entry.kind in HANDING:
            before, after = journal.hand_over(entry)
            _require(
                before == self._row.seats[entry.seat - 1], f"Seq {entry.seq}: The seat was held by another player."
            )
            self._row = handed_over(self._row, entry.seat, after)
        if entry.kind == "rename":
            seat, (old, new) = self._row.seats[entry.seat - 1], journal.renaming(entry)
            _require(seat.name == old, f"Seq {entry.seq}: Seat {entry.seat} had another name before.")
            self._row = with_seats(self._row, {entry.seat: replace(seat, name=new)})
        if entry.kind in PAUSING:
            self._row = with_pause(self._row, match, entry.kind, entry.seat, entry.at)
        following = journal.apply(match, entry)
        self._match, self._owes_step = journal.without_log(following), following.step > match.step
        if self._owes_step:
            self._row = with_step(self._row, match, following, entry.at)
        self._row = with_progress(self._row, match, following, entry.at)

    def finish(self) -> int:
        """The steps there were; raises `Fault` when the row, or what was kept, is not what the journal came to."""
        row, stored, snapshots = self._row, self._stored.row, self._stored.snapshots
        _require(not self._owes_step, "The journal ends before its last step.")
        _require(not self._snapshots, "There is a snapshot of a step that has not been resolved.")
        _require(len({each.seq for each in snapshots}) == len(snapshots), "A snapshot is stored twice.")
        newest = max((each.seq for each in snapshots), default=self._newest)
        _require(newest == self._newest, "The newest snapshot is missing, but older ones are stored.")
        heard = stored.heard, stored.changed_at
        _require(heard == self._heard, "The stored last change is not the last public one in the journal.")
        _require(
            codec.encode(stored.outcome) == codec.encode(row.outcome), "The stored outcome differs from the replay."
        )
        _require(stored.seats == row.seats, "The stored results differ from the replay.")
        _require(stored.players == row.players, "The stored first players are not those who began.")
        public, private = ({each for each in stored.said if bool(each.listener) == is_so} for is_so in (False, True))
        # An earlier release kept no newest lines, and said nothing in private.
        is_so = public <= self._lines and private == {each for each in row.said if each.listener}
        _require(is_so, "The stored newest lines of chat are not those of the journal.")
        _require(stored.pause == row.pause, "The stored pause differs from the replay.")
        _require(stored.rematch == row.rematch, "The stored rematch differs from the one agreed on.")
        _require(stored.status == row.status, f"The stored status is {stored.status}, but the match is {row.status}.")
        _require(stored.deadline == row.deadline, f"The stored deadline is {stored.deadline}, not {row.deadline}.")
        for name in LISTED:
            kept, found = getattr(stored, name), getattr(row, name)
            _require(kept == found, f"The stored `{name}` is {kept!r}, not {found!r}.")
        return 0 if self._match is None else self._match.step


def _check_snapshot(match: AnyMatch, kept: SnapshotRow | None) -> None:
    if kept is None:
        return
    found = (match.game.rules.phase(match.state).round, codec.encode(match.snapshot()).decode())
    _require((kept.round, kept.body) == found, f"The snapshot of step {match.step} differs from the replay.")
