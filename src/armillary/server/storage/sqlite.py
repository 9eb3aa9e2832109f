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

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, make_url, select
from sqlalchemy.exc import DBAPIError

from armillary.core.errors import BadInput
from armillary.server.errors import NotReady
from armillary.server.storage import tables
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

DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
"""What SQLite says of a file that something else has written into."""

DAMAGE_TOLD = "The server's database is damaged. Its operator has to restore it."

CHECK_SECONDS = 3600.0
"""How often all of the file is looked at for damage, which takes a second for every few hundred megabytes."""

PRIMARY = 0xFF
"""The part of SQLite's error codes that says what kind it is."""

OWNER_ONLY, OTHERS = 0o600, 0o077
"""The mode of the file, and what others may not have of it."""

READERS = 4
"""Threads that read the file beside the one that writes."""


class Gone(Exception):
    """The file that is open is no longer the one with its name."""


class SqliteFile:
    """A file for one server process; one thread writes, a few read beside it."""

    is_shared = False

    def __init__(self, url: str) -> None:
        # A transaction that will write says so at once: one that began by reading might have to be given up.
        self._writing, self._reading = _sqlite(url, "BEGIN IMMEDIATE"), _sqlite(url, "BEGIN")
        self._writer = ThreadPoolExecutor(1, "armillary-writer")
        self._readers = ThreadPoolExecutor(READERS, "armillary-reader")
        self._file = Path(make_url(url).database or "").resolve()
        self._files = (str(self._file), f"{self._file}-wal")
        """The database, and beside it, as long as somebody has it open, the log with its newest changes."""
        self._claim: sqlite3.Connection | None = None
        self._failing: set[object] = set()
        """For what it could not be used the last time; a change is logged once."""
        self._opened: list[tuple[int, int] | None] = []
        """Which files are open: what has their names may be another one later."""
        self._probing = _sqlite(url, "BEGIN", poolclass=NullPool)
        """Opens the file anew each time: connections that stay open would not read a page again."""
        self._checker = ThreadPoolExecutor(1, "armillary-checker")
        self._checking: asyncio.Task[None] | None = None
        self._checked = -CHECK_SECONDS
        self._examined: Any = None
        """The connection on which the file is being checked."""
        self._damage: str | None = None
        """What is wrong with the file; it stays so until the server is started anew."""

    async def write(self, work: Work[T]) -> T:
        """Do this work in the thread that writes; raises `NotReady`."""
        return await self._do(self._writer, self._writing, work)

    async def read(self, work: Work[T]) -> T:
        """Do this work in one of the threads that read; raises `NotReady`."""
        return await self._do(self._readers, self._reading, work)

    async def prepare(self, work: Work[T]) -> T:
        """As `write`, in a file that nobody else can read; from then on, it has to stay where it is."""
        make_private(self._file)
        result = await self.write(work)
        _narrow(self._file)
        self._opened = self._found()
        return result

    async def ping(self) -> None:
        """Raise `NotReady` unless the file can be read.

        Some rows of every table are read at once. From time to time everything is, beside this: what that finds counts
        from the next time on.
        """
        await self._do(self._readers, self._probing, _glance)
        if self._checking is None or (self._checking.done() and monotonic() - self._checked > CHECK_SECONDS):
            self._checking = asyncio.create_task(self._check())
        if self._damage is not None:
            raise NotReady(DAMAGE_TOLD)

    async def _check(self) -> None:
        """Look for damage in all of the file."""

        def work(connection: Connection) -> str:
            self._examined = connection.connection.driver_connection
            found: str = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            return found

        try:
            found = await self._do(self._checker, self._probing, work)
            if found != "ok":
                self._note_damage(found)
        except (NotReady, DBAPIError):  # was logged, or the check was broken off
            pass
        finally:
            self._checked, self._examined = monotonic(), None

    def _note_damage(self, what: str) -> None:
        if self._damage is None:
            self._damage = what
            logger.error("The database is damaged: %s. Stop the server and restore a backup", what)

    def _found(self) -> list[tuple[int, int] | None]:
        """Which files are there now."""
        return [_identity(each) for each in self._files]

    def _require_files(self) -> None:
        if self._opened and self._found() != self._opened:
            raise Gone(f"{self._file} was deleted, moved or replaced. Put the same file back, or restart the server.")

    def _run(self, engine: Engine, work: Work[T]) -> T:
        """One transaction; what is written into a file that is gone is not made."""
        self._require_files()
        with engine.begin() as connection:
            result = work(connection)
        if engine is self._writing:
            self._require_files()
        return result

    async def _do(self, threads: ThreadPoolExecutor, engine: Engine, work: Work[T]) -> T:
        try:
            result = await asyncio.get_running_loop().run_in_executor(threads, self._run, engine, work)
        except Gone as error:
            self._note_failure(self._file, error)
            raise NotReady("The database is not there. Try again later.") from error
        except DBAPIError as error:
            code = getattr(error.orig, "sqlite_errorcode", 0) & PRIMARY
            if code in DAMAGED:
                if self._opened:  # whoever opens it says so
                    self._note_damage(str(error.orig))
                raise NotReady(DAMAGE_TOLD) from error
            if code not in UNUSABLE:
                raise
            self._note_failure(engine, error.orig)
            raise NotReady("The database does not answer. Try again soon.") from error
        if self._failing and (well := self._failing & {engine, self._file}):
            self._failing -= well
            logger.warning("The database can be used again")
        return result

    def _note_failure(self, of: object, reason: object) -> None:
        if of not in self._failing:
            self._failing.add(of)
            logger.warning("The database cannot be used: %s", reason)

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
        if self._examined is not None:
            with suppress(sqlite3.ProgrammingError):  # the check has just ended by itself
                self._examined.interrupt()
        if self._checking is not None:
            await self._checking
        for threads in (self._checker, self._readers, self._writer):
            await asyncio.to_thread(threads.shutdown)
        for engine in (self._reading, self._writing):
            engine.dispose()
        self.release()


def _glance(connection: Connection) -> None:
    """Read a row of every table."""
    for table in tables.metadata.sorted_tables:
        connection.execute(select(table).limit(1)).all()


def _identity(file: str) -> tuple[int, int] | None:
    """Which file has this name; None where there is none."""
    try:
        found = os.stat(file)  # noqa: PTH116 (several times as fast, and done for every transaction)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def make_private(file: Path) -> None:
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
    make_private(place)
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


def _sqlite(url: str, begin: str, **more: Any) -> Engine:
    # Parameters are orders, seeds and digests: they must not get into a log with an error.
    engine = create_engine(url, hide_parameters=True, **more)
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
