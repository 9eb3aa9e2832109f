"""The deadline keeper: finds matches past their deadline and applies default orders. Several at once are harmless."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import select

from armillary.core.errors import ArmillaryError
from armillary.server import schema
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
                while await self.round() == AT_ONCE:
                    pass
            except Exception:  # the database may come back
                logger.exception("the keeper stumbled")
            await asyncio.sleep(SECONDS)

    async def round(self) -> int:
        """Expire what is due now; how many were."""
        table = schema.matches
        due = (
            select(table.c.id)
            .where(table.c.deadline.is_not(None), table.c.deadline <= self._hall.clock.now())
            .order_by(table.c.deadline)
            .limit(AT_ONCE)
        )
        rows = await self._hall.store.read(due)
        for row in rows:
            try:
                await self._hall.expire(row.id)
            except ArmillaryError:
                logger.exception("a match could not be expired", extra={"match": row.id})
        return len(rows)
