"""Matches saved in files. A save is a record with its secrets, so it replays and shows any change made to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
