"""Files that are read within bounds, and written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from armillary.core.codec import MAX_BYTES
from armillary.core.errors import BadInput


def read_whole(path: Path) -> bytes:
    """All bytes of a file; raises `BadInput` for what cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: The file cannot be read: {reason(error)}.") from error
    if len(data) > MAX_BYTES:
        raise BadInput(f"{path}: The file is larger than the {MAX_BYTES:,} bytes allowed.")
    return data


def reason(error: Exception) -> str:
    """What went wrong with a file, in the system's own words."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def write_whole(path: Path, *parts: bytes | memoryview) -> None:
    """Put the parts into a file of this name, on disk; whatever happens, what was there before stays until then."""
    draft = path.with_name(f".armillary-{secrets.token_hex(8)}.tmp")
    try:
        with draft.open("xb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
