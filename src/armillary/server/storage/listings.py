"""Which matches there are: to join, one's own, finished, past their deadline, with bots, all of them."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, Text, and_, cast, func, literal, or_, select, tuple_

from armillary.server.storage import tables
from armillary.server.storage.columns import match_row
from armillary.server.storage.rows import MatchRow
from armillary.server.storage.store import Store

Place: TypeAlias = tuple[int, str]
"""Where a list goes on: when the last match shown was changed, as far as the reader may know, and its id."""


class Filters(msgspec.Struct, frozen=True):
    """Which matches somebody asks for; what is None or False does not matter."""

    game: str | None = None
    pace: Literal["none", "live", "correspondence"] | None = None
    status: Literal["open", "playing", "over"] | None = None
    mine: bool = False
    your_move: bool = False
    to_join: bool = False
    to_watch: bool = False


class Page(msgspec.Struct, frozen=True):
    """Some matches of a list without their configs, how many are in it, and how many wait for the player who asks."""

    rows: list[MatchRow]
    total: int
    your_move: int


async def page_of(store: Store, asked: Filters, player: str, after: Place | None, limit: int) -> Page:
    """The matches this player ("" for nobody) may find that fit the filters; the newest change first.

    Matches that the player sees only later, if at all, stand where they were made: that something has changed there is
    not to be known yet.
    """
    table = tables.matches
    fitting = _fitting(asked, player)
    is_late = and_(
        table.c.status == "playing",
        ~table.c.spectators.startswith('{"policy":"public"'),
        ~_has_seat(tables.seats.c.player == player),
    )
    total = select(func.count()).select_from(table).where(*fitting)

    def newest(connection: Connection, when: Any, *conditions: Any) -> list[tuple[Place, MatchRow]]:
        place = tuple_(when, table.c.id)
        query = store.words.lines.where(*fitting, *conditions).order_by(when.desc(), table.c.id.desc()).limit(limit)
        found = connection.execute(query if after is None else query.where(place < after))
        return [((getattr(row, when.name), row.id), match_row(row)) for row in found]

    def work(connection: Connection) -> Page:
        seen = newest(connection, table.c.changed_at, ~is_late) + newest(connection, table.c.created_at, is_late)
        rows = [row for _, row in sorted(seen, key=itemgetter(0), reverse=True)[:limit]]
        return Page(rows, connection.execute(total).scalar_one(), connection.execute(_moves(player)).scalar_one())

    return await store.database.read(work)


async def running_of(store: Store, player: str, limit: int) -> tuple[list[MatchRow], int]:
    """A player's matches that are not over, the newest changes, without their configs; and how many wait for them."""
    table = tables.matches
    mine = store.words.lines.where(table.c.id.in_(_own(player)), table.c.status.in_(("open", "playing")))

    def work(connection: Connection) -> tuple[list[MatchRow], int]:
        rows = connection.execute(mine.order_by(table.c.changed_at.desc()).limit(limit))
        return [match_row(row) for row in rows], connection.execute(_moves(player)).scalar_one()

    return await store.database.read(work)


async def count_moves(store: Store, player: str) -> int:
    """How many matches wait for this player."""
    count: int = (await store.read(_moves(player)))[0][0]
    return count


def _fitting(asked: Filters, player: str) -> list[Any]:
    """The conditions: of other people's matches only those that can be joined, watched or looked at again."""
    table, seats = tables.matches, tables.seats
    own = table.c.id.in_(_own(player))
    is_open = and_(table.c.status.in_(("open", "playing")), _has_seat(seats.c.kind == "open"))
    is_public = ~table.c.spectators.startswith('{"policy":"none"')
    is_shown = and_(table.c.status == "playing", is_public)
    was_played = and_(table.c.status == "over", table.c.origin == "table", is_public)
    fitting = [or_(and_(own, table.c.status != "cancelled"), is_open, is_shown, was_played)]
    if asked.game is not None:
        fitting.append(table.c.game == asked.game)
    if asked.pace is not None:
        fitting.append(table.c.pace.startswith(f'{{"kind":"{asked.pace}"'))
    if asked.status is not None:
        fitting.append(table.c.status == asked.status)
    if asked.mine:
        fitting.append(own)
    if asked.your_move:
        fitting.append(table.c.id.in_(_waiting_for(player)))
    if asked.to_join:
        fitting += [is_open, ~_has_seat(seats.c.player == player)]
    if asked.to_watch:
        fitting += [is_shown, ~_has_seat(seats.c.player == player)]
    return fitting


def _own(player: str) -> Any:
    """The matches at which this player sits, or which they made."""
    seats, table = tables.seats, tables.matches.alias()
    made = select(table.c.id).where(table.c.created_by == player)
    return select(seats.c.match).where(seats.c.player == player).union(made)


def _waiting_for(player: str) -> Any:
    """The matches that wait for an order of this player."""
    seats, table = tables.seats, tables.matches.alias()
    number = literal("%,") + cast(seats.c.seat, Text) + literal(",%")
    waiting = select(seats.c.match).join(table, table.c.id == seats.c.match)
    return waiting.where(seats.c.player == player, table.c.waiting.like(number))


def _moves(player: str) -> Any:
    return select(func.count()).select_from(_waiting_for(player).distinct().subquery())


async def due(store: Store, now: int, limit: int) -> list[str]:
    """Matches whose time was up by now: the first of everybody who made some, then everybody's second, and so on."""
    table = tables.matches
    turn = func.row_number().over(partition_by=table.c.created_by, order_by=(table.c.deadline, table.c.id))
    late = select(table.c.id, table.c.deadline, turn.label("turn")).where(table.c.deadline <= now).subquery()
    query = select(late.c.id).order_by(late.c.turn, late.c.deadline, late.c.id).limit(limit)
    return [row.id for row in await store.read(query)]


async def with_bots(store: Store, since: int, until: int) -> list[str]:
    """Matches being played that have bots, or seats that nobody sits on, and changed last in this span of time."""
    table, played = tables.matches, _has_seat(tables.seats.c.kind.in_(("bot", "open", "invite")))
    quiet = select(table.c.id).where(table.c.status == "playing", table.c.changed_at.between(since, until), played)
    return [row.id for row in await store.read(quiet)]


async def seated_as_another(store: Store, player: str, name: str) -> list[str]:
    """Matches that are not over in which this player sits, or a seat is kept for them, under another name than this."""
    table, seats = tables.matches, tables.seats
    query = (
        select(table.c.id)
        .join(seats, seats.c.match == table.c.id)
        .where(
            seats.c.player == player,
            seats.c.kind.in_(("person", "kept")),
            seats.c.name != name,
            table.c.status.in_(("open", "playing")),
        )
    )
    return [row.id for row in await store.read(query.order_by(table.c.id))]


async def all_after(store: Store, match_id: str, limit: int) -> list[tuple[str, str]]:
    """Id and game of matches in the order of their ids, after one of them."""
    table = tables.matches
    query = select(table.c.id, table.c.game).where(table.c.id > match_id).order_by(table.c.id).limit(limit)
    return [(row.id, row.game) for row in await store.read(query)]


def _has_seat(is_so: Any) -> Any:
    """Has a match such a seat?"""
    seats = tables.seats
    return select(seats.c.seat).where(seats.c.match == tables.matches.c.id, is_so).exists()
