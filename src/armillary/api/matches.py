"""Matches without their tables: what is public about one, in a list or on its own, and who takes which seat."""

from __future__ import annotations

from typing import Annotated, Any, Generic

import msgspec

from armillary.api.tables import TableAnswer
from armillary.api.terms import Absent, Origin, Pace, Pause, Result, SeatNumber, Spectators, Status, Talk
from armillary.core.contract import O, V
from armillary.core.values import Outcome, Seat

EveryConfig = Annotated[Any, msgspec.Meta(extra={"every": "Config"})]
"""The config of the match's game."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as all viewers see it."""

    seat: Seat
    """The number of the seat."""
    kind: str
    """Who is on it: `person`, `local` (at another player's device) or `bot`; `recorded` in an uploaded record.

    Where nobody is: `open` to all, `invite` for a guest with an invitation, or `kept` for somebody of the last match.
    """
    name: str
    """What others call whoever is on it."""
    bot: str | None
    """The name of the bot that plays it; null where none does."""
    you: bool
    """Is it yours, or reserved for you?"""
    program: bool
    """Does somebody's program play here? It is marked as a bot, like the server's own."""


class MatchInfo(msgspec.Struct, frozen=True):
    """A match without its table: what is public about it."""

    id: str
    """What addresses call the match."""
    game: str
    """The slug of its game."""
    rules_version: int
    """The version of the rules it is played by."""
    config: EveryConfig
    """How it is set up."""
    status: Status
    """Has it begun, and is it over?"""
    pace: Pace
    """How much time there is for a turn."""
    spectators: Spectators
    """Who can watch."""
    seats: tuple[SeatInfo, ...]
    """Who plays, seat 1 first."""
    deadline: int | None
    """When the time for this phase is up, in milliseconds since 1970; null without a clock."""
    outcome: Outcome | None
    """How it ended; null while it goes on."""
    commitment: str
    """The SHA-256 of the match's secret seed: it proves later that the seed was not changed."""
    created_at: int
    """When it was made, in milliseconds since 1970."""
    changed_at: int
    """When it last changed, in milliseconds since 1970."""
    seq: int
    """The number of the newest entry in its journal."""
    yours: tuple[Seat, ...]
    """The seats you hold."""
    may_start: bool
    """May you start it now?"""
    may_edit: bool
    """May you change its seats and terms?"""
    absent: Absent
    """What happens when a player is away."""
    talk: Talk
    """How players talk."""
    practice: bool
    """Does one person play against bots only, and has nobody else played since it began?"""
    pause: Pause
    """Who asks for a pause, or what is left on the stopped clock."""
    origin: Origin
    """How it came here."""
    rematch: str | None
    """The rematch."""
    expires_at: int | None
    """When it is cancelled if it has not begun by then, or when an uploaded record is deleted; None for never."""


class MatchLine(msgspec.Struct, frozen=True):
    """A match as a list shows it: its progress, and whether it waits for you."""

    id: str
    """What addresses call the match."""
    game: str
    """The slug of its game."""
    status: Status
    """Has it begun, and is it over?"""
    pace: Pace
    """How much time there is for a turn."""
    seats: tuple[SeatInfo, ...]
    """Who plays, seat 1 first."""
    deadline: int | None
    """When the time for this phase is up, in milliseconds since 1970; null without a clock."""
    created_at: int
    """When it was made, in milliseconds since 1970."""
    changed_at: int
    """When it last changed, in milliseconds since 1970."""
    seq: int
    """The number of the newest entry in its journal."""
    round: int | None
    """The round it is in; null before it begins."""
    phase: str | None
    """The name of the phase it is in; null before it begins."""
    waiting: tuple[Seat, ...]
    """The seats whose order is missing."""
    since: int | None
    """When the last step was resolved, or the match began."""
    your_move: bool
    """Does it wait for you?"""
    practice: bool
    """Does one person play against bots only, and has nobody else played since it began?"""
    origin: Origin
    """How it came here."""
    result: Result | None
    """How it ended for you; null while it goes on, and where you hold no seat or several."""
    said: int
    """The `seq` of the newest line of chat that somebody else said and you can read as a player; 0 without one."""
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
    """This page of the list."""
    next: str | None
    """The `cursor` of the next page; None at the end."""
    total: int
    """How many matches fit the filters; counting stops at 1,000, which means that many or more."""
    your_move: int
    """How many matches wait for you, whatever the filters."""


class NewMatchMade(msgspec.Struct, Generic[V, O], frozen=True):
    """The new match, the secret of every invitation, shown only now, and the first table."""

    match: MatchInfo
    """The match."""
    invites: dict[str, str]
    """The secret of every invitation, by the number of its seat."""
    table: TableAnswer[V, O] | None
    """What you see at the table, if the match has begun and you have one seat; otherwise null."""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat to take: a number, an invitation, or nothing for the first open one."""

    seat: SeatNumber | None = None
    """The number of the seat."""
    invite: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """The secret of the invitation."""


class DrawOffered(msgspec.Struct, frozen=True):
    """The seats that offer a draw, and the outcome once all players still playing have."""

    seq: int
    """The number of this change in the match's journal."""
    offers: tuple[Seat, ...]
    """The seats that offer a draw."""
    outcome: Outcome | None
    """How the match ended; null while it goes on."""


class SeatSet(msgspec.Struct, frozen=True):
    """The match with its seat changed and, for an invited seat, the secret, shown only now."""

    match: MatchInfo
    """The match with its seat changed."""
    invite: str | None
    """The secret of the invitation; null for a seat of another kind."""


class Swap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two seats to swap."""

    seats: tuple[SeatNumber, SeatNumber]
    """The numbers of both seats."""


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an invitation."""

    invite: Annotated[str, msgspec.Meta(max_length=100)]
    """The secret from the link."""


class Invitation(msgspec.Struct, frozen=True):
    """Who invites you, to which seat of which match; `usable` while you can still take the seat."""

    by: str
    """The name of whoever made the match."""
    seat: Seat
    """The number of the seat."""
    usable: bool
    """Can you still take the seat?"""
    match: MatchInfo
    """The match."""


class PauseAsked(msgspec.Struct, frozen=True):
    """The seats that ask for a pause, and the milliseconds `left` on the clock once it has stopped."""

    seq: int
    """The number of this change in the match's journal."""
    deadline: int | None
    """When the time is up, in milliseconds since 1970; null while the clock stands still."""
    pause: Pause
    """Who asks for a pause, or what is left on the stopped clock."""
