"""The tables. A match is its row, its seats and its journal; everything else about it can be computed again.

The journal is append-only. Every append raises the match's `seq` to that of its last row, in the same transaction, and
only from the seq it was computed on: the second of two changes reloads and tries again.
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
    text,
)

metadata = MetaData()

ID = String(32)
IS_UPLOAD = text("origin = 'upload'")

players = Table(
    "players",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, index=True),  # exact to a day
    Column("revoked_at", BigInteger),
    Column("program", Integer, nullable=False, server_default="0"),
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
    Column("seed", LargeBinary, nullable=False),
    Column("created_by", ID, ForeignKey("players.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("origin", String(8), nullable=False),
    Column("position", Text),
    # What follows seldom changes.
    Column("config", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("spectators", Text, nullable=False),
    Column("autostart", Integer, nullable=False),
    Column("absent", Text, nullable=False),
    Column("talk", Text, nullable=False, server_default='{"kind":"public","watched":false,"revealed":false}'),
    Column("players", Text, nullable=False),
    Column("pause", Text, nullable=False),
    Column("rematch", ID),
    Column("address", ID),  # a digest of where it was made, while it is open
    Column("turn", Integer, nullable=False),
    # What follows changes, together with `seq`.
    Column("status", String(10), nullable=False),
    Column("deadline", BigInteger),
    Column("outcome", Text),
    Column("changed_at", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    # For lists: where the match stands.
    Column("round", Integer),
    Column("phase", Text),
    Column("waiting", Text, nullable=False),  # `,1,3,`: seats that can be looked for with LIKE
    Column("since", BigInteger),
    Column("last", Text, nullable=False),
    Column("heard", Integer, nullable=False),
    Column("said", Text, nullable=False, server_default="[]"),
    # For lists: where others find the match, in which order (`matches/list_line.py`). Made from the rest of the row.
    Column("category", String(24), nullable=False),
    Column("precedence", Integer, nullable=False),
    Column("listed_at", BigInteger, nullable=False),
    Index("matches_by_category", "category", "precedence", "listed_at", "id"),
    Index("matches_by_game", "game", "category", "precedence", "listed_at", "id"),
    Index("matches_by_status", "status", "changed_at"),
    Index("matches_by_deadline", "deadline"),
    Index("matches_by_maker", "created_by", "status"),
    Index("matches_by_address", "address", "turn"),
    Index("matches_uploaded", "created_at", sqlite_where=IS_UPLOAD, postgresql_where=IS_UPLOAD),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("player", ID, ForeignKey("players.id")),
    Column("bot", Text),
    Column("invite", String(64)),
    Column("result", Integer),
    Column("missed", Integer, nullable=False),
    Column("program", Integer, nullable=False, server_default="0"),
    Index("seats_by_player", "player", "result"),
)

journal = Table(
    "journal",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("step", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("body", Text, nullable=False),
    Column("key", String(64)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("match", "seat", "key", name="journal_idempotency"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

said = Table(  # whose words a line of chat is made of: seats change hands
    "said",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("player", ID, ForeignKey("players.id"), nullable=False, index=True),
)

removals = Table(  # what was removed lately: lines of chat and, where `seq` is 0, matches
    "removals",
    metadata,
    Column("match", ID, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

revisions = Table(
    "revisions",
    metadata,
    Column("revision", String(8), primary_key=True),
    # The earliest revision whose servers can work with these tables.
    Column("oldest", String(8), nullable=False),
)
