"""Statements in each database's words. Many rows go into one statement: they come as one JSON parameter, and the
database takes them apart. Whatever their number, the statement stays the same, so it is compiled once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    FromClause,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    cast,
    func,
    insert,
    literal,
    null,
    select,
    text,
    true,
)
from sqlalchemy import update as update_table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.types import JSON, Text

from armillary.server.storage import tables
from armillary.server.storage.columns import MATCH_FIELDS, ROWS, SEAT_FIELDS

CHANGING = (
    *("status", "deadline", "outcome", "changed_at", "seq"),
    *("round", "phase", "waiting", "since", "last", "heard", "said"),
    *("category", "precedence", "listed_at"),
)
CHANNEL = "armillary"
"""What notes between processes are sent under, whichever way they go."""
_SHOWN = [column for column in tables.matches.columns if column.name in MATCH_FIELDS]
_CREDENTIALS = (tables.players, tables.tokens)


class Statements:
    """What the store reads and writes with, in one database's words."""

    def __init__(self, dialect: str, *, notifies: bool) -> None:
        self._dialect = dialect
        self.matches = self._matches(*_SHOWN)
        self.lines = self._lines()
        self.moved = self._moved()
        self.tails = self._tails()
        self.hold_seqs = self._hold_seqs()
        self.update_matches = self._update_matches(*CHANGING)
        self.update_terms = self._update_matches(
            *("config", "pace", "spectators", "autostart", "absent", "talk"),
            *("players", "pause", "rematch", "address", "turn"),
        )
        self.append_journal = self._append_journal()
        self.keep_snapshots = self._upsert_rows(tables.snapshots, ["match", "round"])
        self.keep_seats = self._upsert_rows(tables.seats, ["match", "seat"])
        self.notify = self._notify() if notifies and dialect == "postgresql" else None
        self.say = self._say()
        self.signed_in = self._signed_in()

    def insert(self, table: Table) -> Any:
        """An insert that knows what to do on a conflict."""
        return (postgresql if self._dialect == "postgresql" else sqlite).insert(table)

    def _given(self, *columns: Column[Any]) -> FromClause:
        """The rows of the parameter, as a table with these columns."""
        if self._dialect == "postgresql":
            given = func.json_to_recordset(cast(bindparam(ROWS, type_=Text), JSON)).table_valued(*columns)
            return given.render_derived(with_types=True)
        each = func.json_each(bindparam(ROWS)).table_valued("value")
        parts = (func.json_extract(each.c.value, f"$.{column.name}").label(column.name) for column in columns)
        return select(*parts).subquery()

    def _matches(self, *columns: ColumnElement[Any]) -> Select[Any]:
        """Matches, each with its numbered seats in one column, in any order."""
        seats = tables.seats
        fields = [part for name in SEAT_FIELDS for part in (text(f"'{name}'"), seats.c[name])]
        gathered: Any = func.json_group_array(func.json_array(seats.c.seat, func.json_object(*fields)))
        if self._dialect == "postgresql":
            numbered = func.json_build_array(seats.c.seat, func.json_build_object(*fields))
            gathered = cast(func.json_agg(numbered), Text)
        of_match = select(gathered).where(seats.c.match == tables.matches.c.id).scalar_subquery()
        return select(*columns, of_match.label("seats"))

    def _lines(self) -> Select[Any]:
        """Matches without their configs and positions, which can be long and which no list shows."""
        shown = [column for column in _SHOWN if column.name not in ("config", "position")]
        return self._matches(*shown, literal("").label("config"), null().label("position"))

    def _moved(self) -> Select[Any]:
        """Those of some matches that are beyond the seq given with each."""
        table = tables.matches
        given = self._given(table.c.id, table.c.seq)
        return self.matches.join(given, table.c.id == given.c.id).where(table.c.seq > given.c.seq)

    def _tails(self) -> Select[Any]:
        """The rows of some matches' journals after the seq given with each, in order."""
        table = tables.journal
        given = self._given(tables.matches.c.id, tables.matches.c.seq)
        after = select(table).join(given, table.c.match == given.c.id).where(table.c.seq > given.c.seq)
        return after.order_by(table.c.match, table.c.seq)

    def _hold_seqs(self) -> Select[Any]:
        """The seqs of some matches as one JSON object, held until the transaction ends; in the same order everywhere,
        so that two processes never wait for each other's rows in a circle."""
        table, given = tables.matches, self._given(tables.matches.c.id)
        found = select(table.c.id, table.c.seq).where(table.c.id.in_(select(given.c.id)))
        held = found.order_by(table.c.id).with_for_update().subquery()
        gathered = func.json_object_agg if self._dialect == "postgresql" else func.json_group_object
        return select(cast(gathered(held.c.id, held.c.seq), Text))

    def _update_matches(self, *names: str) -> Update:
        """Some columns of matches' rows."""
        table = tables.matches
        changing = [table.c[name] for name in names]
        given = self._given(table.c.id, *changing)
        values = {each.name: given.c[each.name] for each in changing}
        return update_table(table).where(table.c.id == given.c.id).values(values)

    def _append_journal(self) -> Insert:
        table = tables.journal
        return insert(table).from_select(list(table.columns.keys()), select(self._given(*table.columns)))

    def _upsert_rows(self, table: Table, key: Sequence[str]) -> Any:
        """New rows are inserted, known ones replaced."""
        # Without a condition SQLite would take the conflict's ON for a join's.
        made = self.insert(table).from_select(
            list(table.columns.keys()), select(self._given(*table.columns)).where(true())
        )
        others = {name: made.excluded[name] for name in table.columns.keys() if name not in key}  # noqa: SIM118
        return made.on_conflict_do_update(index_elements=key, set_=others)

    def _notify(self) -> Select[Any]:
        """Other processes hear of these matches as soon as the transaction is committed."""
        given = self._given(tables.matches.c.id, tables.matches.c.seq)
        return select(func.pg_notify(CHANNEL, func.concat(given.c.id, " ", given.c.seq)))

    def _signed_in(self) -> CompoundSelect[Any]:
        """Those of some ids that belong to active players or tokens."""
        given = self._given(tables.players.c.id)
        player, token = (select(table.c.id).join(given, table.c.id == given.c.id) for table in _CREDENTIALS)
        return player.where(tables.players.c.revoked_at.is_(None)).union_all(token)

    def _say(self) -> Select[Any]:
        """Other processes hear these notes; only PostgreSQL can do that."""
        given = self._given(Column("note", Text))
        return select(func.pg_notify(CHANNEL, given.c.note))
