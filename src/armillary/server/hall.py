"""The hall: all rooms of this process, and the one door through which matches change.

Order in, then: the match from memory (or snapshot and tail of the log), check, plan, commit, accept, tell. Memory
changes only after the commit. Who loses a race for a match's version reloads and tries again, so the last order in
always sees all others and resolves, whichever process it came to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from armillary.core import codec
from armillary.core.match import AnyMatch, Snapshot
from armillary.core.values import Seat
from armillary.server import replay
from armillary.server.clock import Clock
from armillary.server.problems import Conflict, NotFound
from armillary.server.records import MatchRow
from armillary.server.replay import Past
from armillary.server.room import Plan, Room, plan
from armillary.server.store import Duplicate, Stale, Store

TRIES = 20
MOST_ROOMS = 20_000

Planner = Callable[[Room], Plan | None]
Listener = Callable[[Room], None]


class Hall:
    """Matches of every game, in memory as long as they are in use."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.rooms: dict[str, Room] = {}
        self.listeners: list[Listener] = []
        """Called after every change made here: bots and clocks are woken by it."""
        self._opening: dict[str, asyncio.Task[Room]] = {}

    # -- rooms -------------------------------------------------------------------------------------------

    async def room(self, match_id: str) -> Room:
        """The room of a match, as new as the database; raises `NotFound`."""
        room = self.rooms.get(match_id)
        if room is None:
            return await self._open(match_id)
        if self.store.is_shared:
            await self.refresh(match_id)
        return room

    async def _open(self, match_id: str) -> Room:
        """Load a match once, however many ask for it."""
        task = self._opening.get(match_id)
        if task is None:
            task = self._opening[match_id] = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda _: self._opening.pop(match_id, None))
        return await asyncio.shield(task)

    async def _load(self, match_id: str) -> Room:
        row = await self.store.match(match_id)
        if row is None:
            raise NotFound(f"there is no match {match_id[:40]!r}")
        match = None if row.status == "open" else await self._restored(row)
        while len(self.rooms) >= MOST_ROOMS:
            self._forget_one()
        room = self.rooms[match_id] = Room(row, match)
        return room

    def _forget_one(self) -> None:
        """Make place: the room longest in memory that nobody watches."""
        unused = next((key for key, room in self.rooms.items() if not room.waiting and not room.lock.locked()), None)
        self.rooms.pop(unused if unused is not None else next(iter(self.rooms)))

    async def _restored(self, row: MatchRow) -> AnyMatch:
        """The match from its newest snapshot and the rows behind it."""
        match, since = replay.begun(row), 0
        kept = await self.store.snapshot(row.id, row.version)
        if kept is not None:
            since, body = kept
            match = match.restored(codec.decode(body, Snapshot))
        return replay.replayed(match, await self.store.log(row.id, since, row.version))

    async def refresh(self, match_id: str) -> None:
        """Catch up with what other processes did."""
        room = self.rooms.get(match_id)
        if room is None or await self.store.version(match_id) == room.seq:
            return
        async with room.lock:
            await self._catch_up(room)
        room.wake()

    async def _catch_up(self, room: Room) -> None:
        row = await self.store.match(room.row.id)
        if row is None or row.version == room.seq:
            return
        room.match = None if row.status == "open" else await self._restored(row)
        room.row, room.past, room.last_chat = row, None, row.version

    # -- changes -----------------------------------------------------------------------------------------

    async def change(self, match_id: str, planner: Planner) -> Room:
        """Work out a change, make it durable, accept it, tell. A planner that gives None has nothing to change."""
        for _ in range(TRIES):
            room = await self.room(match_id)
            async with room.lock:
                planned = planner(room)
                if planned is None:
                    return room
                try:
                    await self.store.append(planned.change)
                except Stale:
                    await self._catch_up(room)
                    continue
                except Duplicate:
                    await self._catch_up(room)
                    return room
                room.accept(planned)
            self._tell(room)
            return room
        raise Conflict("too many changes at once; try again")

    def _tell(self, room: Room) -> None:
        room.wake()
        for listener in self.listeners:
            listener(room)

    async def submit(self, match_id: str, seat: Seat, order: Any, key: str | None = None) -> Room:
        """Give or change a seat's order; the last one in resolves the turn."""

        def planner(room: Room) -> Plan | None:
            if key is not None and (seat, key) in room.keys:
                return None
            after = msgspec.structs.replace(room.playing, recent=()).submit(seat, order)
            return plan(room, self.clock.now(), ("order", seat, codec.encode(order).decode(), key), match=after)

        return await self.change(match_id, planner)

    async def withdraw(self, match_id: str, seat: Seat) -> Room:
        """Take a pending order back."""
        return await self.change(
            match_id,
            lambda room: plan(
                room, self.clock.now(), ("withdraw", seat, "null", None), match=room.playing.withdraw(seat)
            ),
        )

    async def resign(self, match_id: str, seat: Seat) -> Room:
        """Give a seat up."""
        return await self.change(
            match_id,
            lambda room: plan(room, self.clock.now(), ("resign", seat, "null", None), match=room.playing.resign(seat)),
        )

    async def expire(self, match_id: str) -> Room:
        """Apply default orders, if the deadline has really passed; asking twice does no harm."""

        def planner(room: Room) -> Plan | None:
            now = self.clock.now()
            if room.row.status != "playing" or room.row.deadline is None or room.row.deadline > now:
                return None
            return plan(room, now, ("expire", 0, "null", None), match=room.playing.expire())

        return await self.change(match_id, planner)

    # -- the past ----------------------------------------------------------------------------------------

    async def past(self, room: Room) -> list[Past]:
        """Every step so far, for history."""
        if room.past is None:
            seq = room.seq
            found = replay.history(room.row, await self.store.log(room.row.id))
            if room.seq != seq:
                return found
            room.past = found
        return room.past

    async def at_step(self, room: Room, step: int) -> AnyMatch:
        """The match as it was after so many steps."""
        current = room.playing
        if not 0 <= step <= current.step:
            raise NotFound(f"there are {current.step} steps")
        if step == current.step:
            return current
        match = replay.begun(room.row)
        for entry in await self.store.log(room.row.id):
            following = replay.applied(match, entry)
            if following.step > step:
                break
            match = following
        return match

    async def whole(self, room: Room) -> AnyMatch:
        """The match with its whole log, for its record."""
        return replay.replayed(replay.begun(room.row), await self.store.log(room.row.id, 0, room.seq))
