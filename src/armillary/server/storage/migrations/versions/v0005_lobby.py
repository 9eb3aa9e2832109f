"""Terms that change before the start, seats that change hands, pauses, rematches, forks and uploaded records."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

MATCHES_AT_ONCE = 1000


def upgrade() -> None:
    """New columns; who began a match were those on its seats, since nobody could take a seat over."""
    for column in (
        sa.Column("origin", sa.String(8), nullable=False, server_default="table"),
        sa.Column("position", sa.Text),
        sa.Column("absent", sa.Text, nullable=False, server_default="{}"),
        sa.Column("players", sa.Text, nullable=False, server_default="[]"),
        sa.Column("pause", sa.Text, nullable=False, server_default="{}"),
        sa.Column("rematch", sa.String(32)),
    ):
        op.add_column("matches", column)
    op.add_column("seats", sa.Column("missed", sa.Integer, nullable=False, server_default="0"))
    _fill_players()


def _fill_players() -> None:
    matches = sa.table("matches", sa.column("id"), sa.column("status"), sa.column("players"))
    seats = sa.table("seats", sa.column("match"), sa.column("seat"), sa.column("name"))
    connection, last = op.get_bind(), ""
    begun = sa.select(matches.c.id).where(matches.c.status.in_(("playing", "over")))
    page = begun.order_by(matches.c.id).limit(MATCHES_AT_ONCE)
    fill = sa.update(matches).where(matches.c.id == sa.bindparam("match")).values(players=sa.bindparam("names"))
    while found := connection.execute(page.where(matches.c.id > last)).scalars().all():
        names: dict[str, list[str]] = {match: [] for match in found}
        of_these = sa.select(seats).where(seats.c.match.in_(found)).order_by(seats.c.match, seats.c.seat)
        for row in connection.execute(of_these):
            names[row.match].append(row.name)
        connection.execute(fill, [{"match": match, "names": json.dumps(each)} for match, each in names.items()])
        last = found[-1]


def downgrade() -> None:
    """There is no way back but the backup."""
    raise RuntimeError("restore the backup made before the upgrade")
