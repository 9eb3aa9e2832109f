"""Where the tables are: SQLite in threads of its own, PostgreSQL over the network. Work on them is the same for both.

Work is a plain function of a connection and is one transaction. On SQLite it runs in a thread from its first statement
to its commit: the event loop is left once a transaction, not once a statement. PostgreSQL may be away, or hang: then
work fails with `NotReady`, and within a bounded time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar
from weakref import WeakSet

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from armillary.core.errors import ArmillaryError, BadInput

logger = logging.getLogger("armillary.database")

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]

READERS = 4
"""Threads that read a SQLite file beside the one that writes."""

PATIENCE = 30.0
"""Seconds that PostgreSQL has for a transaction, unless told otherwise."""

CLOSING_SECONDS = 2
"""Seconds that it has to say goodbye."""


class NotReady(ArmillaryError):
    """The database does not answer. What was asked for may still have been done: ask again soon, with the same key."""


class Database(Protocol):
    """A database that does what it is given, a transaction each."""

    is_shared: bool
    """May other processes write here too?"""

    async def write(self, work: Work[T]) -> T:
        """Do this work; what it changed is durable once this returns."""

    async def read(self, work: Work[T]) -> T:
        """Do work that changes nothing, beside whatever is being written."""

    async def prepare(self, work: Work[T]) -> T:
        """Do this work before anything else, however long it takes."""

    def claim(self) -> None:
        """Be a server of this database until it is closed; raises `BadInput` where there may be only one."""

    def release(self) -> None:
        """Be its server no longer."""

    async def close(self) -> None:
        """Let go."""


class SqliteFile:
    """A file for one server process; one thread writes, a few read beside it."""

    is_shared = False

    def __init__(self, url: str) -> None:
        # A transaction that will write says so at once: one that began by reading might have to be given up.
        self._writing, self._reading = _sqlite(url, "BEGIN IMMEDIATE"), _sqlite(url, "BEGIN")
        self._writer = ThreadPoolExecutor(1, "armillary-writer")
        self._readers = ThreadPoolExecutor(READERS, "armillary-reader")
        self._file = Path(make_url(url).database or "").resolve()
        self._claimed: sqlite3.Connection | None = None

    async def write(self, work: Work[T]) -> T:
        """Do this work in the thread that writes."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, _done, self._writing, work)

    async def read(self, work: Work[T]) -> T:
        """Do this work in one of the threads that read."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, _done, self._reading, work)

    async def prepare(self, work: Work[T]) -> T:
        """As `write`: a file is never waited for."""
        return await self.write(work)

    def claim(self) -> None:
        """Be the one server of this file; claiming it again changes nothing."""
        self._claimed = self._claimed or _claimed(self._file)

    def release(self) -> None:
        """Leave the file to another server."""
        if self._claimed is not None:
            self._claimed.close()
            self._claimed = None

    async def close(self) -> None:
        """End the threads, then close the file."""
        for threads in (self._readers, self._writer):
            await asyncio.to_thread(threads.shutdown)
        for engine in (self._reading, self._writing):
            engine.dispose()
        self.release()


class PostgresqlServer:
    """A database for any number of server processes."""

    is_shared = True

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.engine = create_async_engine(url, hide_parameters=True)
        self._patience = patience
        self._connections: WeakSet[Any] = WeakSet()
        event.listen(self.engine.sync_engine, "connect", lambda made, _: self._connections.add(made.driver_connection))
        self._working: set[asyncio.Task[Any]] = set()
        self._answers = True
        """Did it answer when it was asked last? Said once when that changes."""

    async def write(self, work: Work[T]) -> T:
        """Do this work on a connection of its own; raises `NotReady`."""
        return await self._done(work, self._patience)

    async def read(self, work: Work[T]) -> T:
        """As `write`, and once more when that fails: a connection from before the database was away is of no use."""
        try:
            return await self.write(work)
        except NotReady:
            return await self.write(work)

    async def prepare(self, work: Work[T]) -> T:
        """As `write`, without a limit: a migration takes as long as it takes."""
        return await self._done(work, None)

    def claim(self) -> None:
        """Any number of servers may share it."""

    def release(self) -> None:
        """Nothing was claimed."""

    async def close(self) -> None:
        """Close the connections, once nobody works on them."""
        await asyncio.gather(*self._working, return_exceptions=True)
        cutting = asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._cut_off_all)
        await self.engine.dispose()
        cutting.cancel()

    def _cut_off_all(self) -> None:
        """A database that hangs does not say goodbye either."""
        for connection in list(self._connections):
            connection.terminate()

    async def _done(self, work: Work[T], patience: float | None) -> T:
        """Work in a task of its own: whoever gives up waiting leaves no connection in the middle of something."""
        task = asyncio.create_task(self._transaction(work, patience))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def _transaction(self, work: Work[T], patience: float | None) -> T:
        try:
            async with self._connected() as connection, _cut_off_after(patience, connection), connection.begin():
                result = await connection.run_sync(work)
        except (OSError, DBAPIError) as error:
            if isinstance(error, DBAPIError) and not error.connection_invalidated:
                raise
            raise self._not_ready(error) from error
        if not self._answers:
            self._answers = True
            logger.warning("the database answers again")
        return result

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        """A connection; there is none when the database refuses, starts, stops, is full or stays silent."""
        connection = self.engine.connect()
        try:
            async with asyncio.timeout(self._patience):
                await connection.start()
        except Exception as error:
            raise self._not_ready(error) from error
        try:
            yield connection
        finally:
            await connection.close()

    def _not_ready(self, error: Exception) -> NotReady:
        if self._answers:
            self._answers = False
            reason = getattr(error, "orig", None) or error  # SQLAlchemy's own words have the statement in them
            logger.warning("the database does not answer: %s: %s", type(reason).__name__, reason)
        return NotReady("the database does not answer; try again soon")


@contextlib.asynccontextmanager
async def _cut_off_after(seconds: float | None, connection: AsyncConnection) -> AsyncIterator[None]:
    """Whatever is still going on then fails as if the connection had been lost.

    The driver's own timeouts would not do: they ask the database to cancel, and one that hangs leaves that open too.
    """
    if seconds is None:
        yield
        return
    raw: Any = (await connection.get_raw_connection()).driver_connection
    cutting = asyncio.get_running_loop().call_later(seconds, raw.terminate)
    try:
        yield
    finally:
        cutting.cancel()


def database_at(url: str, patience: float = PATIENCE) -> Database:
    """The database at a URL."""
    return SqliteFile(url) if url.startswith("sqlite") else PostgresqlServer(url, patience)


def _done(engine: Engine, work: Work[T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _claimed(file: Path) -> sqlite3.Connection:
    """A file beside the database, locked by SQLite's own means.

    They work wherever SQLite does, and the operating system frees them with the process, however it ends. The database
    itself cannot be held like this: backups and the doctor read it while the server runs.
    """
    claim = None
    try:
        claim = sqlite3.connect(f"{file}-server", timeout=0, isolation_level=None, check_same_thread=False)
        claim.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if claim is not None:
            claim.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise BadInput(f"another server uses this database: {file}; several need PostgreSQL") from error
        raise BadInput(f"the database does not open: {file}-server: {error}") from error
    return claim


def _sqlite(url: str, begin: str) -> Engine:
    # Parameters are orders, seeds and digests: they must not get into a log with an error.
    engine = create_engine(url, hide_parameters=True)
    event.listen(engine, "connect", _make_durable)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _make_durable(connection: Any, _: Any) -> None:
    """Readers beside one writer, every commit on disk before it is acknowledged, and transactions begun by us alone."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")
