"""Requests whose headers never end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from tests.abuse.attacks import Attack
from tests.server.processes import HOST

CHUNK = b"x" * 65_536


async def endless_header(port: int) -> AsyncIterator[None]:
    """One header line that goes on and on."""
    yield
    _, writer = await asyncio.open_connection(HOST, port)
    try:
        writer.write(b"GET /healthz HTTP/1.1\r\nhost: here\r\nx-long: ")
        while True:
            writer.write(CHUNK)
            await writer.drain()
    finally:
        writer.close()


ATTACKS = (Attack("endless header", endless_header),)
