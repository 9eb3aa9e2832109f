"""Matches kept in files: a save is a record with its secrets, so it replays, and proves that nothing was changed."""

from __future__ import annotations

from pathlib import Path

from armillary.core import record
from armillary.core.errors import BadRecord, VerificationFailed
from armillary.core.match import AnyMatch
from armillary.core.record import Record
from armillary.terminal import files


def save(match: AnyMatch, name: str) -> Path:
    """Write the match with its seed and its pending orders; gives the path written."""
    return files.write(name, record.dump(record.export(match, reveal=True)))


def load(name: str) -> Record:
    """The record in a file, its shape checked; errors name the file."""
    data = files.read(name)
    try:
        return record.load(data)
    except BadRecord as error:
        raise BadRecord(f"{name}: {error}") from error


def resume(name: str) -> AnyMatch:
    """The match a save holds, as it stood: pending orders are still pending."""
    try:
        return record.verify(load(name))
    except VerificationFailed as error:
        raise VerificationFailed(None, f"{name}: {error}") from error
