"""News through PostgreSQL: every commit that changes a match sends a note, in the same transaction."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from armillary.server.errors import NotReady
from armillary.server.notify.relay.base import Relay, Speaker, Task
from armillary.server.play.hall import Hall
from armillary.server.storage.postgresql import PostgresqlServer
from armillary.server.storage.statements import CHANNEL

LISTENING = "listening to PostgreSQL"


class PostgresqlRelay(Relay):
    """Listens on the channel that every commit writes to."""

    def __init__(self, hall: Hall, speakers: Sequence[Speaker], database: PostgresqlServer) -> None:
        super().__init__(hall, speakers)
        self._database = database

    def _tasks(self) -> Mapping[str, Task]:
        return {LISTENING: self._listen, **self._telling()}

    async def _say(self, notes: Sequence[str]) -> None:
        with contextlib.suppress(NotReady):  # was logged, and all of it is said again soon
            await self._hall.store.say(notes)

    async def _listen(self) -> None:
        """Until the connection is lost; what was missed meanwhile is caught up with as soon as there is a new one."""
        await self._database.listen(CHANNEL, self._hear, self._start)

    async def _start(self) -> None:
        await self._catch_up()
        self._note_success(LISTENING)
