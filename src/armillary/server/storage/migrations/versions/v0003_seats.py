"""Seats are rows, the log is the journal, and a match's version is its seq."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SEATS_AT_ONCE = 1000


def upgrade() -> None:
    """Move the seats out of the matches' rows, then rename."""
    seats = op.create_table(
        "seats",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id")),
        sa.Column("bot", sa.Text),
        sa.Column("invite", sa.String(64)),
        sa.Column("result", sa.Integer),
    )
    matches = sa.table("matches", sa.column("id"), sa.column("seats"), sa.column("outcome"))
    connection, last = op.get_bind(), ""
    page = sa.select(matches).order_by(matches.c.id).limit(SEATS_AT_ONCE)
    while rows := connection.execute(page.where(matches.c.id > last)).all():
        connection.execute(sa.insert(seats), [seat for row in rows for seat in _seats_of(row)])
        last = rows[-1].id
    op.create_index("seats_by_player", "seats", ["player"])
    op.drop_table("sitting")
    op.execute("ALTER TABLE matches DROP COLUMN seats")
    op.execute("ALTER TABLE matches RENAME COLUMN version TO seq")
    _rename_the_log()


def _seats_of(row: Any) -> list[dict[str, Any]]:
    """The seats of a match, with the place of each where the match is over."""
    results: dict[int, int] = {}
    for group in json.loads(row.outcome)["ranking"] if row.outcome else ():
        results |= dict.fromkeys(group, len(results) + 1)
    names = ("kind", "name", "player", "bot", "invite")
    return [
        {"match": row.id, "seat": seat, "result": results.get(seat), **{name: each[name] for name in names}}
        for seat, each in enumerate(json.loads(row.seats), start=1)
    ]


def _rename_the_log() -> None:
    """Copied into a new table: SQLite cannot rename what is unique in an old one."""
    op.create_table(
        "journal",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("match", "seat", "key", name="journal_idempotency"),
    )
    columns = ("match", "seq", "step", "seat", "kind", "body", "key", "at")
    old, new = (sa.table(name, *(sa.column(each) for each in columns)) for name in ("log", "journal"))
    op.execute(sa.insert(new).from_select(columns, sa.select(old)))
    op.drop_table("log")


def downgrade() -> None:
    """There is no way back but the backup."""
    raise RuntimeError("restore the backup made before the upgrade")
