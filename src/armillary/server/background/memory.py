"""Memory goes back to the system once a crowd has left: the C library keeps what was freed, in case it is needed."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import sys
from collections.abc import Iterator

CROWD = 500
"""Sockets that have closed since the last time; with more still open, as many as these."""
SETTLE_SECONDS = 1.0
"""How long others who are leaving are waited for."""


class Memory:
    """Counts who comes and goes."""

    def __init__(self) -> None:
        self._here = 0
        self._left = 0
        self._trimming: asyncio.Task[None] | None = None

    @contextlib.contextmanager
    def visit(self) -> Iterator[None]:
        """A socket, for as long as it is open."""
        self._here += 1
        try:
            yield
        finally:
            self._here -= 1
            self._left += 1
            if self._left >= max(CROWD, self._here) and (self._trimming is None or self._trimming.done()):
                self._trimming = asyncio.create_task(self._trim(), name="armillary memory")

    async def close(self) -> None:
        """Leave the memory as it is."""
        if self._trimming is not None:
            self._trimming.cancel()
            await asyncio.gather(self._trimming, return_exceptions=True)

    async def _trim(self) -> None:
        while self._left:
            self._left = 0
            await asyncio.sleep(SETTLE_SECONDS)
        await asyncio.to_thread(trim)


def trim() -> None:
    """Give back what the C library holds and nobody uses; beside the loop, since that takes some milliseconds."""
    if sys.platform == "linux":
        release = getattr(ctypes.CDLL(None), "malloc_trim", None)  # only glibc has it
        if release is not None:
            release(0)
