"""Messages on a socket, without end and without waiting for an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from tests.abuse.attacks import Attack
from tests.server.processes import HOST, Guest

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]


async def flood(port: int) -> AsyncIterator[None]:
    """Empty frames, as fast as they are taken."""
    guest = Guest(port)
    await guest.arrive()
    made = await guest.call("POST", "/api/skirmish/matches", {"seats": SEATS})
    path = f"/api/matches/{made['match']['id']}/live"
    yield
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        lines = [f"GET {path} HTTP/1.1", f"host: {HOST}:{port}", f"cookie: {guest.cookie}", "connection: upgrade"]
        lines += ["upgrade: websocket", "sec-websocket-version: 13", "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        await reader.readuntil(b"\r\n\r\n")
        while True:
            writer.write(bytes([0x81, 0x80, 0, 0, 0, 0]) * 10_000)
            await writer.drain()
    finally:
        writer.close()


ATTACKS = (Attack("flood of messages", flood),)
