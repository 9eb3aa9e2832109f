"""Things that are only tried: a huge map, a draft with thousands of fleets on it, and one with a thousand mistakes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from armillary.core import codec
from tests.abuse.attacks import AWAY, BREATH, Attack, press, stranger
from tests.abuse.attacks.past import SEATS, huge_map
from tests.server.processes import HOST, LOST, Guest

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


async def mistaken_drafts(port: int) -> AsyncIterator[str]:
    """Drafts with a thousand mistakes at an ordinary table, on one socket."""
    guest = stranger(port)
    await guest.arrive()
    seats = [{"kind": "me"}, {"kind": "local"}]
    match = (await guest.call("POST", "/api/kepler/matches", {"seats": seats}))["match"]["id"]
    url = f"ws://{HOST}:{port}/api/matches/{match}/live?seat=1"
    draft = codec.encode({"type": "draft", "id": "x", "order": {"orders": [{"fleet": "x", "to": None}] * 1_000}})
    yield ""
    sent = heard = 0
    while True:
        with suppress(*LOST, WebSocketException):
            async with connect(
                url, additional_headers={"cookie": guest.cookie}, local_addr=(AWAY, 0), max_size=None
            ) as socket:
                while True:
                    await socket.send(draft.decode())
                    heard += len(await socket.recv())
                    sent += 1
                    if sent % 100 == 0:
                        yield f"{sent} drafts, {heard // sent} bytes each"
        await asyncio.sleep(BREATH)


ATTACKS = (
    Attack("huge configs", huge_configs),
    Attack("huge drafts", huge_drafts),
    Attack("mistaken drafts", mistaken_drafts),
)
