"""News through Redis: published after the commit, and never waited for.

Redis promises nothing: a note may be dropped, and a process may die between its commit and its note. So every process
also looks now and then for changes that it heard nothing of. An order never waits for Redis, and never fails for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from armillary.core.errors import BadInput
from armillary.server.matches.rows import JournalRow
from armillary.server.notify.personal import PersonalNews
from armillary.server.notify.relay import Relay, Speaker, Task, logger
from armillary.server.play.hall import Hall
from armillary.server.play.room import Room
from armillary.server.storage.statements import CHANNEL

SWEEP_SECONDS = 3.0
"""How late a change may be noticed whose note was lost."""
PATIENCE_SECONDS = 2.0
"""How long Redis may take to answer."""

LISTENING, PUBLISHING, SWEEPING = "listening to Redis", "publishing to Redis", "looking for changes without a note"


class RedisAway(ConnectionError):
    """Redis does not answer, or not as it should."""


class RedisRelay(Relay):
    """Publishes what was changed here, and listens to what was changed elsewhere."""

    def __init__(self, hall: Hall, personal: PersonalNews, speakers: Sequence[Speaker], url: str) -> None:
        super().__init__(hall, personal, speakers)
        self._redis = _redis_at(url)
        self._unpublished: dict[str, int] = {}
        """The newest seq of every match changed since the last time."""
        self._changed = asyncio.Event()
        self._without: set[str] = set()
        """What could not be done for lack of Redis, since it was last there."""

    def _tasks(self) -> Mapping[str, Task]:
        return {
            LISTENING: self._listen,
            PUBLISHING: self._publish,
            SWEEPING: self._sweep,
            **self._telling(),
        }

    async def open(self) -> None:
        """Begin to publish and to listen, whether Redis is there yet or not."""
        self._hall.listeners.append(self._mark)
        await super().open()

    async def close(self) -> None:
        """Stop; the others find for themselves what was not published by now."""
        await super().close()
        await self._redis.aclose()

    def _note_failure(self, name: str, error: Exception) -> None:
        """Everything here needs Redis: that it is away is logged once, and not by everything that notices."""
        if not isinstance(error, RedisAway):
            super()._note_failure(name, error)
            return
        if not self._without:
            logger.warning("Redis is away, so news can be %g seconds late; retrying. %s", SWEEP_SECONDS, error)
        self._without.add(name)

    def _note_success(self, name: str) -> None:
        super()._note_success(name)
        if self._without:
            self._without -= self._without if name == LISTENING else {name}
            if not self._without:
                logger.warning("Redis is back")

    def _mark(self, room: Room, _: Sequence[JournalRow]) -> None:
        """A change made here is durable."""
        self._unpublished[room.row.id] = room.seq
        self._changed.set()

    async def _publish(self) -> None:
        """Everything that was changed since the last time, in one pipeline."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            notes, self._unpublished = self._unpublished, {}
            await self._say([f"{match_id} {seq}" for match_id, seq in notes.items()])
            self._note_success(PUBLISHING)

    async def _say(self, notes: Sequence[str]) -> None:
        with _in_our_words():
            async with self._redis.pipeline(transaction=False) as pipeline:
                for note in notes:
                    pipeline.publish(CHANNEL, note)
                await pipeline.execute()

    async def _listen(self) -> None:
        """Until the connection is lost; every time the channel is ours, what was missed before is caught up with."""
        with _in_our_words():
            async with self._redis.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                async for message in channel.listen():
                    if message["type"] == "subscribe":
                        await self.catch_up()
                        self._note_success(LISTENING)
                    elif message["type"] == "message":
                        self.hear(message["data"].decode("ascii", "replace"))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.catch_up()
            self._note_success(SWEEPING)


@contextlib.contextmanager
def _in_our_words() -> Iterator[None]:
    """Some versions of Redis repeat in their errors what they were sent, passwords too: only the kind is passed on."""
    try:
        yield
    except RedisError as error:
        raise RedisAway(f"Redis failed: {type(error).__name__}.") from None


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
        pool.make_connection()  # it does not connect yet, but an unknown option is found
        if "host" in options or "path" in options:
            return Redis.from_pool(pool)
    raise BadInput("The Redis URL must have the form redis://USER:PASSWORD@HOST:PORT, rediss://… or unix://PATH.")
