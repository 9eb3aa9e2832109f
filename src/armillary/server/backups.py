"""Backups: a database copied while its server runs, looked at by the doctor, and put back in its place."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from armillary.core.errors import BadInput
from armillary.server.doctor import Finding, findings
from armillary.server.settings import settings_for
from armillary.server.storage import backup_files
from armillary.server.storage.store import Store


class Copied(msgspec.Struct, frozen=True):
    """A backup that was made or put back."""

    place: str
    """Where it is now; "" where it was not put back, because of the faults."""
    matches: int | None
    """How many matches the doctor has looked at; None where a backup is looked at only when it is put back."""
    faults: list[Finding]


def backup(database: str | None, to: str | None, *, force: bool = False) -> Copied:
    """Copy a database into a new file; raises `BadInput`."""
    url = settings_for(database=database).database_url
    store = Store(url)
    store.require_file()
    now = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    target = Path(to or f"armillary-{now}.{'dump' if store.is_shared else 'db'}")
    _require_free(target, force)
    with _beside(target) as folder:
        copy = folder / "copy"
        found = None
        if store.is_shared:
            backup_files.dump(url, copy)
        else:
            backup_files.copy_file(backup_files.file_of(url), copy)
            # The doctor brings tables up to date: the backup itself stays as it was.
            shutil.copy(copy, folder / "looked-at")
            found = list(findings(str(folder / "looked-at")))
        _require_free(target, force)
        copy.replace(target)
        backup_files.flush(target.parent)
    return _copied(str(target), found)


def restore(file: str, database: str | None, *, force: bool = False) -> Copied:
    """Put a backup in the place of a database that no server uses; raises `BadInput`."""
    source = Path(file)
    url = settings_for(database=database).database_url
    store = Store(url)
    _require_kind(source, backup_files.POSTGRESQL if store.is_shared else backup_files.SQLITE)
    if store.is_shared:
        asyncio.run(backup_files.require_room(url, replace=force))
        backup_files.load(source, url, replace=force)
        return _copied(backup_files.shown(url), list(findings(url)))
    target = backup_files.file_of(url)
    _require_free(target, force)
    store.claim()
    try:
        with _beside(target) as folder:
            copy = folder / "copy"
            backup_files.copy_file(source, copy)
            found = list(findings(str(copy)))
            if any(each.fault for each in found) and not force:
                return _copied("", found)
            backup_files.put_in_place(copy, target)
    finally:
        store.database.release()
    return _copied(str(target), found)


def _copied(place: str, found: list[Finding] | None) -> Copied:
    faults = [each for each in found or () if each.fault is not None]
    return Copied(place, None if found is None else len(found), faults)


def _require_free(target: Path, force: bool) -> None:
    if target.is_dir() or (target.exists() and not force):
        raise BadInput(f"{target}: The file exists already. Use --force to replace it.")


def _require_kind(source: Path, beginning: bytes) -> None:
    """Raise `BadInput` where a file is not a backup, or a backup of the other kind of database."""
    try:
        with source.open("rb") as opened:
            begins = opened.read(len(backup_files.SQLITE))
    except OSError as error:
        raise BadInput(f"{source}: The file cannot be read: {error.strerror}.") from error
    if begins.startswith(beginning):
        return
    kinds = {backup_files.SQLITE: "a SQLite file", backup_files.POSTGRESQL: "PostgreSQL"}
    made = next((kind for start, kind in kinds.items() if begins.startswith(start)), None)
    if made is None:
        raise BadInput(f"{source}: This is not a backup.")
    raise BadInput(f"{source}: This is a backup of {made}. It cannot be restored into {kinds[beginning]}.")


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A folder on the same disk, for what is not whole yet."""
    try:
        with TemporaryDirectory(prefix=".armillary-", dir=target.parent) as folder:
            yield Path(folder)
    except OSError as error:
        raise BadInput(f"{target}: The file cannot be written: {error.strerror or error}.") from error
