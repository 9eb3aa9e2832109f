"""Matches saved in files. A save is a record with its secrets, so it replays and shows any change made to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
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


def state_folder() -> Path:
    """Where this user's unfinished matches are kept."""
    home = os.environ.get("XDG_STATE_HOME", "")
    try:
        return (Path(home) if Path(home).is_absolute() else Path("~/.local/state").expanduser()) / "armillary"
    except RuntimeError as error:
        raise BadInput("You have no home folder.") from error


def unused(folder: Path, slug: str) -> Path:
    """A name in this folder that no match has yet: `skirmish-3.json`."""
    return next(path for number in count(1) if not (path := folder / f"{slug}-{number}.json").exists())


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


def last_unfinished(slug: str | None = None) -> Path:
    """The match that was left last, of this game or of any; raises `BadInput` when there is none."""
    kept = [path for path in state_folder().glob(f"{slug or '*'}-*.json") if path.stat().st_size]
    if not kept:
        raise BadInput("There is no unfinished match to resume. Name a file: armillary play --resume FILE")
    return max(kept, key=lambda path: path.stat().st_mtime_ns)
