"""News for people who are at none of their tables: which line of their lists has changed, and why.

Changes made here are seen at once. Of changes made elsewhere a note comes with the match and its seq; the row behind
it is fetched only while anybody is at home in this process, and together with all others asked for at that moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import get_args

from msgspec.structs import replace

from armillary.api.messages import Why
from armillary.server.errors import NotReady
from armillary.server.matches.rows import CHAT, QUIET, JournalRow, MatchRow
from armillary.server.matches.visibility import is_outsider, may_read, seats_of
from armillary.server.play.room import Room
from armillary.server.storage import listings
from armillary.server.storage.store import Store

logger = logging.getLogger("armillary.news")

REASONS: tuple[Why, ...] = get_args(Why)

MAX_MATCHES_REMEMBERED = 10_000
"""Matches of which is remembered what was told last."""


class Listener:
    """A listener, and the news not sent yet: of each match only the newest."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self._news: dict[str, tuple[Why, MatchRow]] = {}

    def tell(self, why: Why, row: MatchRow) -> None:
        """A line has changed; an earlier reason that was not told yet may be the better one."""
        earlier, _ = self._news.pop(row.id, (why, row))
        self._news[row.id] = min(why, earlier, key=REASONS.index), row
        self.changed.set()

    def take(self) -> list[tuple[Why, MatchRow]]:
        """Everything since the last time."""
        self.changed.clear()
        news, self._news = self._news, {}
        return list(news.values())


class PersonalNews:
    """Everybody in this process who wants to hear of their matches, whichever process those are played in."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._here: dict[str, set[Listener]] = {}
        """Who listens, by player: one for every socket."""
        self._told: dict[str, tuple[int, MatchRow]] = {}
        """The seq of a match when it was told of last, and what a list showed of it then."""
        self._asking: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def enter(self, player: str) -> AsyncIterator[tuple[Listener, int]]:
        """Be at home for as long as this lasts; with it comes how many matches wait for the player now."""
        home = Listener()
        self._here.setdefault(player, set()).add(home)
        try:
            rows, waiting = await listings.running_of(self._store, player, MAX_MATCHES_REMEMBERED)
            for row in rows:
                self._remember(row)
            yield home, waiting
        finally:
            self._here[player].discard(home)
            if not self._here[player]:
                del self._here[player]
            if not self._here:
                self._told.clear()

    # -- what has changed ----------------------------------------------------------------------------------

    def hear_change(self, room: Room, rows: Iterable[JournalRow]) -> None:
        """A change was made here."""
        self.see(room.row, rows)

    def see(self, row: MatchRow, rows: Iterable[JournalRow]) -> None:
        """These rows have changed a match: tell the players it concerns."""
        seq, before = self._told.get(row.id, (row.seq - 1, None))
        if not self._here or row.seq <= seq:
            return
        seats = row.seats if before is None else (*row.seats, *before.seats)  # players who have left hear of it too
        concerned = {row.created_by, *(seat.player for seat in seats if seat.player)} & self._here.keys()
        if concerned:
            self._remember(row)
        rows = list(rows)
        for player in concerned:
            if why := _why(before, row, rows, player):
                for home in self._here[player]:
                    home.tell(why, row)

    def hear(self, match_id: str, seq: int) -> None:
        """A match was changed somewhere, up to this seq."""
        known, _ = self._told.get(match_id, (seq - 1, None))
        if self._here and known < seq:
            task = asyncio.create_task(self._ask(match_id, known))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def catch_up(self) -> None:
        """Notes may have been lost: look at every match that may have gone on since it was told of last."""
        running = [(each, seq) for each, (seq, row) in self._told.items() if row.status in ("open", "playing")]
        await asyncio.gather(*(self._ask(match_id, seq) for match_id, seq in running))

    async def close(self) -> None:
        """Ask for nothing more."""
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)

    async def _ask(self, match_id: str, known: int) -> None:
        try:
            news = await self._store.news(match_id, known)
        except NotReady:  # was logged; once the database answers, everything is caught up with
            return
        except Exception:
            logger.exception("News of a match could not be fetched", extra={"match": match_id})
            return
        if news is not None:
            self.see(news.row, news.tail)

    def _remember(self, row: MatchRow) -> None:
        """What a list shows of a match, and no more; those remembered longest go first."""
        seq, _ = self._told.get(row.id, (-1, None))
        if seq < row.seq:
            self._told.pop(row.id, None)
            self._told[row.id] = row.seq, _shown(row)
            if len(self._told) > MAX_MATCHES_REMEMBERED:
                del self._told[next(iter(self._told))]


def _shown(row: MatchRow) -> MatchRow:
    """What all readers of a list would notice; not that somebody has changed an order which stays a secret."""
    return replace(row, config="", seq=0, heard=0, said=(), changed_at=0)


def _why(before: MatchRow | None, row: MatchRow, rows: Sequence[JournalRow], player: str) -> Why | None:
    """Why a player is told of a change made by these rows; None where they would notice nothing."""
    kinds = {entry.kind for entry in rows}
    if kinds and kinds <= {"keep", "hint"}:
        return None
    if row.status in ("over", "cancelled") and kinds & {"step", "cancel"}:
        return "ended"
    if "start" in kinds:
        return "began"
    if before is None and any(seat.kind == "kept" and seat.player == player for seat in row.seats):
        return "invited"
    if is_outsider(row, player):
        sat = before is not None and any(seat.player == player for seat in before.seats)
        return "changed" if sat else None  # the host may not watch it, or only later
    waited = before.waiting if before and (before.round, before.phase) == (row.round, row.phase) else ()
    if any(row.seats[seat - 1].player == player for seat in row.waiting if seat not in waited):
        return "your_move"
    seats = seats_of(row, player) or (None,)
    if any(entry.kind in CHAT and may_read(row, seat, entry) for entry in rows for seat in seats):
        return "said"
    is_quiet = bool(kinds) and kinds <= {*QUIET}  # a match that was just made has no rows
    return None if is_quiet or before == _shown(row) else "changed"
