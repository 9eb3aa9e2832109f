"""The proof: every match of a database, replayed from its log, is what its snapshots, hashes and row say."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from sqlalchemy import select

from armillary.core import codec
from armillary.core.errors import ArmillaryError
from armillary.core.match import AnyMatch, Snapshot
from armillary.server import replay, schema
from armillary.server.records import LogRow, MatchRow
from armillary.server.store import Store, match_row


class Finding(msgspec.Struct, frozen=True):
    """One match looked at; no fault: it is well."""

    match: str
    game: str
    steps: int
    fault: str | None = None


async def examine(store: Store) -> AsyncIterator[Finding]:
    """Every match, one after the other."""
    for row in await store.read(select(schema.matches).order_by(schema.matches.c.created_at)):
        yield await _examined(store, match_row(row))


async def _examined(store: Store, row: MatchRow) -> Finding:
    log = await store.log(row.id)
    try:
        _log_is_whole(row, log)
        steps = 0 if row.status == "open" else await _replays(store, row, log)
    except ArmillaryError as error:
        return Finding(row.id, row.game, 0, str(error))
    return Finding(row.id, row.game, steps)


def _log_is_whole(row: MatchRow, log: list[LogRow]) -> None:
    if [entry.seq for entry in log] != list(range(1, row.version + 1)):
        raise ArmillaryError(f"the log has {len(log)} rows, the match says {row.version}")


async def _replays(store: Store, row: MatchRow, log: list[LogRow]) -> int:
    """The match to its end; every stored hash and snapshot is compared on the way."""
    table = schema.snapshots
    kept = {each.seq: each.body for each in await store.read(select(table).where(table.c.match == row.id))}
    opening = match = replay.begun(row)
    for entry in log:
        match = replay.applied(match, entry)
        if entry.seq in kept:
            _same_snapshot(opening, match, kept.pop(entry.seq))
    if kept:
        raise ArmillaryError(f"snapshots behind the end of the log: {sorted(kept)}")
    if codec.encode(match.outcome) != codec.encode(row.outcome) or (row.status == "over") != (
        match.outcome is not None
    ):
        raise ArmillaryError("the row's outcome is not the replay's")
    return match.step


def _same_snapshot(opening: AnyMatch, match: AnyMatch, body: str) -> None:
    snapshot: Snapshot = codec.decode(body, Snapshot)
    restored = opening.restored(snapshot)
    if (restored.state, restored.step, restored.hashes[-1]) != (match.state, match.step, match.hashes[-1]):
        raise ArmillaryError(f"the snapshot of step {snapshot.step} is not what the log gives")
