"""Which matches there are: to join, one's own, finished, past their deadline, with bots, all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    Select,
    String,
    Text,
    and_,
    bindparam,
    cast,
    desc,
    false,
    func,
    literal,
    select,
    true,
    tuple_,
    union_all,
)

from armillary.server.matches.list_line import PAST, UNLISTED, PaceKind, categories_for
from armillary.server.matches.rows import MatchRow
from armillary.server.storage import tables
from armillary.server.storage.columns import match_row
from armillary.server.storage.store import Store

Place: TypeAlias = tuple[int, int, str]
"""Where a list goes on: the precedence of the last match shown, when it was changed, as far as the reader may know, and
its id."""

MAX_COUNTED = 1000
"""A longer list is not counted to its end: that would cost more than showing it."""

RUNNING = ("open", "playing")

_PLAYER, _GAME = bindparam("player", type_=String), bindparam("game", type_=String)
_LIMIT = bindparam("limit", type_=Integer)
_AFTER = tuple_(
    bindparam("after_precedence", type_=Integer),
    bindparam("after_at", type_=BigInteger),
    bindparam("after_id", type_=String),
)
_COUNTED = bindparam("counted", type_=Integer)


class Filters(msgspec.Struct, frozen=True):
    """Which matches somebody asks for; what is None or False does not matter."""

    game: str | None = None
    pace: PaceKind | None = None
    status: Literal["open", "playing", "over"] | None = None
    mine: bool = False
    your_move: bool = False
    to_join: bool = False
    to_watch: bool = False

    @property
    def categories(self) -> list[str]:
        """Where others find such matches."""
        return categories_for(self.status, self.pace, to_join=self.to_join, to_watch=self.to_watch)


class Page(msgspec.Struct, frozen=True):
    """Some matches of a list without their configs, where it goes on, how many are in it, up to `MAX_COUNTED`, and how
    many wait for the player who asks."""

    rows: list[MatchRow]
    next: Place | None
    """None at the end."""
    total: int
    your_move: int


async def page_of(store: Store, asked: Filters, player: str, after: Place | None, limit: int) -> Page:
    """The matches this player ("" for nobody) may find that fit the filters; the newest change first, but everybody's
    first open table before anybody's second.

    Matches that the player sees only later, if at all, stand where they were made: that something has changed there is
    not to be known yet.
    """
    known: dict[str, Any] = {"player": player, "game": asked.game, "limit": limit + 1}
    if after is not None:
        known["after_precedence"], known["after_at"], known["after_id"] = after
    of_any_game = msgspec.structs.replace(asked, game=None if asked.game is None else "any")
    lines, own, others = _queries(store.words.lines, of_any_game, bool(player), after is not None)

    def work(connection: Connection) -> Page:
        found = connection.execute(lines, known).all()
        total, twice, waiting = connection.execute(own, known).one() if player else (0, 0, 0)
        if others is not None and total < MAX_COUNTED:
            counted = {**known, "counted": MAX_COUNTED - total + twice}
            total += connection.execute(others, counted).scalar_one() - twice
        last = found[limit - 1] if len(found) > limit else None
        following = None if last is None else (last.precedence, last.at, last.id)
        return Page([match_row(row) for row in found[:limit]], following, total, waiting)

    return await store.database.read(work)


class Queries(NamedTuple):
    """What reads a page, and what counts its list."""

    lines: Select[Any]
    own: Select[Any]
    """How many of the list are the player's; how many of these are found among everybody's once more; how many wait."""
    others: Select[Any] | None
    """How many are found among everybody's, up to a number; the player's own too, since to look for these in each of
    a thousand matches takes longer than all the rest."""


@lru_cache(1000)
def _queries(lines: Select[Any], asked: Filters, is_somebody: bool, goes_on: bool) -> Queries:
    """They are kept: putting them together takes SQLAlchemy longer than answering them takes the database."""
    table, categories = tables.matches, [] if asked.mine or asked.your_move else asked.categories
    of_game = true() if asked.game is None else table.c.game == _GAME
    own, others = _own_parts(asked) if is_somebody else [], None
    twice = select(literal(0)).scalar_subquery()
    if categories:
        listed = union_all(*(select(table.c.id).where(table.c.category == each, of_game) for each in categories))
        others = select(func.count()).select_from(listed.limit(_COUNTED).subquery())
        for_others = [each for each in categories if each not in PAST]
        seen = (_by_no_index(table.c.category).in_(for_others), _fitting_game(asked))
        twice = _count(select(table.c.id).where(table.c.id.in_(_sat(unfinished=True)), *seen))
    total = _count(union_all(*own).limit(MAX_COUNTED)) if own else select(literal(0)).scalar_subquery()
    is_away = _seats_here() < 1 if is_somebody else true()
    parts = own + [
        _part(table.c.precedence, table.c.listed_at, table.c.category == each, of_game, each in PAST or is_away)
        for each in categories
    ]
    parts = parts or [_part(literal(0), table.c.listed_at, false())]
    if goes_on:
        parts = [part.where(tuple_(*part.selected_columns) < _AFTER) for part in parts]
    shown = _first(union_all(*(select(_first(part)) for part in parts)))
    page = lines.add_columns(shown.c.precedence, shown.c.at).join(shown, shown.c.id == table.c.id)
    page = page.order_by(shown.c.precedence.desc(), shown.c.at.desc(), shown.c.id.desc())
    return Queries(page, select(total, twice, _MOVES.scalar_subquery()), others)


async def running_of(store: Store, player: str, limit: int) -> tuple[list[MatchRow], int]:
    """A player's matches that are not over, the newest changes, without their configs; and how many wait for them."""
    table, maker = tables.matches, tables.matches.alias()
    made = select(maker.c.id).where(maker.c.created_by == _PLAYER, maker.c.status.in_(RUNNING))
    own = table.c.id.in_(_sat(unfinished=True).union(made))
    mine = store.words.lines.where(own, _by_no_index(table.c.status).in_(RUNNING))

    def work(connection: Connection) -> tuple[list[MatchRow], int]:
        rows = connection.execute(mine.order_by(table.c.changed_at.desc()).limit(limit), {"player": player})
        return [match_row(row) for row in rows], connection.execute(_MOVES, {"player": player}).scalar_one()

    return await store.database.read(work)


async def count_moves(store: Store, player: str) -> int:
    """How many matches wait for this player."""
    return await store.database.read(lambda connection: connection.execute(_MOVES, {"player": player}).scalar_one())


def _own_parts(asked: Filters) -> list[Select[Any]]:
    """The parts of a list that are the player's: where they sit, and what they made, each with the places of its
    matches.

    No match is in two parts of a list. The rest are the categories, of which only the front is read, however long they
    are.
    """
    table, category, parts = tables.matches, _by_no_index(tables.matches.c.category), list[Select[Any]]()
    only_own, only_others = asked.mine or asked.your_move, asked.to_join or asked.to_watch
    if not only_others:
        seats = _waiting() if asked.your_move else _sat(unfinished=asked.status in RUNNING)
        conditions = table.c.id.in_(seats), *_fitting(asked, _by_no_index(table.c.status))
        sat = _part(literal(0), table.c.changed_at, *conditions)
        parts.append(sat if only_own else sat.where(category.not_in(PAST)))
    if not asked.your_move and (asked.mine or not only_others):
        conditions = table.c.created_by == _PLAYER, _seats_here() < 1, *_fitting(asked, table.c.status)
        made = _part(literal(0), table.c.listed_at, *conditions)
        parts.append(made if only_own else made.where(category == UNLISTED))
    return parts


def _part(precedence: Any, at: Column[int], *conditions: Any) -> Select[Any]:
    return select(precedence.label("precedence"), at.label("at"), tables.matches.c.id).where(*conditions)


def _first(places: Any) -> Any:
    return places.order_by(desc("precedence"), desc("at"), desc("id")).limit(_LIMIT).subquery()


def _count(places: Any) -> Any:
    return select(func.count()).select_from(places.subquery()).scalar_subquery()


def _fitting(asked: Filters, status: Any) -> Iterator[Any]:
    """What the filters ask of a player's own matches."""
    table = tables.matches
    yield status != "cancelled" if asked.status is None else status == asked.status
    yield _fitting_game(asked)
    if asked.pace is not None:
        yield table.c.pace.startswith(f'{{"kind":"{asked.pace}"')
    if asked.to_join or asked.to_watch:
        yield _by_no_index(table.c.category).in_(asked.categories)


def _fitting_game(asked: Filters) -> Any:
    return true() if asked.game is None else _by_no_index(tables.matches.c.game) == _GAME


def _by_no_index(column: Column[str]) -> Any:
    """The same value, which no index has: what is a player's is found by player, or by match, never among everybody's.

    Without this SQLite would look at all matches of a game, or of a status, to find the few of a player.
    """
    return column.concat("")


def _sat(*, unfinished: bool) -> Any:
    """The matches where the player sits or has sat; with `unfinished`, an index skips seats with a result: most."""
    seats = tables.seats
    sat = select(seats.c.match).where(seats.c.player == _PLAYER)
    return sat.where(seats.c.result.is_(None)) if unfinished else sat


def _seats_here() -> Any:
    """How many seats of a match are the player's.

    Counted, not asked for with NOT EXISTS: PostgreSQL would answer that by reading everybody's seats first.
    """
    seats = tables.seats
    mine = and_(seats.c.match == tables.matches.c.id, _by_no_index(seats.c.player) == _PLAYER)
    return select(func.count()).where(mine).scalar_subquery()


def _waiting() -> Any:
    """The matches that wait for an order of the player; where a seat has a result, nobody does."""
    seats, table = tables.seats, tables.matches.alias()
    number = literal("%,") + cast(seats.c.seat, Text) + literal(",%")
    waiting = select(seats.c.match).join(table, table.c.id == seats.c.match)
    return waiting.where(seats.c.player == _PLAYER, seats.c.result.is_(None), table.c.waiting.like(number))


_MOVES = select(func.count()).select_from(_waiting().distinct().subquery())


async def due(store: Store, now: int, limit: int) -> list[tuple[str, int]]:
    """Matches whose time was up by now, and since when: the first of everybody who made some, then everybody's second,
    and so on."""
    table = tables.matches
    maker = _by_no_index(table.c.created_by)  # else SQLite would go through all matches, maker by maker
    turn = func.row_number().over(partition_by=maker, order_by=(table.c.deadline, table.c.id))
    late = select(table.c.id, table.c.deadline, turn.label("turn")).where(table.c.deadline <= now).subquery()
    query = select(late.c.id, late.c.deadline).order_by(late.c.turn, late.c.deadline, late.c.id).limit(limit)
    return [(row.id, row.deadline) for row in await store.read(query)]


async def with_bots(store: Store, since: int, until: int) -> list[str]:
    """Matches being played that have bots, or seats that nobody sits on, and changed last in this span of time."""
    table, played = tables.matches, _has_seat(tables.seats.c.kind.in_(("bot", "open", "invite")))
    quiet = select(table.c.id).where(table.c.status == "playing", table.c.changed_at.between(since, until), played)
    return [row.id for row in await store.read(quiet)]


async def open_with(store: Store, player: str) -> list[str]:
    """Open tables that this player made, or where they sit, or a seat is kept for them."""
    table, seats = tables.matches, tables.seats
    made = select(table.c.id).where(table.c.created_by == player, table.c.status == "open")
    sat = select(seats.c.match).join(table, table.c.id == seats.c.match)
    sat = sat.where(seats.c.player == player, seats.c.result.is_(None), table.c.status == "open")
    return [row.id for row in await store.read(made.union(sat))]


async def open_before(store: Store, at: int, after: str, limit: int) -> list[str]:
    """Tables made before then that are still open, in the order of their ids, after one of them."""
    table = tables.matches
    place = _by_no_index(table.c.id)  # else SQLite would go through all matches, id by id
    old = select(table.c.id).where(table.c.status == "open", table.c.created_at < at, place > after)
    return [row.id for row in await store.read(old.order_by(place).limit(limit))]


async def practice_before(store: Store, at: int, after: str, limit: int) -> list[str]:
    """Matches without a clock that were changed last before then, in which one person plays against bots by now."""
    table, seats = tables.matches, tables.seats
    place = _by_no_index(table.c.id)
    others = and_(seats.c.match == table.c.id, seats.c.kind != "bot")
    alone = select(func.count()).where(others).scalar_subquery() == 1
    no_clock = table.c.pace.startswith('{"kind":"none"')
    quiet = (table.c.status == "playing", table.c.changed_at < at, no_clock, place > after)
    old = select(table.c.id).where(*quiet, alone, _has_seat(seats.c.kind == "person"))
    return [row.id for row in await store.read(old.order_by(place).limit(limit))]


async def uploaded_before(store: Store, at: int, after: str, limit: int) -> list[str]:
    """The same for uploaded records."""
    table = tables.matches
    place = _by_no_index(table.c.id)
    old = select(table.c.id).where(tables.IS_UPLOAD, table.c.created_at < at, place > after)
    return [row.id for row in await store.read(old.order_by(place).limit(limit))]


async def deleted_at_open_tables(store: Store, after: str, limit: int) -> list[str]:
    """Players whose identity was deleted, but who have an open table, or a seat at one; in the order of their ids."""
    table, seats, players = tables.matches, tables.seats, tables.players
    gone = (players.c.revoked_at.is_not(None), _by_no_index(players.c.id) > after, table.c.status == "open")
    made = select(players.c.id).join(table, table.c.created_by == players.c.id).where(*gone)
    sat = select(players.c.id).select_from(table).join(seats, seats.c.match == table.c.id)
    sat = sat.join(players, players.c.id == seats.c.player).where(*gone)
    found = made.union(sat).subquery()
    return [row.id for row in await store.read(select(found.c.id).order_by(found.c.id).limit(limit))]


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
