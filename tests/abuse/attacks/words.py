"""A huge map with hardly anything on it, told in words again and again, by nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count, cycle

from tests.abuse.attacks import Attack, press, stranger
from tests.abuse.attacks.past import SEATS, huge_map
from tests.server.processes import Guest

AT_ONCE = 8
REGIONS = [region["name"] for region in huge_map()["regions"]]


async def descriptions(port: int) -> AsyncIterator[str]:
    """The whole position, its parts one after the other, and parts that do not exist."""
    guest = stranger(port)
    await guest.arrive()
    seats = [{"kind": "me"}, *[{"kind": "local"}] * (SEATS - 1)]
    config = {"map": {**huge_map(), "fleets_per_home": 20}, "dominance": None, "max_turns": 100}
    made = await guest.call("POST", "/api/kepler/matches", {"seats": seats, "config": config})
    path = f"/api/matches/{made['match']['id']}/describe"
    answered = dict.fromkeys((0, 200, 429), 0)
    yield ""

    async def ask(hand: Guest, queries: AsyncIterator[str]) -> None:
        async for query in queries:
            status, _ = await press(hand, "GET", f"{path}{query}")
            answered[status] = answered.get(status, 0) + 1

    async def always_the_same() -> AsyncIterator[str]:
        for query in cycle(("", "?marks=true", "?step=0")):
            yield query

    async def always_another() -> AsyncIterator[str]:
        for number in count():
            name = REGIONS[number % len(REGIONS)].replace(" ", "%20")
            yield f"?part={name}" if number % 2 else f"?part={number}"

    kinds = (always_the_same, always_another)
    asking = [asyncio.create_task(ask(stranger(port), kinds[number % 2]())) for number in range(AT_ONCE)]
    while any(not each.done() for each in asking):
        await asyncio.sleep(1)
        yield ", ".join(f"{times} x {status}" for status, times in answered.items() if times)


ATTACKS = (Attack("descriptions", descriptions),)
