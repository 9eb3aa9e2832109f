"""People who are nobody: identities made and thrown away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from tests.abuse.attacks import Attack, press, stranger
from tests.server.processes import Guest

AT_ONCE = 16


async def guests_without_end(port: int) -> AsyncIterator[str]:
    """Somebody who is new every time."""
    visitors = [stranger(port) for _ in range(AT_ONCE)]
    yield ""
    made = 0

    async def come(visitor: Guest) -> bool:
        visitor.cookie = ""
        await press(visitor, "GET", "/api/me")
        return visitor.cookie != ""

    while True:
        made += sum(await asyncio.gather(*map(come, visitors)))
        yield f"{made} guests were made"


ATTACKS = (Attack("guests without end", guests_without_end, (("guests_per_hour", "1000"),)),)
