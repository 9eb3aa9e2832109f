"""Seats without a result are found by player: there is a limit to how many unfinished matches somebody may have."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The same index with one column more."""
    op.drop_index("seats_by_player", "seats")
    op.create_index("seats_by_player", "seats", ["player", "result"])


def downgrade() -> None:
    """There is no way back but the backup."""
    raise RuntimeError("restore the backup made before the upgrade")
