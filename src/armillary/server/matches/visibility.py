"""Who may see what of a match: the one place that decides it, for tables, lists, news, presence and the past. Pure.

The holder of a seat looks from it. All others are spectators, and the match's terms say what that means: public
(they see everything at once), delayed (they see it some steps later), or none (they see nothing). What a game itself
hides from a seat is decided by the game's sight; this module decides everything around it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from armillary.api.terms import Pause
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Turn, seen
from armillary.core.prose import listed
from armillary.core.values import Fate, Seat
from armillary.server.errors import NotAllowed
from armillary.server.matches.rows import JournalRow, MatchRow, SeatRow

# -- seats -----------------------------------------------------------------------------------------------------


def seats_of(row: MatchRow, player: str | None) -> tuple[Seat, ...]:
    """Every seat that this player holds."""
    if player is None:
        return ()
    return tuple([seat for seat, each in enumerate(row.seats, start=1) if each.player == player and each.is_held])


def viewing_seat(row: MatchRow, player: str | None, named: Seat | None = None) -> Seat | None:
    """The seat this player looks from: the one named, or their first; raises `NotAllowed` for another's."""
    return _seat_among(seats_of(row, player), named)


def acting_seat(row: MatchRow, player: str, named: Seat | None = None) -> Seat:
    """The seat this player acts for: the one named, or their only one; raises where it is not clear."""
    own = seats_of(row, player)
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


# -- spectators ------------------------------------------------------------------------------------------------


def is_open_to_spectators(row: MatchRow) -> bool:
    """May people who do not sit at the table watch, at once or later?"""
    return row.spectators.policy != "none"


def require_visible(row: MatchRow, player: str | None) -> None:
    """Raise `NotAllowed` where spectators may not watch: what was played in private stays so when it is over.

    An uploaded record is for everybody who knows its address.
    """
    made_it = player is not None and player == row.created_by and row.status == "over"
    if _is_private(row) and not made_it and not seats_of(row, player):
        raise NotAllowed("This table is not open to spectators.")


def delay_of(row: MatchRow, seat: Seat | None) -> int:
    """How many steps behind the match this viewer is."""
    is_delayed = seat is None and row.spectators.policy == "delayed" and row.status != "over"
    return row.spectators.steps if is_delayed else 0


def is_known_to_be_free(row: MatchRow) -> bool:
    """May everybody know that this match has a seat to take?

    An invited player who has left is no news for strangers: they may see the match only later, if at all.
    """
    return any(seat.kind == "open" for seat in row.seats)


def sees_presence(row: MatchRow, seat: Seat | None) -> bool:
    """May this viewer know who is at the table? That, and when, is part of what delayed spectators see only later."""
    return seat is not None or row.status != "playing" or row.spectators.policy != "delayed"


# -- talk ------------------------------------------------------------------------------------------------------


def reads_chat(row: MatchRow, seat: Seat | None) -> bool:
    """May this viewer read what is said to all? Spectators may while a match is played only if its terms say so."""
    return seat is not None or row.status != "playing" or row.talk.watched


def may_read(row: MatchRow, seat: Seat | None, line: JournalRow) -> bool:
    """May this viewer read a line of chat? A private one is for two seats, unless the terms reveal it at the end."""
    to = line.words.to
    if to is None:
        return reads_chat(row, seat)
    return seat in (line.seat, to) or (row.status == "over" and row.talk.revealed)


def may_have_read(row: MatchRow, seat: Seat | None, line: JournalRow) -> bool:
    """May this viewer have read a line of chat at any time? Before the start, everybody reads what is said to all."""
    return line.words.to is None or may_read(row, seat, line)


def heard_by(row: MatchRow, seats: Collection[Seat]) -> int:
    """The seq of the last row that whoever holds these seats may know of: private lines are heard by two seats only."""
    own = (each.seq for each in row.said if each.listener and (each.speaker in seats or each.listener in seats))
    return max(row.heard, *own, 0)


def newest_line_for(row: MatchRow, seats: Collection[Seat]) -> int:
    """The seq of the newest line that others have said to whoever holds these seats; 0 without one."""
    others = (each for each in row.said if each.speaker not in seats)
    return max((each.seq for each in others if not each.listener or each.listener in seats), default=0) if seats else 0


# -- lists and news --------------------------------------------------------------------------------------------


def is_outsider(row: MatchRow, player: str | None) -> bool:
    """Does this viewer see a match only as it was made: because it is private, or because they see it later?"""
    is_over = row.status == "over"
    is_hidden = _is_private(row) if is_over else row.status == "playing" and row.spectators.policy != "public"
    if not is_hidden:
        return False
    sits = player is not None and any(seat.player == player for seat in row.seats)
    return not sits and not (is_over and player == row.created_by)


def from_outside(row: MatchRow, player: str | None) -> MatchRow:
    """A match as a list shows it to this viewer: outsiders learn nothing of how it stands.

    Neither do they learn that something was done at all: not by a deadline, nor by a time or a seq that has changed,
    nor by somebody else on a seat. Lists sort such a match by what they show of it (`listed_at`).
    """
    if not is_outsider(row, player):
        return row
    return msgspec.structs.replace(
        row,
        seats=_seats_at_start(row),
        round=None,
        phase=None,
        waiting=(),
        since=None,
        last="",
        deadline=None,
        pause=Pause(),
        changed_at=row.created_at,
        heard=0,
        said=(),
        outcome=None,
        rematch=None,
    )


def listed_at(row: MatchRow) -> int:
    """When a match changed last, as far as strangers may know: of one that they see only later, if at all, when it was
    made."""
    is_late = row.status == "playing" and row.spectators.policy != "public"
    return row.created_at if is_late else row.changed_at


def _seats_at_start(row: MatchRow) -> tuple[SeatRow, ...]:
    """Everybody where they sat when the match began. That a seat is open is no secret: somebody is wanted for it."""
    pairs = zip(row.seats, row.players, strict=True)
    return tuple(
        seat
        if seat.kind == "open" or (seat.kind == "bot" and seat.name == name)
        else SeatRow("person", name, program=seat.program if seat.name == name else 0)
        for seat, name in pairs
    )


def _is_private(row: MatchRow) -> bool:
    return row.spectators.policy == "none" and row.origin != "upload"


# -- the past --------------------------------------------------------------------------------------------------


def visible_orders(turn: Turn[Any], seat: Seat | None, *, is_hidden: bool, is_over: bool) -> list[tuple[Seat, Any]]:
    """The orders of a past turn that this viewer may see; in games that hide something, rivals' only at the end."""
    return [(owner, order) for owner, order in turn.orders if is_over or not is_hidden or owner == seat]


def visible_fates(fates: Iterable[Fate], seat: Seat | None, *, is_over: bool) -> list[Fate]:
    """What became of orders, as far as this viewer may see it; of rivals' orders only at the end."""
    return [fate for fate in seen(fates, seat) if is_over or fate.seat == seat]


def sees_draft(drafted: Collection[Seat], seat: Seat | None) -> bool:
    """May this viewer know that an order was one kept for the deadline? Only whoever had kept it."""
    return seat in drafted


def record_for(match: AnyMatch, seat: Seat | None) -> Seat | None:
    """Whose orders the record that this viewer gets has in it; None for everybody's. Raises `NotAllowed`."""
    if match.outcome is None and seat is None:
        raise NotAllowed("The record is public once the match is over.")
    return seat if match.game.hidden and match.outcome is None else None
