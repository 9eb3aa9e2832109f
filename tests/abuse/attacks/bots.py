"""Matches that keep every bot of a server thinking."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import cycle
from typing import Any

from tests.abuse.attacks import Attack, press, stranger

REGIONS, SEATS, WIDTH = 900, 8, 30
MATCHES = 10


def huge_map() -> dict[str, Any]:
    """A grid of regions, with eight homes that have many fleets."""
    regions = [
        {"id": f"r{n}", "name": f"Region {n}", "x": n % WIDTH * 10, "y": n // WIDTH * 10} for n in range(REGIONS)
    ]
    links = [[f"r{n}", f"r{n + 1}"] for n in range(REGIONS) if (n + 1) % WIDTH]
    links += [[f"r{n}", f"r{n + WIDTH}"] for n in range(REGIONS - WIDTH)]
    homes = [[f"r{n * REGIONS // SEATS}"] for n in range(SEATS)]
    return {"name": "Huge", "regions": regions, "links": links, "homes": homes, "fleets_per_home": 100}


async def thinking_bots(port: int) -> AsyncIterator[str]:
    """Ten matches of eight bots each, on a map as large as it may be, and then one more every second."""
    guest = stranger(port)
    await guest.arrive()
    seats = [{"kind": "bot", "level": "medium"}] * SEATS
    asked = {"seats": seats, "config": {"map": huge_map(), "dominance": None, "max_turns": 300}}
    yield ""
    made = 0
    while True:
        status, _ = await press(guest, "POST", "/api/kepler/matches", asked)
        made += status == 201
        if made >= MATCHES:
            await asyncio.sleep(1)


async def hard_bots(port: int) -> AsyncIterator[str]:
    """One match of eight hard bots with thousands of fleets, and one of seven and somebody who never moves."""
    guest = stranger(port)
    await guest.arrive()
    bots = [{"kind": "bot", "level": "hard"}] * SEATS
    config = {"map": {**huge_map(), "fleets_per_home": 300}, "dominance": None, "max_turns": 50}
    yield ""
    made = 0
    for seats in cycle((bots, [{"kind": "me"}, *bots[1:]])):
        status, _ = await press(guest, "POST", "/api/kepler/matches", {"seats": seats, "config": config})
        made += status == 201
        yield f"{made} matches"
        if made >= 2:
            await asyncio.sleep(5)


ATTACKS = (Attack("thinking bots", thinking_bots), Attack("hard bots", hard_bots))
