"""The tables. A match is its row and its log; everything else about it can be computed again.

`log` is append-only. Every append raises `matches.version` to the last row's `seq` in the same transaction, and only
from the version it was computed on: whoever comes second reloads and tries again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

ID = String(32)

players = Table(
    "players",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", ID, primary_key=True),
    Column("player", ID, ForeignKey("players.id"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", ID, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("config", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("pace", Text, nullable=False),
    Column("spectators", Text, nullable=False),
    Column("autostart", Integer, nullable=False),
    Column("created_by", ID, ForeignKey("players.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # What follows changes, together with `version`.
    Column("status", String(10), nullable=False),
    Column("seats", Text, nullable=False),
    Column("deadline", BigInteger),
    Column("outcome", Text),
    Column("changed_at", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Index("matches_by_status", "status", "changed_at"),
    Index("matches_by_deadline", "deadline"),
    Index("matches_by_maker", "created_by", "status"),
)

sitting = Table(
    "sitting",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("player", ID, ForeignKey("players.id"), primary_key=True),
    Index("sitting_by_player", "player"),
)

log = Table(
    "log",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("step", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("body", Text, nullable=False),
    Column("key", String(64)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("match", "seat", "key", name="log_idempotency"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
