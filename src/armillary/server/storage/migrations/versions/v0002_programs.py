"""Players that are programs are marked, and so are the seats they take."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what servers of the release before need not know."""
    for table in ("players", "seats"):
        op.add_column(table, sa.Column("program", sa.Integer, nullable=False, server_default="0"))
    op.execute("INSERT INTO revisions VALUES ('0002', '0001')")
