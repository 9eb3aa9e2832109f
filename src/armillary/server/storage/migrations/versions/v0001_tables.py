"""The tables of 0.1.0, from which every later release goes on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Players, tokens, matches, seats, journals, snapshots, lines of chat by player, removals, secrets, revisions."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("revoked_at", sa.BigInteger),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("created_by", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("origin", sa.String(8), nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("config", sa.Text, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("spectators", sa.Text, nullable=False),
        sa.Column("autostart", sa.Integer, nullable=False),
        sa.Column("absent", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("pause", sa.Text, nullable=False),
        sa.Column("rematch", sa.String(32)),
        sa.Column("address", sa.String(32)),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("outcome", sa.Text),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer),
        sa.Column("phase", sa.Text),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger),
        sa.Column("last", sa.Text, nullable=False),
        sa.Column("heard", sa.Integer, nullable=False),
        sa.Column("category", sa.String(24), nullable=False),
        sa.Column("precedence", sa.Integer, nullable=False),
        sa.Column("listed_at", sa.BigInteger, nullable=False),
    )
    op.create_index("matches_by_category", "matches", ["category", "precedence", "listed_at", "id"])
    op.create_index("matches_by_game", "matches", ["game", "category", "precedence", "listed_at", "id"])
    op.create_index("matches_by_status", "matches", ["status", "changed_at"])
    op.create_index("matches_by_deadline", "matches", ["deadline"])
    op.create_index("matches_by_maker", "matches", ["created_by", "status"])
    op.create_index("matches_by_address", "matches", ["address", "turn"])
    uploaded = sa.text("origin = 'upload'")
    op.create_index("matches_uploaded", "matches", ["created_at"], sqlite_where=uploaded, postgresql_where=uploaded)
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id")),
        sa.Column("bot", sa.Text),
        sa.Column("invite", sa.String(64)),
        sa.Column("result", sa.Integer),
        sa.Column("missed", sa.Integer, nullable=False),
    )
    op.create_index("seats_by_player", "seats", ["player", "result"])
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
    op.create_table(
        "snapshots",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "said",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), nullable=False, index=True),
    )
    op.create_table(
        "removals",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "revisions",
        sa.Column("revision", sa.String(8), primary_key=True),
        sa.Column("oldest", sa.String(8), nullable=False),
    )
    op.execute("INSERT INTO revisions VALUES ('0001', '0001')")
