"""Bots that owed an order when their process was lost, or when the server stopped, go on thinking."""

from __future__ import annotations

import asyncio
import logging

from armillary.api.terms import MILLISECONDS
from armillary.server.background.bots import Bots
from armillary.server.errors import NotReady
from armillary.server.logs import log_failure
from armillary.server.play.hall import Hall
from armillary.server.storage import listings

logger = logging.getLogger("armillary.bots")

SECONDS = 30
"""Longer than any bot may think."""


class Waking:
    """Looks for bots that nobody waits for: all at the start, later those in matches that have gone quiet."""

    def __init__(self, hall: Hall, bots: Bots) -> None:
        self._hall = hall
        self._bots = bots
        self._failing: set[str] = set()
        """Matches that cannot be opened: each is logged once."""
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._watch(), name="armillary waking")

    async def close(self) -> None:
        """Stop looking."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        clock = self._hall.clock
        since, until = 0, clock.now()
        while True:
            try:
                await self.wake(since, until)
                since = until - 3 * SECONDS * MILLISECONDS  # a match that could not be opened gets another chance
            except NotReady:  # was logged, and the database may come back
                pass
            except Exception:
                logger.exception("Looking for bots to wake failed; retrying")
            await asyncio.sleep(SECONDS)
            until = clock.now() - SECONDS * MILLISECONDS

    async def wake(self, since: int, until: int) -> None:
        """Wake the bots of matches that changed last in this span of time."""
        for match_id in await listings.with_bots(self._hall.store, since, until):
            try:
                self._bots.wake(await self._hall.room(match_id))
                self._failing.discard(match_id)
            except NotReady:
                raise
            except Exception as error:  # noqa: BLE001 (one match holds up no other)
                if match_id not in self._failing:
                    self._failing.add(match_id)
                    log_failure(logger, "The bots of a match could not be woken", error, match_id)
