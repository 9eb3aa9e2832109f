"""How much somebody has, counted in the transaction that gives them one more: exact, whichever process they ask."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, and_, func, literal, or_, select

from armillary.server.errors import Conflict, TooMany
from armillary.server.matches.rows import Claim, Most
from armillary.server.storage import tables

T = TypeVar("T")

TRIES = 20
BUSY_SECONDS = 0.01
BUSY = "Too many changes at once. Try again."


class Counts(NamedTuple):
    """How many matches somebody has, of the kinds that are limited."""

    open: int
    with_bots: int
    unfinished: int

    def require_below(self, most: Most) -> None:
        """Raise `TooMany` unless they may have another."""
        if self.open >= most.open:
            raise TooMany(f"You have {self.open} open matches. Start or cancel one first.")
        if self.with_bots >= most.with_bots:
            raise TooMany(f"You have {self.with_bots} unfinished matches with bots. Finish one or resign first.")
        if self.unfinished >= most.unfinished:
            raise TooMany(f"You have {self.unfinished} unfinished matches. Finish one or resign first.")


class Claims:
    """Who gets one match more in this transaction. Everybody is counted once, and then what they got."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._counts: dict[str, Counts] = {}
        self.refused: dict[Any, TooMany] = {}
        """By who asked."""

    def grant(self, asking: Any, claim: Claim) -> bool:
        """Does somebody get what they claim? If not, they are refused, or another process counts theirs now."""
        if claim.player not in self._counts:
            if not hold(self._connection, claim.player):
                return False
            found = self._connection.execute(counting(claim.player)).one()
            self._counts[claim.player] = Counts(*found)
        counts = self._counts[claim.player]
        try:
            counts.require_below(claim.most)
        except TooMany as refusal:
            self.refused[asking] = refusal
            return False
        more = (number + (most < math.inf) for number, most in zip(counts, claim.most, strict=True))
        self._counts[claim.player] = Counts(*more)
        return True


def hold(connection: Connection, player: str) -> bool:
    """Let nobody else count what this player has until the transaction ends; False where another process does so now.

    Nobody waits for that: two who wait for each other's players would be a circle.
    """
    table = tables.players
    held = select(table.c.id).where(table.c.id == player).with_for_update(key_share=True, skip_locked=True)
    return connection.execute(held).first() is not None


async def patiently(attempt: Callable[[], Awaitable[T | None]]) -> T:
    """What an attempt gives once nobody else is in its way; raises `Conflict` when that takes too long."""
    for _ in range(TRIES):
        found = await attempt()
        if found is not None:
            return found
        await asyncio.sleep(BUSY_SECONDS)
    raise Conflict(BUSY)


def counting(player: str, most: Most | None = None) -> Select[Any]:
    """The counts of a player's matches; of what has no limit here, none."""
    kinds = (_made(player, tables.matches.c.status == "open"), _made(player, _has_bots()), _unfinished(player))
    limits = most or Most(0, 0, 0)
    return select(*(literal(0) if limit == math.inf else each for each, limit in zip(kinds, limits, strict=True)))


def count_uploads(connection: Connection, player: str) -> int:
    """How many records a player keeps here."""
    found: int = connection.execute(select(_made(player, tables.matches.c.origin == "upload"))).scalar_one()
    return found


def _made(player: str, which: ColumnElement[bool]) -> Any:
    """How many such matches a player has made."""
    return select(func.count()).where(tables.matches.c.created_by == player, which).scalar_subquery()


def _goes_on() -> ColumnElement[bool]:
    return tables.matches.c.status.in_(("open", "playing"))


def _has_bots() -> ColumnElement[bool]:
    """Is a match not over, and has bots or may get some?"""
    table, seats = tables.matches, tables.seats
    a_bot = select(seats.c.seat).where(seats.c.match == table.c.id, seats.c.kind == "bot").exists()
    return and_(_goes_on(), or_(a_bot, table.c.absent.startswith('{"then":"bot"')))


def _unfinished(player: str) -> Any:
    """How many matches are not over that a player has made, or in which they hold a seat."""
    table, seats = tables.matches, tables.seats
    made = select(table.c.id).where(table.c.created_by == player, _goes_on())
    # Most people have a result on most of their seats: an index leads past all of these.
    held = and_(seats.c.player == player, seats.c.result.is_(None), seats.c.kind.in_(("person", "local")))
    sits = select(table.c.id).join(seats, seats.c.match == table.c.id).where(held, _goes_on())
    return select(func.count()).select_from(made.union(sits).subquery()).scalar_subquery()
