"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


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
