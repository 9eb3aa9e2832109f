"""What the store keeps and the hall works with: seats, paces, rows of the log. Plain values, no I/O."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from armillary.core.values import Outcome, Phase, Seat

Status: TypeAlias = Literal["open", "playing", "over", "cancelled"]
Kind: TypeAlias = Literal[
    "order", "withdraw", "expire", "resign", "draw", "no_draw", "step", "chat", "join", "leave", "cancel", "start"
]

MILLISECONDS = 1000
HOUR = 3600 * MILLISECONDS


class NoClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Take all the time you like."""

    def allowance(self, phase: Phase) -> int | None:  # noqa: ARG002
        """Milliseconds for this phase; None: no limit."""
        return None


class Live(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="live"):
    """So many seconds a phase."""

    seconds: int

    def allowance(self, phase: Phase) -> int | None:  # noqa: ARG002
        """Every phase gets the same."""
        return self.seconds * MILLISECONDS


class Correspondence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="correspondence"):
    """So many hours a round, split over its phases as the game says."""

    hours: int

    def allowance(self, phase: Phase) -> int | None:
        """The phase's part of the round."""
        part, whole = phase.part
        return self.hours * HOUR * part // whole


Pace: TypeAlias = NoClock | Live | Correspondence


class Spectators(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may watch: nobody, everybody, or everybody so many steps late."""

    policy: Literal["none", "public", "delayed"] = "public"
    steps: int = 0


class SeatRow(msgspec.Struct, frozen=True):
    """One seat: who sits there, or how it can be taken."""

    kind: Literal["person", "bot", "open", "invite"]
    name: str
    player: str | None = None
    bot: str | None = None
    invite: str | None = None
    """The digest of the seat's secret; gone once it is used."""

    @property
    def taken(self) -> bool:
        """Does somebody sit here?"""
        return self.kind in ("person", "bot")


class LogRow(msgspec.Struct, frozen=True):
    """One row of a match's log."""

    seq: int
    step: int
    seat: Seat
    """0 where the table itself acts."""
    kind: Kind
    body: str
    key: str | None
    at: int


class MatchRow(msgspec.Struct, frozen=True):
    """A match without its log."""

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
    version: int

    @property
    def has_begun(self) -> bool:
        """Is there anything to replay?"""
        return self.status in ("playing", "over")

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, as the record tells it."""
        return tuple(seat.name for seat in self.seats)


class News(msgspec.Struct, frozen=True):
    """A match's row as it is by now, and the rows of its log behind those known."""

    row: MatchRow
    tail: list[LogRow]


class Append(msgspec.Struct, frozen=True):
    """One atomic change: the match as it will be, and the rows that make it so."""

    row: MatchRow
    """With its new version: the last row's seq."""
    expected: int
    """The version it was computed on."""
    rows: tuple[LogRow, ...]
    snapshot: tuple[int, int, str] | None = None
    """Round, seq and body of the snapshot to keep."""
    joined: str | None = None
    left: str | None = None
