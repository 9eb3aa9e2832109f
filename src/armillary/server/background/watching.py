"""What is looked for again and again while the server runs, in a task of its own."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod

from armillary.server.errors import NotReady


class Watching(ABC):
    """Looks from time to time; what goes wrong is logged, and the next look comes all the same."""

    def __init__(self, name: str, seconds: float) -> None:
        """`name` is that of its logger; it looks again so many seconds after a look has ended."""
        self._name = name
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self) -> None:
        """Look once."""

    def open(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._watch(), name=f"armillary {self._name}")

    async def close(self) -> None:
        """Stop looking."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            try:
                await self.look()
            except NotReady:  # was logged, and the database may come back
                pass
            except Exception:
                logging.getLogger(f"armillary.{self._name}").exception("A look failed; the next one comes soon")
            await asyncio.sleep(self._seconds)
