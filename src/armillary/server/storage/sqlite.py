"""A SQLite file: one thread writes, a few read beside it, and one server owns it.

Work runs in a thread from its first statement to its commit, so the event loop is left once per transaction and not
once per statement.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError

from armillary.core.errors import BadInput
from armillary.server.errors import NotReady
from armillary.server.storage.database import Work

logger = logging.getLogger("armillary.database")

T = TypeVar("T")

SWITCHING_SECONDS = 10
"""How long others who open the same new file are waited for."""

PATIENCE = 5.0
"""Seconds that a file which another program holds is waited for."""

UNUSABLE = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    )
)
"""What is wrong with the file or its disk, and with nothing that anybody asked for: it is held, full or gone."""

PRIMARY = 0xFF
"""The part of SQLite's error codes that says what kind it is."""

OWNER_ONLY, OTHERS = 0o600, 0o077
"""The mode of the file, and what others may not have of it."""

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
        self._failing: set[Engine] = set()
        """For what it could not be used the last time; a change is logged once."""

    async def write(self, work: Work[T]) -> T:
        """Do this work in the thread that writes; raises `NotReady`."""
        return await self._do(self._writer, self._writing, work)

    async def read(self, work: Work[T]) -> T:
        """Do this work in one of the threads that read; raises `NotReady`."""
        return await self._do(self._readers, self._reading, work)

    async def prepare(self, work: Work[T]) -> T:
        """As `write`, in a file that nobody else can read."""
        _make_private(self._file)
        result = await self.write(work)
        _narrow(self._file)
        return result

    async def _do(self, threads: ThreadPoolExecutor, engine: Engine, work: Work[T]) -> T:
        try:
            result = await asyncio.get_running_loop().run_in_executor(threads, _run, engine, work)
        except DBAPIError as error:
            if getattr(error.orig, "sqlite_errorcode", 0) & PRIMARY not in UNUSABLE:
                raise
            if engine not in self._failing:
                self._failing.add(engine)
                logger.warning("The database cannot be used: %s", error.orig)
            raise NotReady("The database does not answer. Try again soon.") from error
        if engine in self._failing:
            self._failing.discard(engine)
            logger.warning("The database can be used again")
        return result

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


def _make_private(file: Path) -> None:
    """Make a new file that only its owner can read; SQLite gives what it makes beside it the same mode."""
    with suppress(OSError):  # it is there, or SQLite will say why it cannot be made
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, OWNER_ONLY))


def _narrow(file: Path) -> None:
    """Have only its owner read a file that others could read.

    It is not opened for that: closing it would free the locks that SQLite holds in this process.
    """
    if os.name != "posix" or not file.stat().st_mode & OTHERS:
        return
    try:
        for end in ("", "-wal", "-shm", "-journal"):
            with suppress(FileNotFoundError):
                Path(f"{file}{end}").chmod(OWNER_ONLY)
        logger.warning("%s could be read by others; now only its owner can", file.name)
    except PermissionError:
        logger.warning("%s can be read by others: set its mode to 600", file.name)


def _lock_beside(file: Path) -> sqlite3.Connection:
    """A lock on a file beside the database, by SQLite's own means.

    It works wherever SQLite does, and the operating system frees it with the process, however that ends. The database
    itself cannot be held like this: backups and the doctor read it while the server runs.
    """
    claim = None
    place = Path(f"{file}-server")
    _make_private(place)
    try:
        claim = sqlite3.connect(place, timeout=0, isolation_level=None, check_same_thread=False)
        claim.execute("BEGIN EXCLUSIVE")
        _narrow(place)
    except sqlite3.Error as error:
        if claim is not None:
            claim.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise BadInput(f"{file}: Another server uses this database. Several servers need PostgreSQL.") from error
        raise BadInput(f"The database cannot be opened: {place}: {error}.") from error
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
    _use_write_ahead_log(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={PATIENCE * 1000:.0f}"):
        connection.execute(f"PRAGMA {pragma}")


def _use_write_ahead_log(connection: Any) -> None:
    """SQLite's own timeout does not cover this: of two that switch a new file at the same moment, one fails at once."""
    until = monotonic() + SWITCHING_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(0.01)
        else:
            return
