"""Where the tables are: SQLite in threads of its own, PostgreSQL over the network. Work on them is the same for both.

Work is a plain function of a connection and is one transaction. On SQLite it runs in a thread from its first statement
to its commit: the event loop is left once a transaction, not once a statement.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]

READERS = 4
"""Threads that read a SQLite file beside the one that writes."""


class Database(Protocol):
    """A database that does what it is given, a transaction each."""

    is_shared: bool
    """May other processes write here too?"""

    async def write(self, work: Work[T]) -> T:
        """Do this work; what it changed is durable once this returns."""

    async def read(self, work: Work[T]) -> T:
        """Do work that changes nothing, beside whatever is being written."""

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

    async def write(self, work: Work[T]) -> T:
        """Do this work in the thread that writes."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, _done, self._writing, work)

    async def read(self, work: Work[T]) -> T:
        """Do this work in one of the threads that read."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, _done, self._reading, work)

    async def close(self) -> None:
        """End the threads, then close the file."""
        for threads in (self._readers, self._writer):
            await asyncio.to_thread(threads.shutdown)
        for engine in (self._reading, self._writing):
            engine.dispose()


class PostgresqlServer:
    """A database for any number of server processes."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self.engine = create_async_engine(url, pool_pre_ping=True, hide_parameters=True)

    async def write(self, work: Work[T]) -> T:
        """Do this work on a connection of its own."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Work[T]) -> T:
        """As `write`: readers and writers are all alike here."""
        return await self.write(work)

    async def close(self) -> None:
        """Close the connections."""
        await self.engine.dispose()


def database_at(url: str) -> SqliteFile | PostgresqlServer:
    """The database at a URL."""
    return SqliteFile(url) if url.startswith("sqlite") else PostgresqlServer(url)


def _done(engine: Engine, work: Work[T]) -> T:
    with engine.begin() as connection:
        return work(connection)


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
