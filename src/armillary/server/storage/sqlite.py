"""A SQLite file: one thread writes, a few read beside it, and one server owns it.

Work runs in a thread from its first statement to its commit, so the event loop is left once per transaction and not
once per statement.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Engine, create_engine, event, make_url

from armillary.core.errors import BadInput
from armillary.server.storage.database import Work

T = TypeVar("T")

READERS = 4
"""Threads that read the file beside the one that writes."""


class SqliteFile:
    """A file for one server process; one thread writes, a few read beside it."""

    is_shared = False

    def __init__(self, url: str) -> None:
        # A transaction that will write says so at once: one that began by reading might have to be given up.
        self._writing, self._reading = _sqlite(url, "BEGIN IMMEDIATE"), _sqlite(url, "BEGIN")
        self._writer = ThreadPoolExecutor(1, "armillary-writer")
        self._readers = ThreadPoolExecutor(READERS, "armillary-reader")
        self._file = Path(make_url(url).database or "").resolve()
        self._claim: sqlite3.Connection | None = None

    async def write(self, work: Work[T]) -> T:
        """Do this work in the thread that writes."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, _run, self._writing, work)

    async def read(self, work: Work[T]) -> T:
        """Do this work in one of the threads that read."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, _run, self._reading, work)

    async def prepare(self, work: Work[T]) -> T:
        """As `write`: a file is never waited for."""
        return await self.write(work)

    def claim(self) -> None:
        """Be the one server of this file; claiming it again changes nothing."""
        self._claim = self._claim or _lock_beside(self._file)

    def release(self) -> None:
        """Leave the file to another server."""
        if self._claim is not None:
            self._claim.close()
            self._claim = None

    async def close(self) -> None:
        """End the threads, then close the file."""
        for threads in (self._readers, self._writer):
            await asyncio.to_thread(threads.shutdown)
        for engine in (self._reading, self._writing):
            engine.dispose()
        self.release()


def _run(engine: Engine, work: Work[T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _lock_beside(file: Path) -> sqlite3.Connection:
    """A lock on a file beside the database, by SQLite's own means.

    It works wherever SQLite does, and the operating system frees it with the process, however that ends. The database
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
            raise BadInput(f"another server uses this database: {file}; several servers need PostgreSQL") from error
        raise BadInput(f"the database cannot be opened: {file}-server: {error}") from error
    return claim


def _sqlite(url: str, begin: str) -> Engine:
    # Parameters are orders, seeds and digests: they must not get into a log with an error.
    engine = create_engine(url, hide_parameters=True)
    event.listen(engine, "connect", _make_durable)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _make_durable(connection: Any, _: Any) -> None:
    """Readers beside one writer, every commit on disk before it is acknowledged, and transactions begun only by us."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")
