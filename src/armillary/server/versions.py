"""How far a match has come, for whoever asks: those who ask at the same time share one query."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

Query: TypeAlias = Callable[[set[str]], Awaitable[dict[str, int]]]


class Versions:
    """One query at a time: whoever comes while it is under way shares the next, so nobody hears of what was before."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._busy = asyncio.Lock()
        self._wanted: set[str] = set()
        self._next: asyncio.Task[dict[str, int]] | None = None

    async def of(self, match_id: str) -> int | None:
        """The match's version now; None when there is none."""
        self._wanted.add(match_id)
        if self._next is None:
            self._next = asyncio.create_task(self._ask())
        return (await asyncio.shield(self._next)).get(match_id)

    async def _ask(self) -> dict[str, int]:
        async with self._busy:
            wanted, self._wanted, self._next = self._wanted, set(), None
            return await self._query(wanted)
