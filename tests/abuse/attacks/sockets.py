"""Sockets: messages without end and without waiting for an answer, and tables at which nobody ever sits still."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count

from websockets.exceptions import WebSocketException

from tests.abuse.attacks import AWAY, BREATH, Attack, press, stranger
from tests.server.processes import HOST, LOST, Guest

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
RESTLESS = 4
"""Guests at one table."""


async def flood(port: int) -> AsyncIterator[str]:
    """Empty frames, as fast as they are taken."""
    guest = stranger(port)
    await guest.arrive()
    made = await guest.call("POST", "/api/skirmish/matches", {"seats": SEATS})
    path = f"/api/matches/{made['match']['id']}/live"
    lines = [f"GET {path} HTTP/1.1", f"host: {HOST}:{port}", f"cookie: {guest.cookie}", "connection: upgrade"]
    lines += ["upgrade: websocket", "sec-websocket-version: 13", "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="]
    yield ""
    while True:
        with suppress(*LOST):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(AWAY, 0))
            try:
                writer.write("\r\n".join([*lines, "", ""]).encode())
                await reader.readuntil(b"\r\n\r\n")
                while True:
                    writer.write(bytes([0x81, 0x80, 0, 0, 0, 0]) * 10_000)
                    await writer.drain()
            finally:
                writer.close()
        await asyncio.sleep(BREATH)


async def restless_table(port: int) -> AsyncIterator[str]:
    """A table where everybody talks, takes another name and another, and comes and goes, all the time."""
    guests = [stranger(port) for _ in range(RESTLESS)]
    for guest in guests:
        await guest.arrive()
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = (await guests[0].call("POST", "/api/skirmish/matches", {"seats": seats}))["match"]["id"]
    await guests[1].call("POST", f"/api/matches/{match}/join", {})
    yield ""

    async def rename(guest: Guest) -> None:
        for number in count():
            await press(guest, "PUT", "/api/me", {"name": f"{id(guest)} {number}"[-20:]})
            await press(guest, "POST", f"/api/matches/{match}/chat", {"text": f"I am {number} now."})

    async def come_and_go(guest: Guest) -> None:
        while True:
            with suppress(*LOST, WebSocketException):
                async with await guest.socket(match) as socket:
                    await socket.recv()
            await asyncio.sleep(BREATH)

    await asyncio.gather(*(each(guest) for guest in guests for each in (rename, come_and_go)))


ATTACKS = (Attack("flood of messages", flood), Attack("restless table", restless_table))
