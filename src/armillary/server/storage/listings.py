"""Which matches there are: to join, one's own, finished, past their deadline, with bots, all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from sqlalchemy import and_, or_, select, tuple_

from armillary.server.storage import tables
from armillary.server.storage.columns import match_row
from armillary.server.storage.rows import MatchRow
from armillary.server.storage.store import Store

PAGE = 50
"""Matches per page of a list."""


async def page_of(
    store: Store, which: Literal["open", "mine", "finished"], player: str | None, page: int
) -> list[MatchRow]:
    """Matches with an open seat, a player's own, or finished ones; the newest change first."""
    table, seats = tables.matches, tables.seats
    query = store.words.matches.order_by(table.c.changed_at.desc(), table.c.id).limit(PAGE).offset(page * PAGE)
    if which == "mine":
        mine = select(seats.c.match).where(seats.c.player == (player or ""))
        uploaded = and_(table.c.created_by == (player or ""), table.c.origin == "upload")
        query = query.where(or_(table.c.id.in_(mine), uploaded), table.c.status != "cancelled")
    elif which == "open":
        query = query.where(table.c.status.in_(("open", "playing")), _has_seat(seats.c.kind == "open"))
    else:
        query = query.where(table.c.status == "over", table.c.origin == "table")
    return [match_row(row) for row in await store.read(query)]


async def due(store: Store, now: int, after: tuple[int, str], limit: int) -> Sequence[tuple[int, str]]:
    """Deadline and id of matches whose time was up by now, in that order, after one of them."""
    table = tables.matches
    place = tuple_(table.c.deadline, table.c.id)
    query = select(table.c.deadline, table.c.id).where(table.c.deadline <= now, place > after)
    return [(row.deadline, row.id) for row in await store.read(query.order_by(*place).limit(limit))]


async def with_bots(store: Store, since: int, until: int) -> list[str]:
    """Matches being played that have bots, or seats that nobody sits on, and changed last in this span of time."""
    table, played = tables.matches, _has_seat(tables.seats.c.kind.in_(("bot", "open")))
    quiet = select(table.c.id).where(table.c.status == "playing", table.c.changed_at.between(since, until), played)
    return [row.id for row in await store.read(quiet)]


async def all_after(store: Store, match_id: str, limit: int) -> list[tuple[str, str]]:
    """Id and game of matches in the order of their ids, after one of them."""
    table = tables.matches
    query = select(table.c.id, table.c.game).where(table.c.id > match_id).order_by(table.c.id).limit(limit)
    return [(row.id, row.game) for row in await store.read(query)]


def _has_seat(is_so: Any) -> Any:
    """Has a match such a seat?"""
    seats = tables.seats
    return select(seats.c.seat).where(seats.c.match == tables.matches.c.id, is_so).exists()
