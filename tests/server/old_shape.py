"""A database as the server wrote it before seats were rows, and the answers it gave then.

`data/old_shape.sql` is a dump of it: open matches with free, invited and bot seats, one that waits for its start,
running ones with pending orders, against bots, with chat, an offer of a draw and a resignation, finished ones, and one
that was called off.
`data/old_shape.json` holds the answers, by viewer and path; of refusals the code, of history what came of each turn.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData

from armillary.server.settings import async_url
from armillary.server.storage.database import Database
from armillary.server.storage.migrations import upgrade
from armillary.server.storage.postgresql import PostgresqlServer

DATA = Path(__file__).parent / "data"
OLD: dict[str, Any] = json.loads((DATA / "old_shape.json").read_text("utf-8"))
BEFORE = "0002"
"""The revision of its tables."""


def write_file(file: Path) -> None:
    """The database as a SQLite file."""
    with sqlite3.connect(file) as connection:
        connection.executescript((DATA / "old_shape.sql").read_text("utf-8"))
    connection.close()


async def write_to(url: str) -> None:
    """The same rows in a PostgreSQL database."""
    source = sqlite3.connect(":memory:")
    source.executescript((DATA / "old_shape.sql").read_text("utf-8"))
    source.row_factory = sqlite3.Row

    def copy(connection: Connection) -> None:
        upgrade(connection, BEFORE)
        tables = MetaData()
        tables.reflect(connection)
        for table in tables.sorted_tables:
            rows = [dict(row) for row in source.execute(f'SELECT * FROM "{table.name}"')]
            if rows and table.name != "alembic_version":
                connection.execute(table.insert(), rows)

    database: Database = PostgresqlServer(async_url(url))
    await database.prepare(copy)
    await database.close()
    source.close()
