"""The ways news go between processes, for tests that hold on each of them."""

from __future__ import annotations

import asyncio
from typing import Protocol

from sqlalchemy import text

from armillary.server.play.room import Room
from armillary.server.storage.statements import CHANNEL
from tests.server.halls import Peer
from tests.server.redis_server import RedisServer

RELAYS = "FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"


class News(Protocol):
    """A way from process to process."""

    redis_url: str

    async def listeners(self, process: Peer) -> int:
        """How many processes listen now."""

    async def cut(self, process: Peer) -> None:
        """Everybody who listens is cut off."""

    async def say(self, process: Peer, note: str) -> None:
        """Anybody may say anything."""


class ThroughPostgresql:
    """The database's own channel."""

    redis_url = ""

    async def listeners(self, process: Peer) -> int:
        return len(await process.store.read(text(f"SELECT pid {RELAYS}")))

    async def cut(self, process: Peer) -> None:
        assert await process.store.read(text(f"SELECT pg_terminate_backend(pid) {RELAYS}"))

    async def say(self, process: Peer, note: str) -> None:
        await process.store.read(text("SELECT pg_notify(:channel, :note)").bindparams(channel=CHANNEL, note=note))


class ThroughRedis:
    """A Redis beside the database."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self.redis_url = server.url()

    async def listeners(self, process: Peer) -> int:
        return int(self._server.ask("PUBSUB", "NUMSUB", CHANNEL)[1])

    async def cut(self, process: Peer) -> None:
        assert self._server.ask("CLIENT", "KILL", "TYPE", "pubsub")

    async def say(self, process: Peer, note: str) -> None:
        self._server.ask("PUBLISH", CHANNEL, note)


async def listening(news: News, process: Peer, count: int = 2) -> None:
    """Wait until this many processes listen."""
    async with asyncio.timeout(20):
        while await news.listeners(process) < count:
            await asyncio.sleep(0.02)


def watched(room: Room) -> asyncio.Event:
    """An event that is set when something is new in this room."""
    changed = asyncio.Event()
    room.waiting.add(changed)
    return changed


async def hears(room: Room, changed: asyncio.Event, seq: int, seconds: float = 20) -> None:
    """Whoever watches hears of this in time."""
    async with asyncio.timeout(seconds):
        while room.seq < seq:
            await changed.wait()
            changed.clear()
