"""The past of a match: fetched from its snapshots and its journal, and worked out in the pool."""

from __future__ import annotations

from typing import Any

import msgspec

from armillary.core import codec
from armillary.core.match import AnyMatch, Snapshot
from armillary.core.values import Seat, Violation
from armillary.server.errors import NotFound
from armillary.server.matches import journal, replay
from armillary.server.matches.replay import Eyes, Looks, Stretch
from armillary.server.matches.rows import JournalRow, MatchRow
from armillary.server.play.room import Room
from armillary.server.play.trials import LARGE_BYTES
from armillary.server.storage.store import Store
from armillary.server.work.jobs import Jobs
from armillary.server.work.pool import ANALYSIS, PAST, RECALL

MAX_ORDERS_ANALYSED = 60
"""Orders for which an analysis looks for a better one: some seconds' worth."""
FEW_ROWS = 100
"""Rows of a journal that are replayed at once, at a table that is not large: a millisecond or two."""


class Told(msgspec.Struct, frozen=True):
    """A `History` whose steps are JSON already."""

    steps: list[msgspec.Raw]
    next: int | None


class Past:
    """What was, of all matches."""

    def __init__(self, store: Store, jobs: Jobs) -> None:
        self._store = store
        self._jobs = jobs

    async def history(self, room: Room, eyes: Eyes, since: int, until: int, limit: int) -> Told:
        """About this many steps after one seq and up to another."""
        row = room.row

        async def fetch() -> tuple[Any, ...]:
            # The row that ends the step at `since` may follow it: there is one end more than there are steps to tell.
            ends = await self._store.step_seqs(row.id, since, until, limit + 2)
            goes_on = len(ends) > limit + 1
            return await self._stretch(row, since, ends[limit] if goes_on else until), eyes, since, limit, goes_on

        key = row.id, "history", eyes, since, limit, None if eyes.is_over else until
        told = await self._jobs.do(PAST, key, replay.history, fetch, keep=eyes.is_over)
        return msgspec.json.decode(told, type=Told)

    async def at_step(self, room: Room, step: int) -> tuple[AnyMatch, int]:
        """The match as it was after this many steps, or the last of those resolved together; and at which seq."""
        current, row = room.playing, room.row
        if not 0 <= step <= current.step:
            raise NotFound(f"There is no step {step}; the match is at step {current.step}.")
        if step == current.step:
            return current, room.seq
        found = room.earlier.pop(step, None)
        if found is None:  # as it was before the row that resolved the next step
            until = await self._store.step_seq(row.id, step + 1) - 2

            async def fetch() -> tuple[Any, ...]:
                return (await self._stretch(row, until, until),)

            kept = await self._jobs.do(PAST, (row.id, "snapshot", until), replay.snapshot, fetch)
            found = journal.without_log(current.restored(codec.decode(kept, Snapshot))), until
        room.remember(step, found)
        return found

    async def tables(self, room: Room, seat: Seat | None, first: int, last: int) -> msgspec.Raw:
        """The tables as a seat saw them after each of these numbers of steps, without what never changes."""
        row, seq, newest = room.row, room.seq, room.playing.step

        async def fetch() -> tuple[Any, ...]:
            since = seq if first == newest else await self._store.step_seq(row.id, first + 1) - 2
            until = seq if last == newest else await self._store.step_seq(row.id, last + 1) - 2
            return await self._stretch(row, since, until), seat, first, last

        key = row.id, "tables", seat, first, last, newest if last == newest else None
        keep = row.status == "over"
        return msgspec.Raw(await self._jobs.do(PAST, key, replay.tables, fetch, keep=keep))

    async def record(self, room: Room, only: Seat | None) -> bytes:
        """The record of the whole match; of a seat's own orders only, where one is given."""
        row, is_over = room.row, room.playing.outcome is not None

        async def fetch() -> tuple[Any, ...]:
            return await self._whole(row), only

        key = row.id, "record", only, None if is_over else row.seq
        written: bytes = await self._jobs.do(PAST, key, replay.written, fetch, keep=is_over)
        return written

    async def violations(self, room: Room, given: JournalRow) -> tuple[Violation, ...]:
        """What was wrong with an order when it was given.

        As a rule that is found here at once: whoever repeats an order should not have to wait for a worker to start.
        """
        row, found = room.row, None

        async def fetch() -> tuple[Stretch, JournalRow]:
            return await self._stretch(row, given.seq - 1, given.seq - 1), given

        if room.bytes_read <= LARGE_BYTES:
            before, _ = await fetch()
            found = replay.violations(before, given) if len(before.rows) <= FEW_ROWS else None
        if found is None:  # what it takes is fetched when its turn comes: many may wait
            found = await self._jobs.do(RECALL, (row.id, "violations", given.seq), replay.violations, fetch)
        return codec.decode(found, tuple[Violation, ...])

    async def analysis(self, room: Room) -> Looks:
        """A finished match looked at afterwards."""
        row = room.row

        async def fetch() -> tuple[Any, ...]:
            return await self._whole(row), MAX_ORDERS_ANALYSED

        found = await self._jobs.do(ANALYSIS, (row.id, "analysis"), replay.analysis, fetch, keep=True)
        return codec.decode(found, Looks)

    async def _whole(self, row: MatchRow) -> Stretch:
        return Stretch(row, None, await self._store.moves(row.id, 0, row.seq))

    async def _stretch(self, row: MatchRow, since: int, until: int) -> Stretch:
        """What it takes to replay from one seq to another."""
        kept = await self._store.snapshot(row.id, since)
        start, body = (0, None) if kept is None else kept
        return Stretch(row, body, await self._store.moves(row.id, start, until))
