"""News from other processes: a note says which match has changed, and this process catches up.

A note carries the match and its seq and nothing else; what happened stands in the journal. Besides, each of the
speakers tells the others of its own kind what is in no journal: who is at a table, for example. How notes travel is up
to each kind of relay; what happens when one arrives is the same for all.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Protocol

from armillary.core.errors import BadInput
from armillary.core.extras import how_to_install
from armillary.server.errors import NotReady
from armillary.server.notify.personal import PersonalNews
from armillary.server.play.hall import Hall
from armillary.server.storage.postgresql import PostgresqlServer
from armillary.server.storage.statements import CHANNEL

logger = logging.getLogger("armillary.relay")

RETRY_SECONDS = 0.5
LISTENING = "listening to PostgreSQL"

_NOTE = re.compile(r"([0-9A-Za-z]{1,64}) ([0-9]{1,18})")

Task = Callable[[], Awaitable[None]]


class Speaker(Protocol):
    """Something in a process that has to know what its like in other processes know."""

    tells: str
    """What it tells the others, after "telling": for the log."""

    async def notes(self) -> list[str]:
        """Wait until there is something to tell, or for a while; then all that the others must hear now."""
        ...

    def hear(self, note: str) -> None:
        """What another process tells; whatever is meant for other speakers, or is no note at all, is ignored."""
        ...


class Relay:
    """Keeps watched rooms up to date. This one hears from nobody: a single process is alone."""

    def __init__(self, hall: Hall, personal: PersonalNews, speakers: Sequence[Speaker] = ()) -> None:
        self._hall = hall
        self._personal = personal
        self._speakers = speakers
        self._running: list[asyncio.Task[None]] = []
        self._refreshing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Matches of which more was heard while they were being refreshed."""
        self._failing: set[str] = set()

    def _tasks(self) -> Mapping[str, Task]:
        """What this relay does as long as it is open, by name."""
        return {}

    async def open(self) -> None:
        """Begin to listen, where others may speak."""
        for name, task in self._tasks().items():
            self._running.append(asyncio.create_task(self._repeat(name, task), name=f"armillary relay: {name}"))

    async def close(self) -> None:
        """Stop listening.

        A library below may take a cancellation for a timeout of its own, and the task goes on: it is told again.
        """
        running = set(self._running)
        while running:
            for task in running:
                task.cancel()
            _, running = await asyncio.wait(running, timeout=RETRY_SECONDS)
        await asyncio.gather(*self._refreshing.values(), return_exceptions=True)
        await self._personal.close()

    async def _say(self, notes: Sequence[str]) -> None:
        """Tell the other processes something that nobody has to know for certain."""

    def _telling(self) -> Mapping[str, Task]:
        """The tasks in which speakers tell the others what they have to."""
        return {f"telling other processes {each.tells}": partial(self._tell, each) for each in self._speakers}

    async def _tell(self, speaker: Speaker) -> None:
        while True:
            if notes := await speaker.notes():
                await self._say(notes)
                self._note_success(f"telling other processes {speaker.tells}")

    # -- connections that are lost -------------------------------------------------------------------------

    async def _repeat(self, name: str, task: Task) -> None:
        """Again and again; a failure is logged once, not at every retry."""
        while True:
            try:
                await task()
            except Exception as error:  # noqa: BLE001 (it is logged there)
                self._note_failure(name, error)
            await asyncio.sleep(RETRY_SECONDS)

    def _note_failure(self, name: str, error: Exception) -> None:
        if name not in self._failing:
            self._failing.add(name)
            logger.error("The relay failed while %s; retrying", name, exc_info=error)

    def _note_success(self, name: str) -> None:
        if name in self._failing:
            self._failing.discard(name)
            logger.info("The relay is %s again", name)

    # -- news ----------------------------------------------------------------------------------------------

    def hear(self, note: str) -> None:
        """A note says that a match has changed, or is for a speaker; anything else on the channel is ignored."""
        found = _NOTE.fullmatch(note)
        if found is None:
            for speaker in self._speakers:
                speaker.hear(note)
            return
        match_id, seq = found[1], int(found[2])
        self._personal.hear(match_id, seq)
        room = self._hall.rooms.get(match_id)
        if room is None or room.seq >= seq:
            return
        if match_id in self._refreshing:
            self._again.add(match_id)
        else:
            self._refreshing[match_id] = asyncio.create_task(self._follow(match_id))

    async def _follow(self, match_id: str) -> None:
        """Refresh a match until no more notes of it arrive meanwhile; one refresh at a time, however many come."""
        try:
            await self._refresh(match_id)
            while match_id in self._again:
                self._again.discard(match_id)
                await self._refresh(match_id)
        finally:
            del self._refreshing[match_id]

    async def catch_up(self) -> None:
        """Catch up with every watched room, and for those at home; the others catch up when they are asked for."""
        watched = [match_id for match_id, room in self._hall.rooms.items() if room.waiting]
        await asyncio.gather(*(self._refresh(match_id) for match_id in watched), self._personal.catch_up())

    async def _refresh(self, match_id: str) -> None:
        try:
            await self._hall.refresh(match_id)
        except NotReady:  # was logged; once the database answers, everything is caught up with
            pass
        except Exception:
            logger.exception("A match could not be refreshed", extra={"match": match_id})


class PostgresqlRelay(Relay):
    """Listens on the channel that every commit writes to."""

    def __init__(
        self, hall: Hall, personal: PersonalNews, speakers: Sequence[Speaker], database: PostgresqlServer
    ) -> None:
        super().__init__(hall, personal, speakers)
        self._database = database

    def _tasks(self) -> Mapping[str, Task]:
        return {LISTENING: self._listen, **self._telling()}

    async def _say(self, notes: Sequence[str]) -> None:
        with contextlib.suppress(NotReady):  # was logged, and all of it is said again soon
            await self._hall.store.say(notes)

    async def _listen(self) -> None:
        """Until the connection is lost; what was missed meanwhile is caught up with as soon as there is a new one."""
        await self._database.listen(CHANNEL, self.hear, self._start)

    async def _start(self) -> None:
        await self.catch_up()
        self._note_success(LISTENING)


def relay_for(hall: Hall, personal: PersonalNews, speakers: Sequence[Speaker] = (), redis_url: str = "") -> Relay:
    """The relay of a process; raises `BadInput` where Redis is asked for and cannot be used."""
    database = hall.store.database
    if isinstance(database, PostgresqlServer):
        if redis_url:
            return _redis_relay(hall, personal, speakers, redis_url)
        return PostgresqlRelay(hall, personal, speakers, database)
    if redis_url:
        raise BadInput("Redis needs PostgreSQL as the database: a SQLite file serves only one process.")
    return Relay(hall, personal, speakers)


def _redis_relay(hall: Hall, personal: PersonalNews, speakers: Sequence[Speaker], url: str) -> Relay:
    try:
        module = import_module("armillary.server.notify.redis")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("armillary"):
            raise
        hint = how_to_install("redis")
        raise BadInput(f"The Redis client is not installed. {hint}") from error
    relay: Relay = module.RedisRelay(hall, personal, speakers, url)
    return relay
