"""Matches that come whole, from a record."""

from __future__ import annotations

from sqlalchemy import Connection, insert

from armillary.core.values import Seat
from armillary.server.matches.rows import Stored
from armillary.server.storage import counts, tables
from armillary.server.storage.columns import journal_columns, match_columns, seat_columns
from armillary.server.storage.store import Store


async def keep(store: Store, stored: Stored, most: int) -> int | None:
    """Insert a match with all that belongs to it, unless its owner has `most` of them.

    Returns how many they have; None while another process makes a match for the same player, and nothing is inserted.
    """

    def work(connection: Connection) -> int | None:
        row = stored.row
        if not counts.hold(connection, row.created_by):
            return None
        others = counts.count_uploads(connection, row.created_by)
        if others < most:
            seats: list[Seat] = stored.seats
            snapshots = [
                {"match": row.id, "round": each.round, "seq": each.seq, "body": each.body} for each in stored.snapshots
            ]
            connection.execute(insert(tables.matches), match_columns(row))
            connection.execute(insert(tables.seats), [seat_columns(row, seat) for seat in seats])
            connection.execute(insert(tables.journal), [journal_columns(row.id, each) for each in stored.journal])
            connection.execute(insert(tables.snapshots), snapshots)
        return others

    return await store.write(work)
