"""Journals that are filled by doing the same thing again and again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count

from tests.abuse.attacks import Attack, press, stranger
from tests.server.processes import Guest

NONSENSE = "x" * 200_000
IN_FLIGHT = 24
BETWEEN_ORDERS = 0.05
"""Seconds that a rival thinks."""


async def _table(port: int, slug: str) -> tuple[Guest, Guest, str]:
    """A guest at a match, somebody else on the other seat, and the match."""
    guest, other = stranger(port), Guest(port)
    await guest.arrive()
    await other.arrive()
    made = await guest.call("POST", f"/api/{slug}/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
    await other.call("POST", f"/api/matches/{made['match']['id']}/join", {})
    return guest, other, made["match"]["id"]


async def endless_orders(port: int) -> AsyncIterator[str]:
    """One order, changed for ever, with a region that has a very long name."""
    guest, _, match = await _table(port, "kepler")
    order = {"order": {"orders": [{"fleet": "1a", "to": NONSENSE}]}}
    yield ""
    while True:
        await press(guest, "POST", f"/api/kepler/matches/{match}/orders", order)


async def endless_chat(port: int) -> AsyncIterator[str]:
    """Somebody who never stops talking, while another reads from time to time."""
    guest, other, match = await _table(port, "skirmish")
    path = f"/api/matches/{match}/chat"
    yield ""
    for line in count():
        await press(guest, "POST", path, {"text": "x" * 500})
        if line % 100 == 0:
            _, said = await press(other, "GET", path)
            yield f"{len(said) >> 10} KiB of chat in one answer"


async def old_key(port: int) -> AsyncIterator[str]:
    """An idempotency key of a step that is over, repeated on many connections at once, while a rival plays."""
    guest, rival, match = await _table(port, "skirmish")
    path = f"/api/skirmish/matches/{match}/orders"
    await guest.call("POST", path, {"order": {"card": 3}}, key="old")
    await rival.call("POST", path, {"order": {"card": 3}})
    copies = [stranger(port) for _ in range(IN_FLIGHT)]
    for copy in copies:
        copy.cookie = guest.cookie
    yield ""

    async def repeat(copy: Guest) -> None:
        while True:
            await press(copy, "POST", path, {"order": {"card": 3}}, key="old")

    repeating = [asyncio.create_task(repeat(copy)) for copy in copies]
    refused = 0
    for tries in count(1):
        status, _ = await press(rival, "POST", path, {"order": {"card": 4 + tries % 2}})
        refused += status != 200
        yield f"{refused} of {tries} orders of a rival were refused"
        assert not any(each.done() for each in repeating)
        await asyncio.sleep(BETWEEN_ORDERS)


ATTACKS = (
    Attack("endless orders", endless_orders),
    Attack("endless chat", endless_chat),
    Attack("old key", old_key, (("changes_per_step", "100000"),)),
)
