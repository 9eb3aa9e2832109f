"""Players and their tokens in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from armillary.server.storage import columns, counts, tables
from armillary.server.storage.store import Store, is_id


async def add(store: Store, player_id: str, name: str, now: int) -> None:
    """Insert a new player."""
    row = {"id": player_id, "name": name, "created_at": now, "seen_at": now}
    await store.write(lambda connection: connection.execute(insert(tables.players), row))


async def rename(store: Store, player_id: str, name: str) -> None:
    """Change a player's display name."""
    change = update(tables.players).where(tables.players.c.id == player_id).values(name=name)
    await store.write(lambda connection: connection.execute(change))


async def name_of(store: Store, player_id: str) -> str | None:
    """A player's display name; None where there is no such player, or the identity was deleted."""
    table = tables.players
    query = select(table.c.name).where(table.c.id == player_id, table.c.revoked_at.is_(None))
    rows = await store.read(query)
    return rows[0].name if rows else None


async def find(store: Store, player_id: str) -> tuple[str, bool, int] | None:
    """A player's display name, whether it is a program, and about when they were seen last; None as in `name_of`."""
    table = tables.players
    query = select(table.c.name, table.c.program, table.c.seen_at)
    rows = await store.read(query.where(table.c.id == player_id, table.c.revoked_at.is_(None)))
    return (rows[0].name, bool(rows[0].program), rows[0].seen_at) if rows else None


async def declare_program(store: Store, player_id: str) -> bool:
    """Mark a player as a program; False where they sit at a match that is not over, as whom they were until now."""
    table, seats, matches = tables.players, tables.seats, tables.matches
    unfinished = (
        select(seats.c.match)
        .join(matches, matches.c.id == seats.c.match)
        .where(
            seats.c.player == player_id,
            seats.c.kind.in_(("person", "local")),
            seats.c.result.is_(None),
            matches.c.status.in_(("open", "playing")),
        )
    )
    change = update(table).where(table.c.id == player_id, ~unfinished.exists()).values(program=1)
    return bool((await store.write(lambda connection: connection.execute(change))).rowcount)


async def see(store: Store, player_id: str, now: int) -> bool:
    """A player is here; False where there is no such player any more."""
    here = update(tables.players).where(tables.players.c.id == player_id).values(seen_at=now)
    return bool((await store.write(lambda connection: connection.execute(here))).rowcount)


async def remove_unseen(store: Store, before: int, limit: int) -> int:
    """Remove players who were last seen before then and have no match, nor words in one; returns how many."""
    table, tokens = tables.players, tables.tokens
    has = (tables.matches.c.created_by, tables.seats.c.player, tables.said.c.player)
    nothing = [~select(column).where(column == table.c.id).exists() for column in has]
    unseen = select(table.c.id).where(table.c.seen_at < before, *nothing).limit(limit)

    def work(connection: Connection) -> int:
        gone = connection.execute(unseen.with_for_update(skip_locked=True)).scalars().all()
        connection.execute(delete(tokens).where(tokens.c.player.in_(gone)))
        connection.execute(delete(table).where(table.c.id.in_(gone)))
        return len(gone)

    return await store.write(work)


async def last_name_of(store: Store, player_id: str) -> str:
    """The same for a player there was, whatever became of them."""
    name: str = (await store.read(select(tables.players.c.name).where(tables.players.c.id == player_id)))[0].name
    return name


async def revoke(store: Store, player_id: str, now: int) -> bool:
    """Delete this player's identity and tokens; False where there is no such player."""
    table, tokens = tables.players, tables.tokens
    given_up = update(table).where(table.c.id == player_id, table.c.revoked_at.is_(None)).values(revoked_at=now)

    def work(connection: Connection) -> bool:
        connection.execute(delete(tokens).where(tokens.c.player == player_id))
        return bool(connection.execute(given_up).rowcount)

    return is_id(player_id) and await store.write(work)


async def signed_in(store: Store, ids: Iterable[str]) -> set[str]:
    """Those of these players and tokens that still count."""
    asked = columns.rows({"id": each} for each in ids)
    return await store.database.read(lambda connection: set(connection.execute(store.words.signed_in, asked).scalars()))


async def add_token(
    store: Store, token_id: str, player_id: str, name: str, digest: bytes, now: int, most: int
) -> bool | None:
    """A token, of which only the digest is kept; False where the player has `most` of them.

    None while another process counts what the same player has; then nothing is inserted either.
    """
    row = {"id": token_id, "player": player_id, "name": name, "digest": digest, "created_at": now}
    others = select(func.count()).select_from(tables.tokens).where(tables.tokens.c.player == player_id)

    def work(connection: Connection) -> bool | None:
        if not counts.hold(connection, player_id):
            return None
        if connection.execute(others).scalar_one() >= most:
            return False
        connection.execute(insert(tables.tokens), row)
        return True

    return await store.write(work)


async def tokens_of(store: Store, player_id: str) -> Sequence[Any]:
    """A player's tokens (id, name, created_at), oldest first."""
    table = tables.tokens
    query = select(table.c.id, table.c.name, table.c.created_at).where(table.c.player == player_id)
    return await store.read(query.order_by(table.c.created_at))


async def token(store: Store, token_id: str) -> tuple[str, bytes] | None:
    """Owner and digest of a token."""
    if not is_id(token_id):
        return None
    table = tables.tokens
    rows = await store.read(select(table.c.player, table.c.digest).where(table.c.id == token_id))
    return (rows[0].player, bytes(rows[0].digest)) if rows else None


async def delete_token(store: Store, player_id: str, token_id: str) -> bool:
    """Delete a token of this player; False where they have no such token."""
    if not is_id(token_id):
        return False
    table = tables.tokens
    gone = delete(table).where(table.c.id == token_id, table.c.player == player_id)
    result = await store.write(lambda connection: connection.execute(gone))
    return bool(result.rowcount)
