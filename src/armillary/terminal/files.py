"""Reading and writing files: reads are bounded, writes are all or nothing, errors are one clear line."""

from __future__ import annotations

import sys
from pathlib import Path

from armillary.core.codec import MAX_BYTES
from armillary.core.errors import BadInput
from armillary.core.files import read_whole, reason, write_whole

STDIN = "-"


def read(name: str) -> bytes:
    """All bytes of a file (`-`: standard input); raises `BadInput` for what cannot be read or is too large."""
    if name != STDIN:
        return read_whole(Path(name))
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput(f"Standard input is longer than the {MAX_BYTES:,} bytes allowed.")
    return data


def read_text(name: str) -> str:
    """The same as UTF-8 text, without a byte order mark."""
    try:
        return read(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: The file is not UTF-8 text (see byte {error.start}).") from error


def write(name: str, data: bytes) -> Path:
    """Write all of the data under this name, or nothing; gives the path written."""
    try:
        path = Path(name).expanduser().resolve()
        if not path.parent.is_dir():
            raise BadInput(f"{name}: The folder {path.parent} does not exist.")
        if path.exists() and not path.is_file():
            raise BadInput(f"{name}: This is not a regular file.")
        write_whole(path, data)
    except (OSError, ValueError, RuntimeError) as error:
        raise BadInput(f"{name}: The file cannot be written: {reason(error)}.") from error
    return path


def exists(name: str) -> bool:
    """Would writing under this name replace a file?"""
    try:
        return Path(name).expanduser().is_file()
    except (OSError, ValueError, RuntimeError):
        return False
