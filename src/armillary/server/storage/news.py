"""What others did to a match since: callers who ask at the same time share one query."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from armillary.server.matches.rows import News

Query: TypeAlias = Callable[[Mapping[str, int]], Awaitable[dict[str, News]]]


class Tails:
    """One query at a time: whoever comes while one is under way shares the next, so nobody gets an old answer."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._busy = asyncio.Lock()
        self._known: dict[str, int] = {}
        self._next: asyncio.Task[dict[str, News]] | None = None

    async def news(self, match_id: str, since: int) -> News | None:
        """What was done to a match after `since`; None when nothing was."""
        self._known[match_id] = min(since, self._known.get(match_id, since))
        if self._next is None:
            self._next = asyncio.create_task(self._ask())
        found = (await asyncio.shield(self._next)).get(match_id)
        if found is None or found.row.seq <= since:
            return None
        return News(found.row, [row for row in found.tail if row.seq > since])

    async def _ask(self) -> dict[str, News]:
        async with self._busy:
            known, self._known, self._next = self._known, {}, None
            return await self._query(known)
