"""What people have put into a match's journal so far: the keys they used, and how much of what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, cast, func, select
from sqlalchemy.types import LargeBinary

from armillary.core.values import Seat
from armillary.server.matches.rows import InputKind
from armillary.server.storage import tables
from armillary.server.storage.store import Store

LONG = 1_000
"""Characters for which a change counts once more: nobody fills a journal with long orders that change nothing."""


class Used(msgspec.Struct, frozen=True):
    """Of one match, by seat."""

    keys: list[tuple[Seat, str]]
    """Every idempotency key of a person."""
    changes: dict[Seat, int]
    """Since the last step; a long one counts as several."""
    lines: dict[Seat, int]
    """Lines of chat."""
    chat_bytes: dict[Seat, int]


async def used_in(store: Store, match_id: str, changes: Sequence[InputKind], longest_key: int) -> Used:
    """What was put into a journal; `changes` are the kinds of rows that count as such."""
    table = tables.journal
    mine = table.c.match == match_id
    keys = select(table.c.seat, table.c.key).where(mine, func.length(table.c.key) <= longest_key)
    last_step = select(func.coalesce(func.max(table.c.seq), 0)).where(mine, table.c.kind == "step").scalar_subquery()
    weight = func.sum(1 + func.length(table.c.body) // LONG)
    changed = select(table.c.seat, weight.label("amount")).where(
        mine, table.c.kind.in_(changes), table.c.seq > last_step
    )
    chat = select(
        table.c.seat, func.count().label("amount"), func.sum(_bytes(store, table.c.body)).label("size")
    ).where(mine, table.c.kind == "chat")

    def work(connection: Connection) -> Used:
        said = connection.execute(chat.group_by(table.c.seat)).all()
        return Used(
            [(row.seat, row.key) for row in connection.execute(keys)],
            {row.seat: row.amount for row in connection.execute(changed.group_by(table.c.seat))},
            {row.seat: row.amount for row in said},
            {row.seat: row.size for row in said},
        )

    return await store.database.read(work)


def _bytes(store: Store, text: Any) -> Any:
    """How many bytes a text has, in the database's words."""
    if store.is_shared:
        return func.octet_length(text)
    return func.length(cast(text, LargeBinary))
