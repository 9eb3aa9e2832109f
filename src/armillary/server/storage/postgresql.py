"""PostgreSQL over the network: it may be away, or hang; then work fails with `NotReady`, and within a bounded time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar
from weakref import WeakSet

from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from armillary.server.errors import NotReady
from armillary.server.settings import DATABASE_SECONDS
from armillary.server.storage.database import Work

logger = logging.getLogger("armillary.database")

T = TypeVar("T")

CLOSING_SECONDS = 2
"""Seconds that the database has to end a connection."""


class PostgresqlServer:
    """A database for any number of server processes."""

    is_shared = True

    def __init__(self, url: str, patience: float = DATABASE_SECONDS) -> None:
        self.engine = create_async_engine(url, hide_parameters=True)
        self._patience = patience
        self._connections: WeakSet[Any] = WeakSet()
        event.listen(self.engine.sync_engine, "connect", lambda made, _: self._connections.add(made.driver_connection))
        self._working: set[asyncio.Task[Any]] = set()
        self._answers = True
        """Did it answer the last time? A change is logged once."""

    async def write(self, work: Work[T]) -> T:
        """Do this work on a connection of its own; raises `NotReady`."""
        return await self._run(work, self._patience)

    async def read(self, work: Work[T]) -> T:
        """As `write`, and once more when that fails: a connection made before an outage is useless."""
        try:
            return await self.write(work)
        except NotReady:
            return await self.write(work)

    async def prepare(self, work: Work[T]) -> T:
        """As `write`, without a limit: a migration takes as long as it takes."""
        return await self._run(work, None)

    async def ping(self) -> None:
        """Raise `NotReady` unless it answers."""
        await self.read(lambda connection: connection.execute(text("SELECT 1")))

    def claim(self) -> None:
        """Any number of servers may share it."""

    def release(self) -> None:
        """Nothing was claimed."""

    async def close(self) -> None:
        """Close the connections, once nobody works on them."""
        await asyncio.gather(*self._working, return_exceptions=True)
        cutting = asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._cut_off_all)
        await self.engine.dispose()
        cutting.cancel()

    async def listen(self, channel: str, hear: Callable[[str], None], catch_up: Callable[[], Awaitable[None]]) -> None:
        """Pass on every note of a channel, and catch up with what came before; ends with `ConnectionError`."""
        lost = asyncio.Event()
        async with self.engine.connect() as connection:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            raw.add_termination_listener(lambda _: lost.set())
            await raw.add_listener(channel, lambda _connection, _pid, _channel, note: hear(note))
            try:
                await catch_up()
                await lost.wait()
                raise ConnectionError("PostgreSQL has closed the connection.")
            finally:
                # Whatever state it is in, nobody else gets a connection that listens.
                await connection.invalidate()

    def _cut_off_all(self) -> None:
        """A database that hangs does not end its connections either."""
        for connection in list(self._connections):
            connection.terminate()

    async def _run(self, work: Work[T], patience: float | None) -> T:
        """Work in a task of its own: a caller who gives up leaves no connection in the middle of something."""
        task = asyncio.create_task(self._transaction(work, patience))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def _transaction(self, work: Work[T], patience: float | None) -> T:
        try:
            async with self._connection() as connection, _cut_off_after(patience, connection), connection.begin():
                result = await connection.run_sync(work)
        except (OSError, DBAPIError) as error:
            if isinstance(error, DBAPIError) and not error.connection_invalidated:
                raise
            raise self._not_ready(error) from error
        if not self._answers:
            self._answers = True
            logger.warning("The database answers again")
        return result

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        """A connection; raises `NotReady` when the database refuses, starts, stops, is full or stays silent."""
        connection = self.engine.connect()
        try:
            async with asyncio.timeout(self._patience):
                await connection.start()
        except Exception as error:
            raise self._not_ready(error) from error
        try:
            yield connection
        finally:
            await connection.close()

    def _not_ready(self, error: Exception) -> NotReady:
        if self._answers:
            self._answers = False
            reason = getattr(error, "orig", None) or error  # SQLAlchemy's own words have the statement in them
            logger.warning("The database does not answer: %s: %s", type(reason).__name__, reason)
        return NotReady("The database does not answer. Try again soon.")


@contextlib.asynccontextmanager
async def _cut_off_after(seconds: float | None, connection: AsyncConnection) -> AsyncIterator[None]:
    """Whatever is still going on then fails as if the connection had been lost.

    The driver's own timeouts would not do: they ask the database to cancel, and one that hangs ignores that too.
    """
    if seconds is None:
        yield
        return
    raw: Any = (await connection.get_raw_connection()).driver_connection
    cutting = asyncio.get_running_loop().call_later(seconds, raw.terminate)
    try:
        yield
    finally:
        cutting.cancel()
