"""Everything one server process holds together, opened and closed in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import select

from armillary.server import schema
from armillary.server.clock import Clock, WallClock
from armillary.server.database import NotReady
from armillary.server.hall import Hall
from armillary.server.identity import Identities
from armillary.server.keeper import Keeper
from armillary.server.limits import Buckets, Places
from armillary.server.lobby import Lobby
from armillary.server.records import MILLISECONDS
from armillary.server.relays import relay_for
from armillary.server.settings import Settings
from armillary.server.store import Store
from armillary.server.thinking import Thinkers
from armillary.server.watching import Watching

logger = logging.getLogger("armillary.server")

ADDRESS_FACTOR = 8
BURST_SECONDS = 2
WAKING_SECONDS = 30
"""Longer than any bot may think."""


class Desk:
    """Store, hall, lobby, bots, clocks, identities: what routes are handed."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.clock = clock or WallClock()
        self.store = Store(settings.database_url, notifies=not settings.redis_url, patience=settings.database_seconds)
        self.hall = Hall(self.store, self.clock)
        self.lobby = Lobby(self.hall, settings.open_matches_a_player)
        self.watching = Watching(self.hall)
        self.identities = Identities(self.store, self.clock)
        self.thinkers = Thinkers(self.hall, settings.bot_workers)
        self.keeper = Keeper(self.hall)
        self.relay = relay_for(self.hall, settings.redis_url)
        rate = settings.requests_a_second
        self.by_identity = Buckets(rate, rate * BURST_SECONDS)
        self.by_address = Buckets(rate * ADDRESS_FACTOR, rate * ADDRESS_FACTOR * BURST_SECONDS)
        most = settings.sockets_a_player
        self.sockets_by_identity = Places(most, f"you have {most} sockets open; close one first")
        self.sockets_by_address = Places(
            most * ADDRESS_FACTOR, "too many sockets are open here without an identity; get one from /api/me"
        )
        self._waking: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def opened(self, _: Any = None) -> AsyncIterator[None]:
        """Open for business; everything waiting is finished before it closes."""
        self.store.claim()
        await self.store.open()
        await self.identities.open()
        await self.relay.open()
        self.keeper.open()
        self._waking = asyncio.create_task(self._wake_bots(), name="armillary waking")
        try:
            yield
        finally:
            self._waking.cancel()
            await asyncio.gather(self._waking, return_exceptions=True)
            await self.keeper.close()
            await self.thinkers.close()
            await self.relay.close()
            await self.store.close()

    async def _wake_bots(self) -> None:
        """Bots that owed an order when the server stopped go on thinking; then those whose process was lost."""
        since, until = 0, self.clock.now()
        while True:
            try:
                await self._wake_those(since, until)
                since = until - 3 * WAKING_SECONDS * MILLISECONDS  # whatever could not be looked at is looked at later
            except NotReady:  # has been said, and the database may come back
                pass
            except Exception:
                logger.exception("bots could not be looked for")
            await asyncio.sleep(WAKING_SECONDS)
            until = self.clock.now() - WAKING_SECONDS * MILLISECONDS

    async def _wake_those(self, since: int, until: int) -> None:
        """Matches with bots that changed last in this span of time."""
        table = schema.matches
        quiet = select(table.c.id).where(
            table.c.status == "playing",
            table.c.changed_at.between(since, until),
            table.c.seats.contains('"kind":"bot"'),
        )
        for row in await self.store.read(quiet):
            try:
                self.thinkers.look(await self.hall.room(row.id))
            except NotReady:
                raise
            except Exception:
                logger.exception("a match could not be opened", extra={"match": row.id})
