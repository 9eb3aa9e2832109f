"""Many rows in one statement: they come as one JSON parameter, and the database takes them apart.

Whatever the number of rows, the statement is the same, so it is compiled once, and the database is asked once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Column, FromClause, Insert, Select, Update, bindparam, cast, func, insert, select, true, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.types import JSON, Text

from armillary.server import schema

ROWS = "rows"
CHANNEL = "armillary"
"""What notes between processes are called, whichever way they go."""


def rows(values: Iterable[dict[str, Any]]) -> dict[str, str]:
    """The parameter of every statement here."""
    return {ROWS: msgspec.json.encode(list(values)).decode()}


def _given(dialect: str, columns: Sequence[Column[Any]]) -> FromClause:
    """The rows of the parameter, as a table with these columns."""
    if dialect == "postgresql":
        given = func.json_to_recordset(cast(bindparam(ROWS, type_=Text), JSON)).table_valued(*columns)
        return given.render_derived(with_types=True)
    each = func.json_each(bindparam(ROWS)).table_valued("value")
    parts = (func.json_extract(each.c.value, f"$.{column.name}").label(column.name) for column in columns)
    return select(*parts).subquery()


class Statements:
    """What the store reads and writes many rows with, in one database's words."""

    def __init__(self, dialect: str, *, notifies: bool) -> None:
        self.moved = _moved(dialect)
        self.tails = _tails(dialect)
        self.held_versions = _held_versions(dialect)
        self.raise_versions = _raise_versions(dialect)
        self.append_log = _insert(dialect, schema.log)
        self.keep_snapshots = _keep_snapshots(dialect)
        self.tell_others = _tell_others(dialect) if notifies and dialect == "postgresql" else None


def _moved(dialect: str) -> Select[Any]:
    """Those of some matches that are beyond the version given with each."""
    table = schema.matches
    given = _given(dialect, [table.c.id, table.c.version])
    return select(table).join(given, table.c.id == given.c.id).where(table.c.version > given.c.version)


def _tails(dialect: str) -> Select[Any]:
    """The rows of some matches' logs behind the version given with each, in order."""
    table = schema.log
    given = _given(dialect, [schema.matches.c.id, schema.matches.c.version])
    behind = select(table).join(given, table.c.match == given.c.id).where(table.c.seq > given.c.version)
    return behind.order_by(table.c.match, table.c.seq)


def _held_versions(dialect: str) -> Select[Any]:
    """The versions of some matches as one JSON object, held until the transaction ends; in one order everywhere, so
    that two processes never wait for each other's rows in a circle."""
    table, given = schema.matches, _given(dialect, [schema.matches.c.id])
    found = select(table.c.id, table.c.version).where(table.c.id.in_(select(given.c.id)))
    held = found.order_by(table.c.id).with_for_update().subquery()
    gathered = func.json_object_agg if dialect == "postgresql" else func.json_group_object
    return select(cast(gathered(held.c.id, held.c.version), Text))


def _raise_versions(dialect: str) -> Update:
    """What changes in a match's row, together with its version."""
    table = schema.matches
    changing = [table.c[name] for name in ("status", "seats", "deadline", "outcome", "changed_at", "version")]
    given = _given(dialect, [table.c.id, *changing])
    return update(table).where(table.c.id == given.c.id).values({each.name: given.c[each.name] for each in changing})


def _insert(dialect: str, table: Any) -> Insert:
    given = _given(dialect, list(table.columns))
    return insert(table).from_select(list(table.columns.keys()), select(given))


def _keep_snapshots(dialect: str) -> Any:
    """A round keeps its last snapshot."""
    table = schema.snapshots
    given = _given(dialect, list(table.columns))
    made = (postgresql if dialect == "postgresql" else sqlite).insert(table)
    # Without a condition SQLite would take the conflict's ON for a join's.
    made = made.from_select(list(table.columns.keys()), select(given).where(true()))
    return made.on_conflict_do_update(
        index_elements=["match", "round"], set_={"seq": made.excluded.seq, "body": made.excluded.body}
    )


def _tell_others(dialect: str) -> Select[Any]:
    """Other processes hear of these matches as soon as the transaction is committed."""
    given = _given(dialect, [schema.matches.c.id, schema.matches.c.version])
    return select(func.pg_notify(CHANNEL, func.concat(given.c.id, " ", given.c.version)))
