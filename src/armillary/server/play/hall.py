"""The hall: all rooms of this process, and the one door through which matches change.

A change is worked out on the match in memory, committed, accepted, and announced. What is shown changes only after the
commit; a change may build on others that are still on their way, and falls with them. Whoever loses a race for a
match's next seq catches up and tries again, so the last order in always sees all others and resolves, whichever process
it came to.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextvars import copy_context
from weakref import WeakValueDictionary

from armillary.api.terms import NoClock
from armillary.core import codec
from armillary.core.errors import ArmillaryError
from armillary.core.match import AnyMatch, Snapshot
from armillary.server.clock import Clock
from armillary.server.errors import Conflict, Duplicate, NotFound, Stale
from armillary.server.limits.journal import JournalLimits, require_room
from armillary.server.logs import log_failure
from armillary.server.matches import journal
from armillary.server.matches.change import Change, Standing
from armillary.server.matches.journal import Key
from armillary.server.matches.rows import JournalRow, MatchRow
from armillary.server.play.room import Room
from armillary.server.storage.counts import BUSY, TRIES
from armillary.server.storage.store import Store

logger = logging.getLogger("armillary.hall")

ROOMS_BYTES = 256 * 2**20
"""For rooms that are kept though nobody uses them; a room in use stays in any case."""

Planner = Callable[[Standing], Change | None]
Listener = Callable[[Room, Sequence[JournalRow]], None]


class Hall:
    """Matches of every game, in memory as long as they are in use."""

    def __init__(
        self, store: Store, clock: Clock, bounds: JournalLimits | None = None, rooms_bytes: int = ROOMS_BYTES
    ) -> None:
        self.store = store
        self.clock = clock
        self._bounds = bounds or JournalLimits()
        self.rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Every room that is in use: there is never a second one of the same match."""
        self.listeners: list[Listener] = []
        """Called after every change made here: people hear of it, bots wake, other processes are told."""
        self._kept: OrderedDict[str, tuple[Room, int]] = OrderedDict()
        """Rooms that were used lately, each with the bytes it was found to take."""
        self.kept_bytes = 0
        """What these take together."""
        self._rooms_bytes = rooms_bytes
        self._opening: dict[str, asyncio.Task[Room]] = {}
        """Matches on their way into memory; one that is removed meanwhile does not get there."""

    # -- rooms -------------------------------------------------------------------------------------------

    async def room(self, match_id: str) -> Room:
        """The room of a match, as new as the database; raises `NotFound` or `VersionNotInstalled`."""
        room = self.rooms.get(match_id)
        if room is None:
            return await self._open(match_id)
        if room.earlier or match_id not in self._kept:
            self._keep(room)
        else:  # a room that was not changed is larger only where somebody asked for its past
            self._kept.move_to_end(match_id)
        if self.store.is_shared:
            await self._catch_up(room)
            if room.row.origin == "upload" and await self.store.match(match_id) is None:  # deleted elsewhere
                self.remove(match_id)
                raise NotFound(f"There is no match {match_id[:40]!r}.")
        return room

    def _keep(self, room: Room) -> None:
        """In memory from now on, until others that were used since need the place."""
        match_id, taken = room.row.id, room.bytes_taken
        _, before = self._kept.get(match_id, (None, 0))
        self._kept[match_id] = room, taken
        self._kept.move_to_end(match_id)
        self.kept_bytes += taken - before
        while self.kept_bytes > self._rooms_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, match_id: str) -> None:
        _, taken = self._kept.pop(match_id, (None, 0))
        self.kept_bytes -= taken

    async def _open(self, match_id: str) -> Room:
        """Load a match once, however many ask for it."""
        task = self._opening.get(match_id)
        if task is None:
            task = self._opening[match_id] = asyncio.create_task(self._load(match_id))
        return await asyncio.shield(task)

    async def _load(self, match_id: str) -> Room:
        task = asyncio.current_task()
        try:
            room = Room(*await self._read(match_id))
            if self._opening.get(match_id) is not task:
                raise NotFound(f"There is no match {match_id[:40]!r}.")
            self.rooms[match_id] = room
        finally:
            if self._opening.get(match_id) is task:
                del self._opening[match_id]
        self._keep(room)
        return room

    async def _read(self, match_id: str) -> tuple[Standing, list[Key]]:
        """Where the database says that a match stands, and the idempotency keys that were used."""
        row = await self.store.match(match_id)
        if row is None:
            raise NotFound(f"There is no match {match_id[:40]!r}.")
        journal.game_of(row)  # without its rules nothing can be done with a match, begun or not
        match = await _restore(self.store, row) if row.has_begun else None
        tally, keys = await self.store.tally(match_id)
        rows = [] if isinstance(row.pace, NoClock) else await self.store.since_turn(match_id, row.seq)
        return Standing(row, match, tally, journal.kept_after({}, rows)), keys

    def remove(self, match_id: str) -> None:
        """A match was removed: the next request finds nothing, and whoever is at the table has to leave."""
        self._opening.pop(match_id, None)
        if room := self.forget(match_id):
            room.is_gone = True
            room.wake()

    def forget(self, match_id: str) -> Room | None:
        """Drop a match from memory; its room, if it was there."""
        self._drop(match_id)
        return self.rooms.pop(match_id, None)

    async def refresh(self, match_id: str) -> None:
        """Catch up with what other processes did, if the match is in memory."""
        room = self.rooms.get(match_id)
        if room is not None:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        """Bring a room to where the database is, and wake those who wait at it.

        A room from which no way leads there knows something wrong: it is loaded anew, with all who are in it.
        """
        seq = room.seq
        news = await self.store.news(room.row.id, seq)
        if news is None:
            return
        if room.seq == seq:
            try:
                room.catch_up(news.row, news.tail)
            except ArmillaryError as error:
                log_failure(logger, "A match could not catch up and is loaded again", error, room.row.id)
                known, keys = await self._read(room.row.id)
                if known.seq >= room.seq:
                    room.reload(known, keys)
            self._keep(room)
            room.wake()
        else:  # a change of our own was accepted meanwhile
            await self._catch_up(room)

    # -- changes -----------------------------------------------------------------------------------------

    async def change(self, match_id: str, planner: Planner, key: Key | None = None) -> tuple[Room, Change | None]:
        """Work out a change, make it durable, accept it, announce it. A planner that returns None changes nothing.

        Raises `Duplicate` where the key was used before, and nobody else is any the wiser.
        """
        room = self.rooms.get(match_id) or await self._open(match_id)
        for _ in range(TRIES):
            if key is not None and await room.has_used(key):
                raise Duplicate("This idempotency key was used before.")
            try:
                head = room.head
                change = planner(head)
                if change is not None:
                    require_room(head.tally, head.match, change.append.rows, self._bounds)
            except ArmillaryError:
                if await self._catch_up_fully(room):
                    continue
                raise
            if change is None:
                if not await self._catch_up_fully(room):
                    return room, None
            elif await self._commit(room, change):
                return room, change
        raise Conflict(BUSY)

    async def _catch_up_fully(self, room: Room) -> bool:
        """Wait for what is on its way, or catch up with others; True when the room has moved.

        A refusal, or nothing to do, stands only on what is durable, and on all of it.
        """
        if room.last_on_its_way is not None:
            await room.last_on_its_way.wait()
            return True
        seq = room.seq
        if self.store.is_shared:
            await self._catch_up(room)
        return room.seq != seq

    async def announce(self, match_id: str) -> Room:
        """A match was made: tell the players it concerns."""
        room = await self.room(match_id)
        self._announce(room, ())
        return room

    async def _commit(self, room: Room, change: Change) -> bool:
        """Make a change durable; False when another one was made first, and the room has caught up with it.

        The store itself has the change accepted, right after the commit: whoever asked may be gone by then. What
        follows from it, such as bots that wake, is done on their account all the same.
        """
        context = copy_context()

        def done(failure: Exception | None) -> None:
            context.run(self._done, room, change, failure)

        job = self.store.append(change.append, done, room.last_on_its_way)
        room.send(change, job)
        try:
            await job
        except Stale:
            seq, match_id = room.seq, room.row.id
            await self._catch_up(room)
            if room.seq == seq and await self.store.match(match_id) is None:
                self.remove(match_id)
                raise NotFound(f"There is no match {match_id[:40]!r}.") from None
            return False
        return True

    def _done(self, room: Room, change: Change, error: Exception | None) -> None:
        """The change was made, and everybody hears of it; or it was not."""
        room.conclude(change, error)
        if error is None:
            self._keep(room)
            room.wake()
            self._announce(room, change.append.rows)

    def _announce(self, room: Room, rows: Sequence[JournalRow]) -> None:
        for listener in self.listeners:
            listener(room, rows)


async def _restore(store: Store, row: MatchRow) -> AnyMatch:
    """The match as it is stored, from its newest snapshot and the rows after that."""
    match, since = journal.begin(row), 0
    kept = await store.snapshot(row.id, row.seq)
    if kept is not None:
        since, body = kept
        match = match.restored(codec.decode(body, Snapshot))
    return journal.catch_up(match, await store.journal(row.id, since, row.seq))[0]
