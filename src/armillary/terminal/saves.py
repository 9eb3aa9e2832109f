"""Matches saved in files. A save is a record with its secrets, so it replays and shows any change made to it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from armillary.core import record
from armillary.core.errors import ArmillaryError, BadInput, VerificationFailed
from armillary.core.match import AnyMatch
from armillary.core.record import Record
from armillary.terminal import files


def save(match: AnyMatch, name: str) -> Path:
    """Write the match with its seed and its pending orders; gives the path written."""
    return files.write(name, record.dump(record.export(match, reveal=True)))


def load(name: str) -> Record:
    """The record in a file, its shape checked; errors name the file."""
    data = files.read(name)
    with naming(name):
        return record.load(data)


def resume(name: str) -> AnyMatch:
    """The saved match as it was: pending orders are still pending."""
    kept = load(name)
    with naming(name):
        return record.verify(kept)


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Errors raised inside name the file they are about."""
    try:
        yield
    except VerificationFailed as error:
        raise VerificationFailed(None, f"{file}: {error}") from error
    except ArmillaryError as error:
        raise BadInput(f"{file}: {error}") from error


# -- matches that save themselves --------------------------------------------------------------------------

MAX_FINISHED = 50
"""Records of finished matches that are kept; older ones are removed."""


def state_folder() -> Path:
    """Where this user's unfinished matches are kept."""
    home = os.environ.get("XDG_STATE_HOME", "")
    try:
        return (Path(home) if Path(home).is_absolute() else Path("~/.local/state").expanduser()) / "armillary"
    except RuntimeError as error:
        raise BadInput("You have no home folder.") from error


def finished_folder() -> Path:
    """Where the records of this user's last finished matches are kept."""
    return state_folder() / "finished"


def is_kept(path: Path) -> bool:
    """Is this the file of a match that saves itself?"""
    try:
        return path.absolute().parent == state_folder()
    except BadInput:
        return False


def require_writable(folder: Path) -> None:
    """Raise `BadInput` unless files can be written to this folder, which need not be there yet."""
    try:
        there = next(each for each in (folder, *folder.parents) if each.exists())
        fault = "" if there.is_dir() else f"{there} is not a folder"
        if not fault and not os.access(there, os.W_OK | os.X_OK):
            fault = "you may not write there"
    except OSError as error:
        fault = str(error.strerror)
    if fault:
        raise BadInput(f"{folder}: The folder cannot be written to: {fault}.")


def unused(folder: Path, slug: str) -> Path:
    """A name in this folder that no match has yet, after all those it has: `skirmish-3.json`."""
    numbers = [int(path.stem.rpartition("-")[2]) for path in _kept(folder, slug)]
    return folder / f"{slug}-{max(numbers, default=0) + 1}.json"


def reserve(folder: Path, slug: str) -> Path:
    """A new, empty file under such a name, which no other match can get."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        while True:
            path = unused(folder, slug)
            with suppress(FileExistsError):
                path.touch(mode=0o600, exist_ok=False)
                return path
    except OSError as error:
        raise BadInput(f"{folder}: The folder cannot be written to: {error.strerror}.") from error


def keep_finished(match: AnyMatch) -> Path:
    """Keep the record of a match that is over, and remove what is older than the newest `MAX_FINISHED`."""
    folder = finished_folder()
    path = reserve(folder, match.game.slug)
    try:
        save(match, str(path))
    except BadInput:
        path.unlink(missing_ok=True)
        raise
    for old in sorted(_kept(folder), key=_age)[MAX_FINISHED:]:
        with suppress(OSError):
            old.unlink()
    return path


def last_unfinished(slug: str | None = None) -> Path:
    """The match that was left last, of this game or of any; raises `BadInput` when there is none."""
    return _newest(
        state_folder(), slug, "There is no unfinished match to resume. Name a file: armillary play --resume FILE"
    )


def last_finished(slug: str | None = None) -> Path:
    """The record of the match that ended last; raises `BadInput` when there is none."""
    return _newest(finished_folder(), slug, "No finished match is kept here. Name the FILE of a record.")


def _newest(folder: Path, slug: str | None, complaint: str) -> Path:
    kept = [path for path in _kept(folder, slug) if path.stat().st_size]
    if not kept:
        raise BadInput(complaint)
    return min(kept, key=_age)


def _kept(folder: Path, slug: str | None = None) -> list[Path]:
    """The files of matches in a folder, of one game or of any."""
    name = re.compile(rf"{re.escape(slug) if slug else '.+'}-[0-9]{{1,9}}\.json")
    return [path for path in folder.glob("*.json") if name.fullmatch(path.name)]


def _age(path: Path) -> int:
    """The newest is the least."""
    return -path.stat().st_mtime_ns
