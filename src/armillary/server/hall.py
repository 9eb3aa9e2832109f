"""The hall: all rooms of this process, and the one door through which matches change.

Order in, then: the match from memory (or snapshot and tail of the log), check, plan, commit, accept, tell. What is
shown changes only after the commit; what is planned may stand on changes that are on their way, and falls with them.
Who loses a race for a match's version reloads and tries again, so the last order in always sees all others and
resolves, whichever process it came to.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from armillary.core import codec
from armillary.core.errors import ArmillaryError, BadInput, NotToAct
from armillary.core.match import AnyMatch, Snapshot
from armillary.core.values import Seat, Violation
from armillary.server import replay
from armillary.server.clock import Clock
from armillary.server.problems import Conflict, NotFound
from armillary.server.records import LogRow, MatchRow
from armillary.server.replay import Past
from armillary.server.room import Plan, Room, Standing, plan
from armillary.server.store import Stale, Store

TRIES = 20
MOST_ROOMS = 5_000
"""Kept though nobody uses them; a room in use stays in any case."""

Planner = Callable[[Standing], Plan | None]
Listener = Callable[[Room], None]


class Given(msgspec.Struct, frozen=True):
    """An order that is durable: the seq and the step it led to, and whether it was the last one in."""

    seq: int
    step: int
    resolved: bool
    violations: tuple[Violation, ...] = ()
    """What of it will do nothing, or something else than it says."""


class Hall:
    """Matches of every game, in memory as long as they are in use."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Every room anybody holds on to: there is never a second one of the same match."""
        self.listeners: list[Listener] = []
        """Called after every change made here: bots and clocks are woken by it."""
        self._kept: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room]] = {}

    # -- rooms -------------------------------------------------------------------------------------------

    async def room(self, match_id: str) -> Room:
        """The room of a match, as new as the database; raises `NotFound`."""
        room = self.rooms.get(match_id)
        if room is None:
            return await self._open(match_id)
        self._keep(room)
        if self.store.is_shared:
            await self._catch_up(room)
        return room

    def _keep(self, room: Room) -> None:
        """In memory from now on, until so many others were used since."""
        self._kept[room.row.id] = room
        self._kept.move_to_end(room.row.id)
        while len(self._kept) > MOST_ROOMS:
            self._kept.popitem(last=False)

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
        match = await self._restored(row, row.version) if row.has_begun else None
        room = self.rooms[match_id] = Room(Standing(row, match))
        self._keep(room)
        return room

    async def _restored(self, row: MatchRow, seq: int) -> AnyMatch:
        """The match as it was at a seq, from the newest snapshot before it and the rows behind that."""
        match, since = replay.begun(row), 0
        kept = await self.store.snapshot(row.id, seq)
        if kept is not None:
            since, body = kept
            match = match.restored(codec.decode(body, Snapshot))
        return replay.replayed(match, await self.store.log(row.id, since, seq))

    async def refresh(self, match_id: str) -> None:
        """Catch up with what other processes did."""
        room = self.rooms.get(match_id)
        if room is not None:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        """Bring a room to where the database is, and tell those who wait at it."""
        seq = room.seq
        news = await self.store.news(room.row.id, seq)
        if news is None:
            return
        if room.seq == seq:
            room.catch_up(news.row, news.tail)
            room.wake()
        else:  # a change of our own was accepted meanwhile
            await self._catch_up(room)

    # -- changes -----------------------------------------------------------------------------------------

    async def change(self, match_id: str, planner: Planner) -> Room:
        """Work out a change, make it durable, accept it, tell. A planner that gives None has nothing to change."""
        room, _ = await self._changed(match_id, planner)
        return room

    async def _changed(self, match_id: str, planner: Planner) -> tuple[Room, Plan | None]:
        room = self.rooms.get(match_id) or await self._open(match_id)
        for _ in range(TRIES):
            try:
                planned = planner(room.head)
            except ArmillaryError:
                if await self._is_newer(room):
                    continue
                raise
            if planned is None:
                if not await self._is_newer(room):
                    return room, None
            elif await self._is_made(room, planned):
                return room, planned
        raise Conflict("too many changes at once; try again")

    async def _is_newer(self, room: Room) -> bool:
        """Is there more to know? A refusal, or nothing to do, stands only on what is durable, and on all of it."""
        if room.last_on_its_way is not None:
            await room.last_on_its_way.settled()
            return True
        seq = room.seq
        if self.store.is_shared:
            await self._catch_up(room)
        return room.seq != seq

    async def _is_made(self, room: Room, planned: Plan) -> bool:
        """Make a change durable, or find that somebody else was first.

        The store itself has the change accepted, right after the commit: whoever asked may be gone by then.
        """
        job = self.store.append(planned.change, partial(self._settle, room, planned), room.last_on_its_way)
        room.send(planned, job)
        try:
            await job
        except Stale:
            await self._catch_up(room)
            return False
        return True

    def _settle(self, room: Room, planned: Plan, error: Exception | None) -> None:
        """It was made, and everybody is told; or it was not."""
        room.settle(planned, error)
        if error is None:
            room.wake()
            for listener in self.listeners:
                listener(room)

    async def submit(
        self, match_id: str, seat: Seat, order: Any, key: str | None = None, step: int | None = None
    ) -> Given:
        """Give or change a seat's order; the last one in resolves the turn.

        An order meant for one `step` is not taken for another that began meanwhile.
        """
        if key is not None and not key.isprintable():
            raise BadInput("idempotency key: only printable characters")
        violations: tuple[Violation, ...] = ()

        def planner(on: Standing) -> Plan:
            nonlocal violations
            match = on.playing
            if step is not None and step != match.step:
                raise NotToAct(f"this order is meant for step {step}, and the match is at step {match.step}")
            violations = match.check(seat, order)
            after = match.place(seat, order, violations)
            return plan(on, self.clock.now(), ("order", seat, codec.encode(order).decode(), key), match=after)

        _, planned = await self._changed(match_id, planner)
        assert planned is not None
        return _given(planned.change.rows, violations)

    async def given_before(self, match_id: str, seat: Seat, key: str | None, order: Any) -> Given | None:
        """What this key's order was answered with the first time; raises `Conflict` when it was another order."""
        row = await self.store.keyed(match_id, seat, key) if key is not None and key.isprintable() else None
        if row is None:
            return None
        if order is not None and row.body != codec.encode(order).decode():
            raise Conflict("this idempotency key was used for another order")
        before = await self._restored((await self.room(match_id)).row, row.seq - 1)
        violations = before.check(seat, codec.decode(row.body, before.game.order))
        return _given(await self.store.log(match_id, row.seq - 1, row.seq + 1), violations)

    async def withdraw(self, match_id: str, seat: Seat) -> Room:
        """Take a pending order back."""
        return await self.change(
            match_id,
            lambda on: plan(on, self.clock.now(), ("withdraw", seat, "null", None), match=on.playing.withdraw(seat)),
        )

    async def resign(self, match_id: str, seat: Seat) -> Room:
        """Give a seat up."""
        return await self.change(
            match_id,
            lambda on: plan(on, self.clock.now(), ("resign", seat, "null", None), match=on.playing.resign(seat)),
        )

    async def offer_draw(self, match_id: str, seat: Seat) -> Room:
        """Offer a draw, or agree to one; whoever has done so already changes nothing."""

        def planner(on: Standing) -> Plan | None:
            match = on.playing
            if match.drawn or seat in match.offers:
                return None
            after = match.offer_draw(seat)
            _expect_people(on.row, match)
            return plan(on, self.clock.now(), ("draw", seat, "null", None), match=after)

        return await self.change(match_id, planner)

    async def take_back_draw(self, match_id: str, seat: Seat) -> Room:
        """Offer a draw no longer; whoever offers none changes nothing."""

        def planner(on: Standing) -> Plan | None:
            match = on.playing
            if not match.outcome and seat not in match.offers:
                return None
            return plan(on, self.clock.now(), ("no_draw", seat, "null", None), match=match.take_back_draw(seat))

        return await self.change(match_id, planner)

    async def expire(self, match_id: str) -> Room:
        """Apply default orders, if the deadline has really passed; asking twice does no harm."""

        def planner(on: Standing) -> Plan | None:
            now = self.clock.now()
            if on.row.status != "playing" or on.row.deadline is None or on.row.deadline > now:
                return None
            return plan(on, now, ("expire", 0, "null", None), match=on.playing.expire())

        return await self.change(match_id, planner)

    # -- the past ----------------------------------------------------------------------------------------

    async def past(self, room: Room) -> list[Past]:
        """Every step so far, for history."""
        if room.past is None:
            seq = room.seq
            found = replay.history(room.row, await self.store.log(room.row.id, 0, seq))
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
        match = room.earlier.pop(step, None)
        if match is None:
            match = await self._before_step(room, step + 1)
        room.remember(step, match)
        return match

    async def _before_step(self, room: Room, step: int) -> AnyMatch:
        """The match before the row that resolved a step; steps that were resolved together have one row."""
        resolved = await self.store.step_seq(room.row.id, step)
        return replay.without_log(await self._restored(room.row, resolved - 2))

    async def whole(self, room: Room) -> AnyMatch:
        """The match with its whole log, for its record."""
        return replay.replayed(replay.begun(room.row), await self.store.log(room.row.id, 0, room.seq))


def _expect_people(row: MatchRow, match: AnyMatch) -> None:
    """Raise unless everybody who still plays can be asked for a draw."""
    bots = [str(seat) for seat in match.standing if row.seats[seat - 1].kind == "bot"]
    if bots:
        raise Conflict(f"bots never agree to a draw, and one still plays on seat {', '.join(bots)}")


def _given(rows: Sequence[LogRow], violations: tuple[Violation, ...] = ()) -> Given:
    """An order's row, with the step it resolved, if any, right behind it."""
    resolved = len(rows) > 1 and rows[1].kind == "step"
    last = rows[1] if resolved else rows[0]
    return Given(last.seq, last.step, resolved, violations)
