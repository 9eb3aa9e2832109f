"""News from other processes: PostgreSQL tells which match has changed, and this process catches up.

In a single process on SQLite there is nobody to hear from, and this does nothing.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from armillary.server.bulk import CHANNEL
from armillary.server.database import PostgresqlServer
from armillary.server.hall import Hall
from armillary.server.store import Store

logger = logging.getLogger("armillary.relay")

RETRY_SECONDS = 0.5


class Relay:
    """Listens on the channel that every commit writes to."""

    def __init__(self, store: Store, hall: Hall) -> None:
        self._store = store
        self._hall = hall
        self._task: asyncio.Task[None] | None = None
        self._refreshing: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen, where others may speak."""
        if isinstance(self._store.database, PostgresqlServer):
            self._task = asyncio.create_task(self._listen(self._store.database), name="armillary relay")

    async def close(self) -> None:
        """Stop listening."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, *self._refreshing, return_exceptions=True)

    async def _listen(self, database: PostgresqlServer) -> None:
        """Listen again and again: what was missed meanwhile is caught up with as soon as the connection is back."""
        while True:
            try:
                await self._listen_once(database)
            except Exception:
                logger.exception("the relay lost its connection")
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen_once(self, database: PostgresqlServer) -> None:
        """Until the connection is lost."""
        lost = asyncio.Event()
        async with database.engine.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None
            raw.add_termination_listener(lambda _: lost.set())
            await raw.add_listener(CHANNEL, self._heard)
            try:
                await self._catch_up()
                await lost.wait()
                logger.warning("the relay lost its connection")
            finally:
                # Whatever state it is in, nobody else gets a connection that listens.
                await connection.invalidate()

    async def _catch_up(self) -> None:
        """News nobody told us of; rooms that nobody watches are looked at when they are asked for."""
        for room in [room for room in self._hall.rooms.values() if room.waiting]:
            await self._hall.refresh(room.row.id)

    def _heard(self, _connection: Any, _pid: int, _channel: str, note: str) -> None:
        match_id, _, seq = note.partition(" ")
        room = self._hall.rooms.get(match_id)
        if room is not None and room.seq < int(seq):
            task = asyncio.create_task(self._refresh(match_id))
            self._refreshing.add(task)
            task.add_done_callback(self._refreshing.discard)

    async def _refresh(self, match_id: str) -> None:
        try:
            await self._hall.refresh(match_id)
        except Exception:
            logger.exception("a match could not be refreshed", extra={"match": match_id})
