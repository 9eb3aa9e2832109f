"""What is kept for a while only: open tables, matches left against bots, uploaded records, guests who never come back.
Several processes doing so at once do no harm."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from armillary.server.background.watching import Watching
from armillary.server.errors import NotReady
from armillary.server.logs import log_failure
from armillary.server.matches.lifetimes import Lifetimes
from armillary.server.play.hall import Hall
from armillary.server.play.leaving import Leaving
from armillary.server.play.removals import Removals
from armillary.server.storage import listings, players

logger = logging.getLogger("armillary.cleaning")

LOOK_SECONDS = 1.0
"""How soon a process notices what an operator has removed."""
LOOKS_PER_ROUND = 60
AT_ONCE = 50
"""What is looked for in one query, and guests that are removed in one transaction."""


class Cleaning(Watching):
    """Looks for what has come to its end."""

    def __init__(self, hall: Hall, leaving: Leaving, removals: Removals, lifetimes: Lifetimes) -> None:
        super().__init__("cleaning", LOOK_SECONDS)
        self._hall = hall
        self._leaving = leaving
        self._removals = removals
        self._lifetimes = lifetimes
        self._failing: set[str] = set()
        """What could not be ended: each is logged once."""
        self._looks = 0

    async def look(self) -> None:
        """Notice removals each time, and clean up from time to time."""
        self._looks += 1
        await self._removals.check()
        if self._looks % LOOKS_PER_ROUND == 1:
            await self.clean()

    async def clean(self) -> None:
        """End everything whose time has come, a little at a time."""
        store, now, lifetimes = self._hall.store, self._hall.clock.now(), self._lifetimes
        made_before = now - lifetimes.open_table
        await self._end_each(
            lambda after: listings.open_before(store, made_before, after, AT_ONCE),
            lambda match_id: self._leaving.close_table(match_id, made_before),
        )
        left_before = now - lifetimes.practice
        await self._end_each(
            lambda after: listings.practice_before(store, left_before, after, AT_ONCE),
            lambda match_id: self._leaving.end_practice(match_id, left_before),
        )
        await self._end_each(
            lambda after: listings.uploaded_before(store, now - lifetimes.upload, after, AT_ONCE),
            self._removals.remove_match,
        )
        # Whoever was about to make a table, or to sit down, when their identity was deleted.
        await self._end_each(
            lambda after: listings.deleted_at_open_tables(store, after, AT_ONCE), self._leaving.leave_tables
        )
        while await players.remove_unseen(store, now - lifetimes.guest, AT_ONCE) == AT_ONCE:
            await asyncio.sleep(0)
        await self._removals.forget()

    async def _end_each(
        self, find: Callable[[str], Awaitable[Sequence[str]]], end: Callable[[str], Awaitable[None]]
    ) -> None:
        """Go through what is found, in the order of ids; one that fails holds up no other."""
        last = ""
        while found := await find(last):
            for each in found:
                try:
                    await end(each)
                    self._failing.discard(each)
                except NotReady:
                    raise
                except Exception as error:  # noqa: BLE001 (one holds up no other)
                    if each not in self._failing:
                        self._failing.add(each)
                        log_failure(logger, "What has expired could not be ended", error, each)
            last = found[-1]
