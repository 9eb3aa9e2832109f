"""The proof: every match of a database, replayed from its log, is what its snapshots, hashes and row say."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from sqlalchemy import select

from armillary.core.errors import ArmillaryError
from armillary.server import schema
from armillary.server.columns import log_row, match_row
from armillary.server.database import NotReady
from armillary.server.store import Store
from armillary.server.verdict import Kept, KeptSnapshot, judged

PAGE = 500
"""How many matches are known of at once, however many there are."""


class Finding(msgspec.Struct, frozen=True):
    """One match looked at; no fault: it is well."""

    match: str
    game: str
    steps: int
    fault: str | None = None


async def examine(store: Store) -> AsyncIterator[Finding]:
    """Every match, one after the other; the server may go on meanwhile."""
    table, last = schema.matches, ""
    known = select(table.c.id, table.c.game).order_by(table.c.id).limit(PAGE)
    while rows := await store.read(known.where(table.c.id > last)):
        for row in rows:
            yield await _examined(store, row.id, row.game)
        last = rows[-1].id


async def _examined(store: Store, match_id: str, game: str) -> Finding:
    try:
        steps = judged(await _kept(store, match_id))
    except NotReady:  # says nothing of the match
        raise
    except Exception as error:  # noqa: BLE001 (a damaged row may break anything: that is what is being looked for)
        return Finding(match_id, game, 0, str(error) or type(error).__name__)
    return Finding(match_id, game, steps)


async def _kept(store: Store, match_id: str) -> Kept:
    """Everything of a match at one moment: it may be played while it is looked at."""
    tables = (schema.log, schema.snapshots, schema.sitting)
    rows, log, snapshots, sitting = await store.read_together(
        select(schema.matches).where(schema.matches.c.id == match_id),
        *(select(table).where(table.c.match == match_id) for table in tables),
    )
    if not rows:
        raise ArmillaryError("the match has gone")
    return Kept(
        match_row(rows[0]),
        sorted((log_row(row) for row in log), key=lambda row: row.seq),
        [KeptSnapshot(each.round, each.seq, each.body) for each in snapshots],
        [each.player for each in sitting],
    )
