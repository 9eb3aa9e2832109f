"""The proof: every match of a database, replayed from its log, is what its snapshots, hashes and row say."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from sqlalchemy import select

from armillary.core import codec
from armillary.core.errors import ArmillaryError
from armillary.core.match import AnyMatch
from armillary.server import replay, schema
from armillary.server.records import LogRow, MatchRow
from armillary.server.store import Store


class Finding(msgspec.Struct, frozen=True):
    """One match looked at; no fault: it is well."""

    match: str
    game: str
    steps: int
    fault: str | None = None


async def examine(store: Store) -> AsyncIterator[Finding]:
    """Every match, one after the other; the server may go on meanwhile."""
    table = schema.matches
    known = select(table.c.id, table.c.game).order_by(table.c.created_at)
    for row in await store.read(known):
        yield await _settled(store, row.id, row.game)


async def _settled(store: Store, match_id: str, game: str) -> Finding:
    """A fault counts once the match held still while it was looked at."""
    while True:
        version = await store.version(match_id)
        finding = await _examined(store, match_id, game)
        if finding.fault is None or version == await store.version(match_id):
            return finding


async def _examined(store: Store, match_id: str, game: str) -> Finding:
    try:
        steps = await _replayed(store, match_id)
    except Exception as error:  # noqa: BLE001 (a damaged row may break anything: that is what is being looked for)
        return Finding(match_id, game, 0, str(error) or type(error).__name__)
    return Finding(match_id, game, steps)


async def _replayed(store: Store, match_id: str) -> int:
    row = await store.match(match_id)
    if row is None:
        raise ArmillaryError("the match has gone")
    log = await store.log(match_id)
    _log_is_whole(row, log)
    return await _replays(store, row, log) if row.has_begun else 0


def _log_is_whole(row: MatchRow, log: list[LogRow]) -> None:
    if [entry.seq for entry in log] != list(range(1, row.version + 1)):
        raise ArmillaryError(f"the log has {len(log)} rows, the match says {row.version}")


async def _replays(store: Store, row: MatchRow, log: list[LogRow]) -> int:
    """The match to its end; every stored hash and snapshot is compared on the way."""
    table = schema.snapshots
    kept = {each.seq: each.body for each in await store.read(select(table).where(table.c.match == row.id))}
    match, owed = replay.begun(row), False
    for entry in log:
        _every_step_once(entry, owed)
        following = replay.applied(match, entry)
        match, owed = following, following.step > match.step
        _same_snapshot(match, kept.pop(entry.seq, None))
    if owed or kept:
        raise ArmillaryError("the log ends before its last step, or before the last snapshot")
    if codec.encode(match.outcome) != codec.encode(row.outcome) or (row.status == "over") != bool(match.outcome):
        raise ArmillaryError("the row's outcome is not the replay's")
    return match.step


def _every_step_once(entry: LogRow, owed: bool) -> None:
    """What resolves a step is followed by that step, and nothing else is."""
    if (entry.kind == "step") != owed:
        raise ArmillaryError(f"seq {entry.seq}: {'no step where one' if owed else 'a step where none'} was resolved")


def _same_snapshot(match: AnyMatch, body: str | None) -> None:
    if body is not None and body != codec.encode(match.snapshot()).decode():
        raise ArmillaryError(f"the snapshot of step {match.step} is not what the log gives")
