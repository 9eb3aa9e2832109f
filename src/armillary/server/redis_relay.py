"""News through Redis: told after the commit, and never waited for.

Redis promises nothing: a note may be dropped, and a process may die between its commit and its note. So every process
also looks, slowly, for what nobody told it. An order never waits for Redis, and never fails for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from armillary.core.errors import BadInput
from armillary.server.bulk import CHANNEL
from armillary.server.hall import Hall
from armillary.server.relay import Relay, Task
from armillary.server.room import Room

SWEEP_SECONDS = 3.0
"""How long news may be late that nobody told."""
PATIENCE_SECONDS = 2.0
"""How long Redis may take to answer."""

LISTENING, TELLING, LOOKING = "listening to Redis", "telling Redis", "looking for what nobody told"


class RedisRelay(Relay):
    """Tells Redis what was changed here, and listens to what was changed elsewhere."""

    def __init__(self, hall: Hall, url: str) -> None:
        super().__init__(hall)
        self._redis = _redis_at(url)
        self._untold: dict[str, int] = {}
        """The newest version of every match changed since Redis was told last."""
        self._changed = asyncio.Event()

    def _tasks(self) -> Mapping[str, Task]:
        return {LISTENING: self._listen, TELLING: self._tell, LOOKING: self._look}

    async def open(self) -> None:
        """Begin to tell and to listen, whether Redis is there yet or not."""
        self._hall.listeners.append(self._note)
        await super().open()

    async def close(self) -> None:
        """Stop; what is not told by now the others find by themselves."""
        await super().close()
        await self._redis.aclose()

    def _note(self, room: Room) -> None:
        """A change made here is durable."""
        self._untold[room.row.id] = room.seq
        self._changed.set()

    async def _tell(self) -> None:
        """Everything that was changed while Redis was told the last time, in one go."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            notes, self._untold = self._untold, {}
            with _in_our_words():
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for match_id, seq in notes.items():
                        pipeline.publish(CHANNEL, f"{match_id} {seq}")
                    await pipeline.execute()
            self._works(TELLING)

    async def _listen(self) -> None:
        """Until the connection is lost; every time the channel is ours, what was missed before is caught up with."""
        with _in_our_words():
            async with self._redis.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                async for message in channel.listen():
                    if message["type"] == "subscribe":
                        await self._catch_up()
                        self._works(LISTENING)
                    elif message["type"] == "message":
                        self._hear(message["data"].decode("ascii", "replace"))

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self._catch_up()
            self._works(LOOKING)


@contextlib.contextmanager
def _in_our_words() -> Iterator[None]:
    """Some versions of Redis repeat what they were sent in their errors, passwords too: only the kind is passed on."""
    try:
        yield
    except RedisError as error:
        raise ConnectionError(f"Redis: {type(error).__name__}") from None


def _redis_at(url: str) -> Redis:
    """A client that gives up soon and leaves trying again to us, whatever the URL says; raises `BadInput`."""
    ours: dict[str, Any] = {
        "retry": Retry(NoBackoff(), 0),
        "socket_timeout": PATIENCE_SECONDS,
        "socket_connect_timeout": PATIENCE_SECONDS,
        "decode_responses": False,
    }
    with contextlib.suppress(TypeError, ValueError, RedisError):
        options = parse_url(url)
        pool: Any = ConnectionPool(**{**options, **ours})
        pool.make_connection()  # none yet, but an option that does not exist is found
        if "host" in options or "path" in options:
            return Redis.from_pool(pool)
    raise BadInput("the Redis URL is not redis://USER:PASSWORD@HOST:PORT, rediss://… or unix://PATH")
