"""Things that are made to be stored, and for nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import cycle
from typing import Any

import msgspec

from armillary.games.kepler.setup import fleet_id
from tests.abuse.attacks import Attack, press, stranger
from tests.abuse.attacks.bots import huge_map
from tests.server.processes import Guest

FLEETS, SEATS = 1_000, 8


def heavy_config(number: int = 0) -> dict[str, Any]:
    """A config of 200 kB, of a match that takes little more; another one for every number."""
    drawn = huge_map()
    regions = [{**each, "name": f"{number} ".ljust(40, "𝔸")} for each in drawn["regions"]]
    return {"map": {**drawn, "regions": regions}, "max_turns": 1}


def many_fleets() -> dict[str, Any]:
    """A config of a few hundred bytes, whose positions have 200 kB."""
    regions = [{"id": f"r{n}", "name": f"Region {n}", "x": n, "y": 0} for n in range(SEATS)]
    links = [[f"r{n}", f"r{n + 1}"] for n in range(SEATS - 1)]
    homes = [[f"r{n}"] for n in range(SEATS)]
    drawn = {"name": "Many", "regions": regions, "links": links, "homes": homes, "fleets_per_home": FLEETS}
    return {"map": drawn, "dominance": None, "max_turns": 300}


def pointless_order(region: str) -> dict[str, Any]:
    """Every fleet of seat 1 is sent to a region that does not exist, and whose name is long."""
    orders = [{"fleet": fleet_id(1, number), "to": region * 140} for number in range(FLEETS)]
    return {"order": {"orders": orders}}


async def _make(guest: Guest, config: dict[str, Any], *seats: str) -> str | None:
    """A match of these kinds of seats; None where it was refused."""
    asked = {"seats": [{"kind": kind} for kind in seats], "config": config}
    status, body = await press(guest, "POST", "/api/kepler/matches", asked)
    return msgspec.json.decode(body)["match"]["id"] if status == 201 else None


async def huge_configs(port: int) -> AsyncIterator[str]:
    """Matches with a huge config, made and called off again and again."""
    guest, config, made = stranger(port), heavy_config(), 0
    await guest.arrive()
    yield ""
    while True:
        if match := await _make(guest, config, "open", "open"):
            made += 1
            await press(guest, "DELETE", f"/api/matches/{match}")
        yield f"{made} matches made"


async def huge_terms(port: int) -> AsyncIterator[str]:
    """The config of a match changed as often as it may be, and then that of the next."""
    guest, configs, changed = stranger(port), cycle([heavy_config(0), heavy_config(1)]), 0
    await guest.arrive()
    yield ""
    while True:
        match = await _make(guest, next(configs), "open", "open")
        status = 0 if match is None else 200
        while status == 200:
            status, _ = await press(guest, "PATCH", f"/api/kepler/matches/{match}", {"config": next(configs)})
            changed += status == 200
            yield f"{changed} times changed"
        await press(guest, "DELETE", f"/api/matches/{match}")
        yield f"{changed} times changed"


async def huge_openings(port: int) -> AsyncIterator[str]:
    """Matches with many fleets that begin at once, and are given up."""
    guest, config, made = stranger(port), many_fleets(), 0
    await guest.arrive()
    yield ""
    while True:
        if match := await _make(guest, config, "me", "local"):
            made += 1
            await press(guest, "POST", f"/api/matches/{match}/resign?seat=1")
        yield f"{made} matches made"


async def huge_orders(port: int) -> AsyncIterator[str]:
    """One order to a thousand fleets, changed again and again to another that means nothing."""
    guest, orders, taken = stranger(port), cycle([pointless_order("x"), pointless_order("y")]), 0
    await guest.arrive()
    yield ""
    while True:
        match = await _make(guest, many_fleets(), "me", "local")
        status = 0 if match is None else 200
        while status == 200:
            status, _ = await press(guest, "POST", f"/api/kepler/matches/{match}/orders?seat=1", next(orders))
            taken += status == 200
            yield f"{taken} orders taken"
        await press(guest, "POST", f"/api/matches/{match}/resign?seat=1")
        yield f"{taken} orders taken"


async def huge_positions(port: int) -> AsyncIterator[str]:
    """A match of many fleets played on and on, though nobody moves."""
    guest, steps = stranger(port), 0
    await guest.arrive()
    match = await _make(guest, many_fleets(), "me", *["local"] * (SEATS - 1))
    yield ""
    while True:
        for seat in range(1, SEATS + 1):
            path = f"/api/kepler/matches/{match}/orders?seat={seat}"
            _, body = await press(guest, "POST", path, {"order": {"orders": []}})
            steps += b'"resolved":true' in body
        yield f"{steps} steps"


ATTACKS = (
    Attack("stored configs", huge_configs),
    Attack("stored terms", huge_terms),
    Attack("stored openings", huge_openings),
    Attack("stored orders", huge_orders),
    Attack("stored positions", huge_positions),
)
