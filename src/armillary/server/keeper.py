"""The deadline keeper: finds matches past their deadline and applies default orders. Several at once are harmless."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from sqlalchemy import select, tuple_

from armillary.server import schema
from armillary.server.database import NotReady
from armillary.server.hall import Hall

logger = logging.getLogger("armillary.keeper")

SECONDS = 0.5
AT_ONCE = 100


class Keeper:
    """Looks at the clock for everybody."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look; whatever passed while nobody looked is caught up with first."""
        self._task = asyncio.create_task(self._watch(), name="armillary keeper")

    async def close(self) -> None:
        """Look away."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            try:
                await self.round()
            except NotReady:  # has been said, and the database may come back
                pass
            except Exception:
                logger.exception("the keeper stumbled")
            await asyncio.sleep(SECONDS)

    async def round(self) -> int:
        """Expire everything that is due now; how many were. A match that cannot be expired holds up no other."""
        now, last, found = self._hall.clock.now(), (0, ""), 0
        while rows := await self._hall.store.read(_due(now, last)):
            for row in rows:
                await self._expire(row.id)
            found, last = found + len(rows), (rows[-1].deadline, rows[-1].id)
        return found

    async def _expire(self, match_id: str) -> None:
        try:
            await self._hall.expire(match_id)
        except NotReady:  # nor will any other be
            raise
        except Exception:
            logger.exception("a match could not be expired", extra={"match": match_id})


def _due(now: int, last: tuple[int, str]) -> Any:
    """The next so many matches whose time was up by now."""
    table = schema.matches
    place = tuple_(table.c.deadline, table.c.id)
    query = select(table.c.id, table.c.deadline).where(table.c.deadline <= now, place > last)
    return query.order_by(table.c.deadline, table.c.id).limit(AT_ONCE)
