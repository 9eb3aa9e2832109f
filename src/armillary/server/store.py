"""The store: one code path, two databases. Nothing acknowledged is lost.

Writes that wait together share one transaction (group commit): one writer task, one connection. A change that fails
in a batch is tried again alone and never fails its neighbours. Acknowledge after the commit, never before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import event, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from armillary.core.errors import ArmillaryError, BadInput
from armillary.core.values import Seat
from armillary.server import schema
from armillary.server.columns import changed_columns, log_columns, log_row, match_row
from armillary.server.migrate import upgrade
from armillary.server.records import Append, LogRow, MatchRow

T = TypeVar("T")

MOST_BATCHED = 256


class Stale(ArmillaryError):
    """Somebody else changed the match first: reload and try again."""


class Duplicate(ArmillaryError):
    """This idempotency key was used before: the change is there already."""


class Closed(ArmillaryError):
    """The store takes nothing more: the server is stopping."""


Work = Callable[[AsyncConnection], Awaitable[Any]]


class Job(msgspec.Struct, frozen=True):
    """Something to be written, who waits for it, and what happens once it is durable, waited for or not."""

    work: Append | Work
    done: asyncio.Future[Any]
    when_durable: Callable[[], None] | None = None

    def answer(self, result: Any) -> None:
        """It is durable."""
        try:
            if self.when_durable:
                self.when_durable()
        except Exception as error:  # noqa: BLE001 (belongs to whoever asked; the writer goes on)
            self.fail(error)
        if not self.done.done():
            self.done.set_result(result)

    def fail(self, error: Exception) -> None:
        """It is not."""
        if not self.done.done():
            self.done.set_exception(error)


class Store:
    """Matches, logs, snapshots, players and tokens in SQLite or PostgreSQL."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: AsyncEngine = _engine(url)
        self._waiting: asyncio.Queue[Job] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def is_shared(self) -> bool:
        """May other processes write here too?"""
        return self.engine.dialect.name != "sqlite"

    async def open(self) -> None:
        """Bring the tables up to date and begin to write; raises `BadInput` when there is no database to open."""
        folder = Path(self.engine.url.database or "").parent
        if not self.is_shared and not folder.is_dir():
            raise BadInput(f"the database does not open: there is no folder {folder}")
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(upgrade)
        except (OSError, DBAPIError) as error:
            raise BadInput(f"the database does not open: {getattr(error, 'orig', error)}") from error
        self._writer = asyncio.create_task(self._write(), name="armillary writer")

    async def close(self) -> None:
        """Finish what is waiting, then let go."""
        self._closed = True
        if self._writer:
            await self._waiting.join()
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self.engine.dispose()

    # -- writing -----------------------------------------------------------------------------------------

    async def append(self, change: Append, when_durable: Callable[[], None] | None = None) -> None:
        """Make one change to one match durable; raises `Stale` or `Duplicate`."""
        await self._queued(change, when_durable)

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do other work in the writer's transaction."""
        result: T = await self._queued(work)
        return result

    async def _queued(self, work: Append | Work, when_durable: Callable[[], None] | None = None) -> Any:
        if self._closed:
            raise Closed("the server is stopping")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(Job(work, done, when_durable))
        return await asyncio.shield(done)

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_BATCHED and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            await self._settle(batch)
            for _ in batch:
                self._waiting.task_done()

    async def _settle(self, batch: Sequence[Job], *, again: bool = True) -> None:
        """All in one transaction; where that fails, in halves, until whoever failed is alone."""
        try:
            results = await self._commit([job.work for job in batch])
        except Exception as error:  # noqa: BLE001 (whatever it is belongs to whoever asked)
            await self._settle_less(batch, error, again)
            return
        for job, result in zip(batch, results, strict=True):
            job.answer(result)

    async def _settle_less(self, batch: Sequence[Job], error: Exception, again: bool) -> None:
        lost = _is_connection_lost(error)
        if lost and again:  # nobody's fault; perhaps the database is back at once
            await self._settle(batch, again=False)
        elif lost or len(batch) == 1:
            for job in batch:
                job.fail(error)
        else:
            middle = len(batch) // 2
            await self._settle(batch[:middle])
            await self._settle(batch[middle:])

    async def _commit(self, jobs: Sequence[Append | Work]) -> list[Any]:
        # In one order everywhere, so that two processes never wait for each other's rows in a circle.
        appends = sorted((job for job in jobs if isinstance(job, Append)), key=lambda job: job.row.id)
        results: list[Any] = []
        try:
            async with self.engine.begin() as connection:
                if appends:
                    await self._append_all(connection, appends)
                results += [None if isinstance(job, Append) else await job(connection) for job in jobs]
        except IntegrityError as error:
            if _breaks_idempotency(error):
                raise Duplicate("this key was used before") from error
            raise Stale("the match has changed") from error
        return results

    async def _append_all(self, connection: AsyncConnection, changes: Sequence[Append]) -> None:
        if await self._raise_versions(connection, [changed_columns(change) for change in changes]) != len(changes):
            raise Stale("the match has changed")
        rows = [log_columns(change.row.id, row) for change in changes for row in change.rows]
        if rows:
            await connection.execute(insert(schema.log), rows)
        kept = [
            {"match": change.row.id, "round": change.snapshot[0], "seq": change.snapshot[1], "body": change.snapshot[2]}
            for change in changes
            if change.snapshot
        ]
        if kept:
            await connection.execute(self._keep_snapshot, kept)
        for change in changes:
            await self._seat(connection, change)

    async def _raise_versions(self, connection: AsyncConnection, rows: list[dict[str, Any]]) -> int:
        """How many matches were still at the version expected; PostgreSQL's driver counts only one at a time."""
        if not self.is_shared:
            return (await connection.execute(_RAISE_VERSION, rows)).rowcount
        moved = [await connection.execute(_RAISE_VERSION, row) for row in rows]
        notes = [{"note": f"{row['the_id']} {row['version']}"} for row in rows]
        await connection.execute(_TELL_OTHERS, notes)
        return sum(result.rowcount for result in moved)

    async def _seat(self, connection: AsyncConnection, change: Append) -> None:
        if change.joined:
            await connection.execute(self._sit_down, {"match": change.row.id, "player": change.joined})
        if change.left:
            gone = schema.sitting.delete().where(
                schema.sitting.c.match == change.row.id, schema.sitting.c.player == change.left
            )
            await connection.execute(gone)

    @property
    def _keep_snapshot(self) -> Any:
        made = self._upsert(schema.snapshots)
        return made.on_conflict_do_update(
            index_elements=["match", "round"], set_={"seq": made.excluded.seq, "body": made.excluded.body}
        )

    @property
    def _sit_down(self) -> Any:
        return self._upsert(schema.sitting).on_conflict_do_nothing()

    def _upsert(self, table: Any) -> Any:
        return (postgresql if self.is_shared else sqlite).insert(table)

    # -- reading -----------------------------------------------------------------------------------------

    async def read(self, statement: Any) -> Sequence[Any]:
        """All rows of a query."""
        async with self.engine.connect() as connection:
            return (await connection.execute(statement)).all()

    async def match(self, match_id: str) -> MatchRow | None:
        """A match without its log."""
        if not is_id(match_id):
            return None
        rows = await self.read(select(schema.matches).where(schema.matches.c.id == match_id))
        return match_row(rows[0]) if rows else None

    async def version(self, match_id: str) -> int | None:
        """The match's version now, whoever changed it."""
        rows = await self.read(select(schema.matches.c.version).where(schema.matches.c.id == match_id))
        return rows[0].version if rows else None

    async def log(self, match_id: str, since: int = 0, until: int | None = None) -> list[LogRow]:
        """The rows of a match's log behind one seq and up to another, in order."""
        table = schema.log
        query = select(table).where(table.c.match == match_id, table.c.seq > since).order_by(table.c.seq)
        if until is not None:
            query = query.where(table.c.seq <= until)
        return [log_row(row) for row in await self.read(query)]

    async def keyed(self, match_id: str, seat: Seat, key: str) -> LogRow | None:
        """The row that used an idempotency key, if any did."""
        table = schema.log
        query = select(table).where(table.c.match == match_id, table.c.seat == seat, table.c.key == key)
        return next((log_row(row) for row in await self.read(query)), None)

    async def snapshot(self, match_id: str, at_most: int | None = None) -> tuple[int, str] | None:
        """Seq and body of the newest snapshot, or of the newest not beyond a seq."""
        table = schema.snapshots
        query = select(table.c.seq, table.c.body).where(table.c.match == match_id)
        if at_most is not None:
            query = query.where(table.c.seq <= at_most)
        rows = await self.read(query.order_by(table.c.seq.desc()).limit(1))
        return (rows[0].seq, rows[0].body) if rows else None

    async def ping(self) -> None:
        """Raise when the database does not answer."""
        await self.read(text("SELECT 1"))

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """A secret of this installation: the one kept, or else the one given, kept from now on."""

        async def keep(connection: AsyncConnection) -> bytes:
            table = schema.secrets
            await connection.execute(self._upsert(table).on_conflict_do_nothing(), {"name": name, "value": fresh})
            found = await connection.execute(select(table.c.value).where(table.c.name == name))
            return bytes(found.scalar_one())

        return await self.write(keep)


_RAISE_VERSION = (
    update(schema.matches)
    .where(schema.matches.c.id == text(":the_id"), schema.matches.c.version == text(":the_version"))
    .values(
        status=text(":status"),
        seats=text(":seats"),
        deadline=text(":deadline"),
        outcome=text(":outcome"),
        changed_at=text(":changed_at"),
        version=text(":version"),
    )
)


CHANNEL = "armillary"
_TELL_OTHERS = text(f"SELECT pg_notify('{CHANNEL}', :note)")


def is_id(text: str) -> bool:
    """Can this be an id? Whatever else people send never reaches the database."""
    return text.isascii() and text.isalnum()


def _breaks_idempotency(error: IntegrityError) -> bool:
    """By the driver's own words: the whole message has the values in it, and those are anybody's."""
    said = str(error.orig)
    return '"log_idempotency"' in said or "log.match, log.seat, log.key" in said


def _is_connection_lost(error: Exception) -> bool:
    return isinstance(error, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated)


def _engine(url: str) -> AsyncEngine:
    # Parameters are orders, seeds and digests: they must not get into a log with an error.
    engine = create_async_engine(url, pool_pre_ping=url.startswith("postgresql"), hide_parameters=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


def _make_durable(connection: Any, _: Any) -> None:
    """Readers beside one writer, and every commit on disk before it is acknowledged."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")
