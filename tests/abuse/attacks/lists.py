"""Matches that are made to be in others' way: in their lists, and before their deadlines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from tests.abuse.attacks import Attack, press, stranger
from tests.abuse.attacks.bots import huge_map
from tests.server.processes import Guest

OPEN = 20
"""Matches that one guest may have open."""
MAKERS = 5
BETWEEN_LOOKS = 0.02
HURRIED = 16
"""Matches with a clock that are made at the same time."""


async def long_lists(port: int) -> AsyncIterator[str]:
    """Open matches with huge maps, and a list that everybody reads."""
    makers = [stranger(port) for _ in range(MAKERS)]
    asked = {"seats": [{"kind": "open"}] * 2, "config": {"map": huge_map()}}
    reader = Guest(port)
    for guest in (*makers, reader):
        await guest.arrive()
    yield ""
    for maker in makers:
        for _ in range(OPEN):
            await press(maker, "POST", "/api/kepler/matches", asked)
    while True:
        _, listed = await press(reader, "GET", "/api/matches?limit=100")
        yield f"{len(listed) >> 10} KiB in one list"


async def many_deadlines(port: int) -> AsyncIterator[str]:
    """A guest whose matches are all due every second, and another with one."""
    busy, other = stranger(port), Guest(port)
    seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "local"}]
    asked = {"seats": seats, "pace": {"kind": "live", "seconds": 1}}
    await busy.arrive()
    await other.arrive()
    copies = [stranger(port) for _ in range(HURRIED)]
    for copy in copies:
        copy.cookie = busy.cookie
    yield ""

    async def make(copy: Guest) -> None:
        while True:
            await press(copy, "POST", "/api/skirmish/matches", asked)

    making = [asyncio.create_task(make(copy)) for copy in copies]
    longest = 0
    while True:
        longest = max(longest, await _lag(other, asked))
        yield f"another's deadline came up to {longest} ms late"
        assert not any(each.done() for each in making)


async def _lag(guest: Guest, asked: Any) -> int:
    """Begin a match, and wait for its first deadline: how many milliseconds late it was applied."""
    made = await guest.call("POST", "/api/skirmish/matches", asked)
    match_id, due = made["match"]["id"], made["match"]["deadline"]
    while True:
        told = await guest.call("GET", f"/api/matches/{match_id}")
        if told["deadline"] != due:
            await guest.call("POST", f"/api/matches/{match_id}/resign?seat=1")
            late: int = told["changed_at"] - due
            return late
        await asyncio.sleep(BETWEEN_LOOKS)


ATTACKS = (
    Attack("long lists", long_lists),
    Attack("many deadlines", many_deadlines, (("requests_per_second", "100000"),)),
)
