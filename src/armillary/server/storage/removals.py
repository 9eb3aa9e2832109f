"""Matches and lines of chat that are removed. Every process of the installation, running or not, finds out by itself:
what was removed lately stands in a table of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from armillary.server.matches import journal
from armillary.server.matches.rows import CHAT, JournalRow
from armillary.server.storage import tables
from armillary.server.storage.columns import journal_row
from armillary.server.storage.store import Store, is_id

WHOLE = 0
"""Instead of the seq of a line: the whole match."""


class Removed(NamedTuple):
    """A line of chat, by its seq, or a match."""

    match: str
    seq: int
    at: int


async def remove_match(store: Store, match_id: str, now: int) -> bool:
    """Delete a match with all that belongs to it; False where there is no such match."""
    table = tables.matches

    def work(connection: Connection) -> bool:
        held = select(table.c.id).where(table.c.id == match_id).with_for_update()  # nothing is added to it meanwhile
        if connection.execute(held).first() is None:
            return False
        for part in (tables.said, tables.snapshots, tables.journal, tables.seats):
            connection.execute(delete(part).where(part.c.match == match_id))
        connection.execute(delete(table).where(table.c.id == match_id))
        _note(connection, [Removed(match_id, WHOLE, now)])
        return True

    return is_id(match_id) and await store.write(work)


async def remove_line(store: Store, match_id: str, seq: int, now: int) -> bool:
    """Delete the words of a line of chat; False where there is no such line. That somebody said something stays."""
    table = tables.journal
    line = select(table).where(table.c.match == match_id, table.c.seq == seq, table.c.kind.in_(CHAT))

    def work(connection: Connection) -> bool:
        return bool(_silence(connection, match_id, [journal_row(row) for row in connection.execute(line)], now))

    return is_id(match_id) and await store.write(work)


async def remove_words(store: Store, player: str, now: int) -> None:
    """Delete the words of everything a player has said, match by match."""
    said, table = tables.said, tables.journal
    next_match = select(said.c.match).where(said.c.player == player).limit(1)
    lines = select(table).join(said, (said.c.match == table.c.match) & (said.c.seq == table.c.seq))

    def work(connection: Connection) -> bool:
        match_id = connection.execute(next_match).scalar()
        if match_id is not None:
            found = connection.execute(lines.where(said.c.player == player, said.c.match == match_id))
            _silence(connection, match_id, [journal_row(row) for row in found], now)
        return match_id is not None

    while await store.write(work):
        pass


async def removed_since(store: Store, at: int) -> Sequence[Removed]:
    """What was removed from then on."""
    table = tables.removals
    rows = await store.read(select(table.c.match, table.c.seq, table.c.at).where(table.c.at >= at))
    return [Removed(*row) for row in rows]


async def forget_before(store: Store, at: int) -> None:
    """Every process knows by now what was removed before."""
    old = delete(tables.removals).where(tables.removals.c.at < at)
    await store.write(lambda connection: connection.execute(old))


def _silence(connection: Connection, match_id: str, lines: Sequence[JournalRow], now: int) -> int:
    """Take the words out of these lines; returns how many there were."""
    table, said = tables.journal, tables.said
    for line in lines:
        here = (table.c.match == match_id, table.c.seq == line.seq)
        connection.execute(update(table).where(*here).values(body=journal.without_words(line)))
        connection.execute(delete(said).where(said.c.match == match_id, said.c.seq == line.seq))
    _note(connection, [Removed(match_id, line.seq, now) for line in lines])
    return len(lines)


def _note(connection: Connection, removed: Sequence[Removed]) -> None:
    table = tables.removals
    for each in removed:
        connection.execute(delete(table).where(table.c.match == each.match, table.c.seq == each.seq))
        connection.execute(insert(table), each._asdict())
