"""What the store keeps: matches, seats, paces, rows of the journal. Plain values, no I/O."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from armillary.api.terms import Absent, Origin, Pace, Pause, Spectators, Status, Talk
from armillary.core import codec
from armillary.core.values import Outcome, Seat

InputKind: TypeAlias = Literal[
    "order",
    "withdraw",
    "keep",
    "due",
    "hint",
    "expire",
    "resign",
    "draw",
    "no_draw",
    "step",
    "chat",
    "whisper",
    "join",
    "leave",
    "seat",
    "terms",
    "cancel",
    "start",
    "vacate",
    "take_over",
    "pause",
    "no_pause",
    "resume",
    "entry",
    "rematch",
    "rename",
]


class SeatRow(msgspec.Struct, frozen=True):
    """One seat: who sits there, or how it can be taken."""

    kind: Literal["person", "local", "bot", "open", "invite", "kept", "recorded"]
    """A `local` seat is for another person at its player's device; a `kept` one is reserved for its player; of the
    player on a `recorded` one only the name is known."""
    name: str
    player: str | None = None
    bot: str | None = None
    invite: str | None = None
    """The digest of the invitation's secret; it stays while the seat is taken, and counts again once it is left."""
    result: int | None = None
    """The seat's place once the match is over: 1 is the best, and equals share one. 0: the match was cancelled."""
    missed: int = 0
    """How many deadlines in a row its player has missed."""
    program: Literal[0, 1] = 0
    """Is its player a program?"""

    @property
    def is_empty(self) -> bool:
        """Can a player sit down here, with or without an invitation?"""
        return self.kind in ("open", "invite")

    @property
    def is_taken(self) -> bool:
        """Is the seat taken?"""
        return self.is_held or self.kind in ("bot", "recorded")

    @property
    def is_held(self) -> bool:
        """Is the seat its player's alone, to act and to look from?"""
        return self.kind in ("person", "local")


# What is said to all and what is said in private are rows of two kinds: whoever reads only the first shows nobody the
# second.
CHAT: tuple[InputKind, ...] = ("chat", "whisper")
ALL: Seat = 0
"""The listener of a line that is not private."""
QUIET: tuple[InputKind, ...] = ("whisper", "keep", "hint")
"""What all others never notice: private lines, orders that are kept for the deadline, good moves that were shown."""
IDLE: tuple[InputKind, ...] = (*CHAT, "keep", "hint")
"""What a replay need not read: it changes nothing of the match."""


class Words(NamedTuple):
    """Who said a line of chat, what (None where the words were removed), and to which seat; None for all."""

    name: str
    text: str | None
    to: Seat | None = None

    @property
    def written(self) -> tuple[InputKind, str]:
        """The kind and the body of the row that says it."""
        whole = (self.name, self.text) if self.to is None else (self.name, self.text, self.to)
        return "chat" if self.to is None else "whisper", codec.encode(whole).decode()


class JournalRow(msgspec.Struct, frozen=True):
    """One input to a match, or the step it resolved."""

    seq: int
    step: int
    seat: Seat
    """0 where the table itself acts."""
    kind: InputKind
    body: str
    key: str | None
    at: int

    @property
    def words(self) -> Words:
        """What a line of chat says."""
        if self.kind == "chat":
            return Words(*codec.decode(self.body, tuple[str, str | None]))
        return Words(*codec.decode(self.body, tuple[str, str | None, Seat]))


class Newest(NamedTuple):
    """The newest line of chat from one seat to another, or to all (0)."""

    speaker: Seat
    listener: Seat
    seq: int


class MatchRow(msgspec.Struct, frozen=True):
    """A match without its journal."""

    id: str
    game: str
    rules_version: int
    config: str
    seed: bytes
    pace: Pace
    spectators: Spectators
    autostart: bool
    created_by: str
    created_at: int
    status: Status
    seats: tuple[SeatRow, ...]
    deadline: int | None
    outcome: Outcome | None
    changed_at: int
    seq: int
    """Of the last row of its journal."""
    absent: Absent = Absent()
    talk: Talk = Talk()
    players: tuple[str, ...] = ()
    """The names of those who began, in the order of the seats; others may sit there by now."""
    origin: Origin = "table"
    position: str | None = None
    """The position that it begins from; None: from its config."""
    pause: Pause = Pause()
    rematch: str | None = None
    """The match in which the same people meet again."""
    address: str | None = None
    """While it is open: a digest of the address it was made from."""
    turn: int = 0
    """While it is open: how many tables of its maker and of this address come before it (`matches/list_line.py`)."""
    # What follows can be computed from the journal. It is kept for lists, which replay nothing.
    round: int | None = None
    """None before the start."""
    phase: str | None = None
    waiting: tuple[Seat, ...] = ()
    """The seats whose order is missing."""
    since: int | None = None
    """When the last step was resolved, or the match began."""
    heard: int = 0
    """Of the last row that all at the table may know of: not of an order that takes the place of one that was there
    already, nor of a line that two seats have for themselves."""
    said: tuple[Newest, ...] = ()
    """The newest line of every seat to all, and of every two to each other."""
    last: str = ""
    """What happened last, or how the match ended, as everybody at the table may know it."""

    @property
    def has_begun(self) -> bool:
        """Is there anything to replay?"""
        return self.status in ("playing", "over")

    @property
    def may_have_bots(self) -> bool:
        """Does a bot sit here, or may one take the place of somebody who stays away?"""
        return self.absent.then == "bot" or any(seat.kind == "bot" for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, in the order of the seats."""
        return tuple(seat.name for seat in self.seats)


class News(msgspec.Struct, frozen=True):
    """A match's row as it is now, and the rows of its journal after those known."""

    row: MatchRow
    tail: list[JournalRow]


class Most(NamedTuple):
    """How many matches somebody may have: made by them and not begun; made by them and not over, with bots, or such
    that may get some; not over, and made by them or with them on a seat."""

    open: float = math.inf
    with_bots: float = math.inf
    unfinished: float = math.inf


class Claim(msgspec.Struct, frozen=True):
    """Somebody gets one match more, of every kind that is limited here."""

    player: str
    most: Most


class Append(msgspec.Struct, frozen=True):
    """One atomic change: the match as it will be, and the rows that make it so."""

    row: MatchRow
    """With its new seq, that of the last of `rows`."""
    expected: int
    """The seq it was computed on."""
    rows: tuple[JournalRow, ...]
    snapshot: tuple[int, int, str] | None = None
    """Round, seq and body of the snapshot to keep."""
    seats: tuple[Seat, ...] = ()
    """The seats of the row that this changes."""
    terms: bool = False
    """Does this change what seldom changes: the terms, who began, a pause, the rematch?"""
    claim: Claim | None = None
    """Without this nothing is changed."""


class SnapshotRow(msgspec.Struct, frozen=True):
    """A snapshot: the newest of its round."""

    round: int
    seq: int
    body: str


class Stored(msgspec.Struct, frozen=True):
    """Everything that is stored of one match."""

    row: MatchRow
    journal: list[JournalRow]
    snapshots: list[SnapshotRow]
    seats: list[Seat]
    """The numbers of the seats there are."""
