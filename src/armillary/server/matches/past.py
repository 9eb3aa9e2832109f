"""The past of a match, from its snapshots and its journal."""

from __future__ import annotations

import asyncio

from armillary.core import codec
from armillary.core.match import AnyMatch, Snapshot
from armillary.server.errors import NotFound
from armillary.server.matches import journal
from armillary.server.matches.journal import PastStep
from armillary.server.matches.room import Room
from armillary.server.storage.rows import MatchRow
from armillary.server.storage.store import Store


async def restore(store: Store, row: MatchRow, seq: int) -> AnyMatch:
    """The match as it was at a seq, from the newest snapshot before it and the rows after that."""
    match, since = journal.begin(row), 0
    kept = await store.snapshot(row.id, seq)
    if kept is not None:
        since, body = kept
        match = match.restored(codec.decode(body, Snapshot))
    return journal.replay(match, await store.journal(row.id, since, seq))


async def steps(store: Store, room: Room) -> list[PastStep]:
    """Every step so far. A long match is worked out between other requests, not instead of them."""
    if room.past is None:
        seq, match, found = 0, journal.begin(room.row), list[PastStep]()
        while seq < room.seq:  # it may go on meanwhile
            rows = await store.journal(room.row.id, seq, room.seq)
            for entry in rows:
                match, resolved = journal.follow(match, [entry])
                found += resolved
                if resolved:
                    await asyncio.sleep(0)
            seq = rows[-1].seq
        room.past = found
    return room.past


async def at_step(store: Store, room: Room, step: int) -> AnyMatch:
    """The match as it was after this many steps."""
    current = room.playing
    if not 0 <= step <= current.step:
        raise NotFound(f"There is no step {step}: the match has had {current.step}.")
    if step == current.step:
        return current
    match = room.earlier.pop(step, None)
    if match is None:  # as it was before the row that resolved the next step; steps resolved together share one row
        resolved = await store.step_seq(room.row.id, step + 1)
        match = journal.without_log(await restore(store, room.row, resolved - 2))
    room.remember(step, match)
    return match


async def between(store: Store, room: Room, first: int, last: int) -> list[AnyMatch]:
    """The match after each of these numbers of steps, worked out in one go."""
    current, seq = room.playing, room.seq
    if first == current.step:
        return [current]
    start = await store.step_seq(room.row.id, first + 1) - 2
    until = seq if last == current.step else await store.step_seq(room.row.id, last + 1) - 2
    match = await restore(store, room.row, start)
    found = {first: match}
    for entry in await store.journal(room.row.id, start, until):
        match = journal.without_log(journal.apply(match, entry))
        if match.step not in found:
            await asyncio.sleep(0)
        found[match.step] = match
    shown = [found[first]]
    for step in range(first + 1, last + 1):  # those that were resolved together are seen together
        shown.append(found.get(step, shown[-1]))
    return shown


async def whole(store: Store, room: Room) -> AnyMatch:
    """The match with its whole log, for its record."""
    return journal.replay(journal.begin(room.row), await store.journal(room.row.id, 0, room.seq))
