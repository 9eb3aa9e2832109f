"""What lists show of a match stands in its row; matches made before get it with their next step."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Round, phase, whom the match waits for, since when, what happened last, and up to where all may know of it."""
    op.add_column("matches", sa.Column("round", sa.Integer))
    op.add_column("matches", sa.Column("phase", sa.Text))
    op.add_column("matches", sa.Column("waiting", sa.Text, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("since", sa.BigInteger))
    op.add_column("matches", sa.Column("last", sa.Text, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("heard", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE matches SET heard = seq")


def downgrade() -> None:
    """Without them."""
    for name in ("round", "phase", "waiting", "since", "last", "heard"):
        op.drop_column("matches", name)
