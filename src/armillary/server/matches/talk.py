"""Talk at a table: who may say what to whom, and which lines are the newest. Pure.

Who may read a line is decided in `matches/visibility.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from armillary.core.errors import BadInput
from armillary.core.values import Seat
from armillary.server.errors import Conflict
from armillary.server.matches.rows import ALL, CHAT, JournalRow, MatchRow, Newest


def require_talk(row: MatchRow, seat: Seat, to: Seat | None) -> None:
    """Raise unless a seat may say something to all or, in private, to another seat."""
    if row.talk.kind == "none":
        raise Conflict("The players of this match have agreed not to talk.")
    if to is None:
        return
    if row.talk.kind != "private":
        raise Conflict("The players of this match talk to all, and never in private.")
    if row.status != "playing":
        begins = row.status == "open"
        raise Conflict(f"Private talk {'begins' if begins else 'ends'} with the match. Say it to all.")
    if not 1 <= to <= len(row.seats):
        raise BadInput(f"There is no seat {to} at this table.")
    speaker, listener = row.seats[seat - 1], row.seats[to - 1]
    if not listener.is_held:
        what = "is played by a bot" if listener.kind == "bot" else "is empty"
        raise Conflict(f"Seat {to} {what}. Choose another player to talk to.")
    if speaker.player == listener.player:
        raise BadInput(f"Seat {to} is your own. Choose another player to talk to.")


def with_lines(said: tuple[Newest, ...], rows: Iterable[JournalRow]) -> tuple[Newest, ...]:
    """The newest lines once these rows have come."""
    newest = {(each.speaker, each.listener): each.seq for each in said}
    newest |= {(row.seat, row.words.to or ALL): row.seq for row in rows if row.kind in CHAT}
    return tuple(Newest(*pair, seq) for pair, seq in sorted(newest.items()))
