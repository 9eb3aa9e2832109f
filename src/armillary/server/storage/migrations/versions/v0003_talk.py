"""Tables agree on how players talk, and matches know their newest lines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

PUBLIC = '{"kind":"public","watched":false,"revealed":false}'


def upgrade() -> None:
    """Add what servers of the release before need not know: of lines that two seats have for themselves, they show
    nothing to anybody."""
    op.add_column("matches", sa.Column("talk", sa.Text, nullable=False, server_default=PUBLIC))
    op.add_column("matches", sa.Column("said", sa.Text, nullable=False, server_default="[]"))
    op.execute("INSERT INTO revisions VALUES ('0003', '0001')")
