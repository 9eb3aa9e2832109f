"""News through PostgreSQL: every commit that changes a match tells of it, in the same transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from armillary.server.bulk import CHANNEL
from armillary.server.database import PostgresqlServer
from armillary.server.hall import Hall
from armillary.server.relay import Relay, Task

LISTENING = "listening to PostgreSQL"


class PostgresqlRelay(Relay):
    """Listens on the channel that every commit writes to."""

    def __init__(self, hall: Hall, database: PostgresqlServer) -> None:
        super().__init__(hall)
        self._database = database

    def _tasks(self) -> Mapping[str, Task]:
        return {LISTENING: self._listen}

    async def _listen(self) -> None:
        """Until the connection is lost: what was missed meanwhile is caught up with as soon as there is a new one."""
        lost = asyncio.Event()
        async with self._database.engine.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None
            raw.add_termination_listener(lambda _: lost.set())
            await raw.add_listener(CHANNEL, lambda _connection, _pid, _channel, note: self._hear(note))
            try:
                await self._catch_up()
                self._works(LISTENING)
                await lost.wait()
                raise ConnectionError("PostgreSQL has closed the connection")
            finally:
                # Whatever state it is in, nobody else gets a connection that listens.
                await connection.invalidate()
