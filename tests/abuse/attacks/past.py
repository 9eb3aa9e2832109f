"""A huge match whose past is asked for again and again, by nobody in particular."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from string import ascii_lowercase
from typing import Any

import msgspec

from armillary.core import codec, record
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game
from tests.abuse.attacks import Attack, press, stranger
from tests.server.processes import Guest

WIDTH, HEIGHT, SEATS, TURNS = 40, 25, 8, 120
MOVING = 5
"""Fleets of a seat that are ordered each turn."""
AT_ONCE = 4


def huge_map() -> dict[str, Any]:
    """A thousand regions, with a home for each of eight seats."""
    places = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
    right = [[f"r{x}_{y}", f"r{x + 1}_{y}"] for x, y in places if x + 1 < WIDTH]
    down = [[f"r{x}_{y}", f"r{x}_{y + 1}"] for x, y in places if y + 1 < HEIGHT]
    return {
        "name": "grid",
        "regions": [{"id": f"r{x}_{y}", "name": f"Region {x} {y}", "x": 10 * x, "y": 10 * y} for x, y in places],
        "links": [*right, *down],
        "homes": [[f"r{10 * (seat % 4) + 3}_{12 * (seat // 4) + 3}"] for seat in range(SEATS)],
        "fleets_per_home": 60,
    }


def shuttle(seat: int, turn: int) -> dict[str, Any]:
    """Some fleets of a seat go to the next region, and in the next turn back."""
    to = f"r{10 * ((seat - 1) % 4) + 3 + (turn % 2 == 0)}_{12 * ((seat - 1) // 4) + 3}"
    return {"orders": [{"fleet": f"{seat}{letter}", "to": to} for letter in ascii_lowercase[:MOVING]]}


def played(turns: int) -> bytes:
    """The record of a match on that map that is over after so many turns."""
    kepler = game("kepler")
    config: Any = codec.convert({"map": huge_map(), "max_turns": turns, "dominance": None}, kepler.config)
    match: AnyMatch = Match.begin(kepler, seats=SEATS, config=config)
    for turn in range(turns):
        for seat in match.seats:
            order: Any = codec.convert(shuttle(seat, turn), kepler.order)
            match = match.submit(seat, order)
    return record.dump(record.export(match))


async def bring(guest: Guest, turns: int) -> str:
    """Such a match at a server, brought by this guest; its id."""
    await guest.arrive()
    match_id: str = (await guest.call("POST", "/api/replays", msgspec.Raw(played(turns))))["id"]
    return match_id


async def past_of_a_huge_match(port: int) -> AsyncIterator[str]:
    """Its record, its history and its steps, each time another part of them."""
    guest = stranger(port)
    match_id = await bring(guest, TURNS)
    await guest.hang_up()
    yield ""
    path = f"/api/kepler/matches/{match_id}"

    async def ask(nobody: Guest) -> None:
        number = 0
        while True:
            number += 1
            await press(nobody, "GET", f"/api/matches/{match_id}/record")
            await press(nobody, "GET", f"{path}/history?limit=200&since={number}")
            await press(nobody, "GET", f"{path}/steps?from={number % 60}&to={number % 60 + 49}")
            await press(nobody, "GET", f"{path}/steps/{number % TURNS}")

    await asyncio.gather(*(ask(stranger(port)) for _ in range(AT_ONCE)))


ATTACKS = (Attack("past of a huge match", past_of_a_huge_match),)
