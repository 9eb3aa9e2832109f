"""Journals that are filled by doing the same thing again and again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from tests.abuse.attacks import Attack
from tests.server.processes import Guest

NONSENSE = "x" * 200_000
IN_FLIGHT = 24


async def _table(port: int, slug: str) -> tuple[Guest, str]:
    """A guest at a match with an open seat taken by somebody who never moves."""
    guest, other = Guest(port), Guest(port)
    await guest.arrive()
    await other.arrive()
    made = await guest.call("POST", f"/api/{slug}/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
    await other.call("POST", f"/api/matches/{made['match']['id']}/join", {})
    await other.hang_up()
    return guest, made["match"]["id"]


async def endless_orders(port: int) -> AsyncIterator[None]:
    """One order, changed for ever, with a region that has a very long name."""
    guest, match = await _table(port, "kepler")
    order = {"order": {"orders": [{"fleet": "1a", "to": NONSENSE}]}}
    yield
    while True:
        await guest.exchange("POST", f"/api/kepler/matches/{match}/orders", order)


async def endless_chat(port: int) -> AsyncIterator[None]:
    """Somebody who never stops talking."""
    guest, match = await _table(port, "skirmish")
    yield
    while True:
        await guest.exchange("POST", f"/api/matches/{match}/chat", {"text": "x" * 500})


async def old_key(port: int) -> AsyncIterator[None]:
    """An idempotency key of a step that is over, repeated on many connections at once."""
    guest, match = await _table(port, "skirmish")
    path = f"/api/skirmish/matches/{match}/orders"
    await guest.call("POST", path, {"order": {"card": 3}}, key="old")
    copies = [Guest(port) for _ in range(IN_FLIGHT)]
    for copy in copies:
        copy.cookie = guest.cookie
    yield

    async def repeat(copy: Guest) -> None:
        while True:
            await copy.exchange("POST", path, {"order": {"card": 3}}, key="old")

    await asyncio.gather(*(repeat(copy) for copy in copies))


ATTACKS = (
    Attack("endless orders", endless_orders),
    Attack("endless chat", endless_chat),
    Attack("old key", old_key, (("requests_per_second", "100000"),)),
)
