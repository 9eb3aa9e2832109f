"""Whole databases copied: a SQLite file by SQLite's own means, PostgreSQL by the programs that come with it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import make_url, text

from armillary.core.errors import BadInput
from armillary.server.storage.sqlite import OWNER_ONLY, make_private
from armillary.server.storage.store import Store

SQLITE, POSTGRESQL = b"SQLite format 3\0", b"PGDMP"
"""How copies of either kind begin."""

OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
OURS = text("SELECT to_regclass('matches') IS NOT NULL")


def file_of(url: str) -> Path:
    """The SQLite file of a URL."""
    return Path(make_url(url).database or "")


def shown(url: str) -> str:
    """A URL for people to read: without its password."""
    return make_url(url).set(drivername="postgresql").render_as_string()


def copy_file(source: Path, target: Path) -> None:
    """A SQLite file as it is at one moment, whoever writes to it meanwhile; raises `BadInput`."""
    make_private(target)
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as found,
            closing(sqlite3.connect(target)) as copy,
        ):
            found.execute("SELECT count(*) FROM matches")
            found.backup(copy)
            # A file of its own, without companions: it can be read from a disk that cannot be written.
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise BadInput(f"{source}: The file cannot be read as an Armillary database: {error}.") from error
    flush(target)


def put_in_place(file: Path, target: Path) -> None:
    """Have a file be the database from now on, whole or not at all; nothing of the old one is left to mix with it."""
    if target.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(target)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for end in ("-wal", "-shm"):
            Path(f"{target}{end}").unlink(missing_ok=True)
        kept = target.stat()
        with suppress(PermissionError, AttributeError):
            os.chown(file, kept.st_uid, kept.st_gid)
    file.chmod(OWNER_ONLY)
    flush(file)
    file.replace(target)
    flush(target.parent)


def flush(path: Path) -> None:
    """See to it that a file, or the names in a folder, are on disk."""
    with suppress(PermissionError, IsADirectoryError):  # not every system opens a folder
        place = os.open(path, os.O_RDONLY)
        try:
            os.fsync(place)
        finally:
            os.close(place)


def dump(url: str, target: Path) -> None:
    """PostgreSQL as it is at one moment, in a file of its own kind; raises `BadInput`."""
    make_private(target)
    _run("pg_dump", url, "--format=custom", "--no-owner", f"--file={target}")
    _run("pg_restore", None, "--list", str(target))
    flush(target)


async def require_room(url: str, *, replace: bool) -> None:
    """Raise `BadInput` where others use a PostgreSQL database, or where it has matches that are not to be replaced."""
    store = Store(url)
    try:
        if (await store.read(OTHERS))[0][0]:
            raise BadInput("Other programs are connected to this database. Stop its servers first.")
        if not replace and (await store.read(OURS))[0][0]:
            raise BadInput("This database already has matches. Use --force to replace them.")
    finally:
        await store.database.close()


def load(source: Path, url: str, *, replace: bool) -> None:
    """Bring back what `dump` wrote, all of it or nothing; raises `BadInput`."""
    replacing = ("--clean", "--if-exists") if replace else ()
    _run("pg_restore", url, "--exit-on-error", "--single-transaction", "--no-owner", *replacing, str(source))


def _run(program: str, url: str | None, *arguments: str) -> None:
    """Run one of PostgreSQL's programs; a password goes by the environment, which only our user can read."""
    found = shutil.which(program)
    if found is None:
        raise BadInput(f"{program} is not installed. It comes with PostgreSQL's client programs.")
    environment = dict(os.environ)
    if url is not None:
        place = make_url(url).set(drivername="postgresql")
        if place.password:
            environment["PGPASSWORD"] = place.password
        query = {"sslmode" if name == "ssl" else name: value for name, value in place.query.items()}
        plain = place._replace(password=None, query=query)  # type: ignore[arg-type]
        arguments = (f"--dbname={plain.render_as_string()}", *arguments)
    command = [found, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"{program} failed."]
        raise BadInput(lines[0])
