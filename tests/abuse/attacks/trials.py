"""Things that are only tried: a huge map, and a draft with thousands of fleets on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from tests.abuse.attacks import Attack, press, stranger
from tests.abuse.attacks.past import SEATS, huge_map
from tests.server.processes import Guest

AT_ONCE = 4
CONFIG: dict[str, Any] = {"map": {**huge_map(), "fleets_per_home": 1_000}, "dominance": None, "max_turns": 12}


def _hands(guest: Guest, port: int) -> list[Guest]:
    """One guest on several connections."""
    hands = [stranger(port) for _ in range(AT_ONCE)]
    for hand in hands:
        hand.cookie = guest.cookie
    return hands


async def huge_configs(port: int) -> AsyncIterator[str]:
    """A map as large as there are, and never the same one twice."""
    guest = stranger(port)
    await guest.arrive()
    yield ""

    async def check(hand: Guest, turns: int) -> None:
        while True:
            turns = turns % 1_000 + 1
            asked = {"seats": SEATS, "config": {**CONFIG, "max_turns": turns}}
            await press(hand, "POST", "/api/kepler/check", asked)

    await asyncio.gather(*(check(hand, 200 * number) for number, hand in enumerate(_hands(guest, port))))


async def huge_drafts(port: int) -> AsyncIterator[str]:
    """Drafts with eight thousand fleets on the board."""
    guest = stranger(port)
    await guest.arrive()
    seats = [{"kind": "me"}, *[{"kind": "local"}] * (SEATS - 1)]
    made = await guest.call("POST", "/api/kepler/matches", {"seats": seats, "config": CONFIG})
    path = f"/api/kepler/matches/{made['match']['id']}/draft"
    yield ""

    async def draft(hand: Guest, seat: int) -> None:
        while True:
            await press(hand, "POST", f"{path}?seat={seat}", {})

    await asyncio.gather(*(draft(hand, seat) for seat, hand in enumerate(_hands(guest, port), start=1)))


ATTACKS = (Attack("huge configs", huge_configs), Attack("huge drafts", huge_drafts))
