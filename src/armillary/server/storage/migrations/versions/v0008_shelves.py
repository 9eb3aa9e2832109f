"""Other people's matches stand on shelves, so that a list never looks at more of them than it shows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The shelf of every match, when others saw it change last, and the indexes that lists are read from."""
    op.add_column("matches", sa.Column("shelf", sa.String(24), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("seen_at", sa.BigInteger, nullable=False, server_default="0"))
    names = ("id", "origin", "pace", "spectators", "status", "created_at", "changed_at", "shelf", "seen_at")
    matches = sa.table("matches", *(sa.column(name, sa.String) for name in names))
    seats = sa.table("seats", sa.column("match"), sa.column("kind"))
    has_seat = sa.select(seats.c.match).where(seats.c.match == matches.c.id, seats.c.kind == "open").exists()
    is_private = matches.c.spectators.startswith('{"policy":"none"')
    is_late = sa.and_(matches.c.status == "playing", ~matches.c.spectators.startswith('{"policy":"public"'))
    which = sa.case(
        (sa.and_(matches.c.status == "open", has_seat), "open"),
        (sa.and_(matches.c.status == "playing", is_private, has_seat), "free"),
        (sa.and_(matches.c.status == "playing", ~is_private, has_seat), "both"),
        (sa.and_(matches.c.status == "playing", ~is_private), "shown"),
        (sa.and_(matches.c.status == "over", ~is_private, matches.c.origin == "table"), "over"),
    )
    paces = [(matches.c.pace.startswith(f'{{"kind":"{kind}"'), f" {kind}") for kind in ("live", "correspondence")]
    op.execute(
        sa.update(matches).values(
            shelf=sa.func.coalesce(which + sa.case(*paces, else_=" none"), ""),
            seen_at=sa.case((is_late, matches.c.created_at), else_=matches.c.changed_at),
        )
    )
    op.create_index("matches_by_shelf", "matches", ["shelf", "seen_at", "id"])
    op.create_index("matches_by_game", "matches", ["game", "shelf", "seen_at", "id"])


def downgrade() -> None:
    """There is no way back but the backup."""
    raise RuntimeError("restore the backup made before the upgrade")
