"""Matches without their tables: what is public about one, in a list or on its own, and who takes which seat."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from armillary.api.terms import MAX_SEATS, Absent, Origin, Pace, Pause, Spectators, Status
from armillary.core.values import Outcome, Seat

EveryConfig = Annotated[Any, msgspec.Meta(extra={"every": "Config"})]
"""The config of the match's game."""

SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as all viewers see it."""

    seat: Seat
    kind: str
    name: str
    bot: str | None
    you: bool
    """Is it yours, or reserved for you?"""


class MatchInfo(msgspec.Struct, frozen=True):
    """A match without its table: what is public about it."""

    id: str
    game: str
    rules_version: int
    config: EveryConfig
    status: Status
    pace: Pace
    spectators: Spectators
    seats: tuple[SeatInfo, ...]
    deadline: int | None
    outcome: Outcome | None
    commitment: str
    created_at: int
    changed_at: int
    seq: int
    yours: tuple[Seat, ...]
    """The seats you hold."""
    may_start: bool
    may_edit: bool
    """May you change its seats and terms?"""
    absent: Absent
    pause: Pause
    origin: Origin
    rematch: str | None
    """The rematch."""
    expires_at: int | None
    """When it is cancelled if it has not begun by then, or when an uploaded record is deleted; None for never."""


class MatchLine(msgspec.Struct, frozen=True):
    """A match as a list shows it: its progress, and whether it waits for you."""

    id: str
    game: str
    status: Status
    pace: Pace
    seats: tuple[SeatInfo, ...]
    deadline: int | None
    created_at: int
    changed_at: int
    seq: int
    round: int | None
    phase: str | None
    waiting: tuple[Seat, ...]
    """The seats whose order is missing."""
    since: int | None
    """When the last step was resolved, or the match began."""
    your_move: bool
    last: str
    """What happened last, or how it ended, as a sentence."""
    expires_at: int | None
    """When it is cancelled if it has not begun by then, or when an uploaded record is deleted; None for never."""


class MatchList(msgspec.Struct, frozen=True):
    """Some matches, and where the list continues.

    The latest change comes first; of other players' open tables, everybody's first before anybody's second, and those
    where a person is waiting before those with bots only.
    """

    matches: list[MatchLine]
    next: str | None
    """The `cursor` of the next page; None at the end."""
    total: int
    """How many matches fit the filters; counting stops at 1,000, which means that many or more."""
    your_move: int
    """How many matches wait for you, whatever the filters."""


class NewMatchMade(msgspec.Struct, frozen=True):
    """The new match, and the secret of every invitation, shown only now."""

    match: MatchInfo
    invites: dict[str, str]


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat to take: a number, an invitation, or nothing for the first open one."""

    seat: SeatNumber | None = None
    invite: Annotated[str, msgspec.Meta(max_length=100)] | None = None


class DrawOffered(msgspec.Struct, frozen=True):
    """The seats that offer a draw, and the outcome once all players still playing have."""

    seq: int
    offers: tuple[Seat, ...]
    outcome: Outcome | None


class SeatSet(msgspec.Struct, frozen=True):
    """The match with its seat changed and, for an invited seat, the secret, shown only now."""

    match: MatchInfo
    invite: str | None


class Swap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two seats to swap."""

    seats: tuple[SeatNumber, SeatNumber]


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an invitation."""

    invite: Annotated[str, msgspec.Meta(max_length=100)]


class Invitation(msgspec.Struct, frozen=True):
    """Who invites you, to which seat of which match; `usable` while you can still take the seat."""

    by: str
    seat: Seat
    usable: bool
    match: MatchInfo


class PauseAsked(msgspec.Struct, frozen=True):
    """The seats that ask for a pause, and the milliseconds `left` on the clock once it has stopped."""

    seq: int
    deadline: int | None
    pause: Pause
