"""Identities can be given up: from then on nobody is taken for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """When it was; nobody has so far."""
    op.add_column("players", sa.Column("revoked_at", sa.BigInteger))


def downgrade() -> None:
    """Without it."""
    op.drop_column("players", "revoked_at")
