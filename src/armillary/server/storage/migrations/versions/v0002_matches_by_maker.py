"""Matches are found by who made them: there is a limit to how many of one player's may be open."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The index."""
    op.create_index("matches_by_maker", "matches", ["created_by", "status"])


def downgrade() -> None:
    """Without it."""
    op.drop_index("matches_by_maker", "matches")
