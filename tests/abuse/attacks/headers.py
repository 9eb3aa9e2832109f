"""Requests whose heads never end, connections on which nothing else comes, and handshakes that wait for a body."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from tests.abuse.attacks import AWAY, BREATH, Attack
from tests.server.processes import HOST, LOST

CHUNK = b"x" * 65_536
CROWD = 2_000
HANDSHAKES = 600


async def endless_header(port: int) -> AsyncIterator[str]:
    """One header line that goes on and on."""
    yield ""
    while True:
        _, writer = await asyncio.open_connection(HOST, port, local_addr=(AWAY, 0))
        with suppress(*LOST):
            writer.write(b"GET /healthz HTTP/1.1\r\nhost: here\r\nx-long: ")
            while True:
                writer.write(CHUNK)
                await writer.drain()
        writer.close()
        await asyncio.sleep(BREATH)


async def half_open(port: int) -> AsyncIterator[str]:
    """Thousands of requests that are begun and never finished, each begun anew as soon as it is given up."""
    yield ""

    async def begin() -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(HOST, port, local_addr=(AWAY, 0))
                try:
                    writer.write(b"GET /healthz HTTP/1.1\r\n")
                    await reader.read()
                finally:
                    writer.close()
            await asyncio.sleep(1)

    await asyncio.gather(*(begin() for _ in range(CROWD)))


async def handshakes_with_bodies(port: int) -> AsyncIterator[str]:
    """Requests for a socket that announce a body, each made anew as soon as it is ended."""
    lines = ["GET /api/matches/x/live HTTP/1.1", f"host: {HOST}:{port}", "connection: upgrade", "upgrade: websocket"]
    lines += ["sec-websocket-version: 13", "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==", "content-length: 5"]
    ended = 0
    yield ""

    async def ask() -> None:
        nonlocal ended
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(HOST, port, local_addr=(AWAY, 0))
                try:
                    writer.write("\r\n".join([*lines, "", ""]).encode())
                    await reader.read()
                    ended += 1
                finally:
                    writer.close()
            await asyncio.sleep(1)

    asking = [asyncio.create_task(ask()) for _ in range(HANDSHAKES)]
    while any(not each.done() for each in asking):
        await asyncio.sleep(1)
        yield f"{ended} ended"


ATTACKS = (
    Attack("endless header", endless_header),
    Attack("half-open requests", half_open),
    Attack("handshakes with bodies", handshakes_with_bodies),
)
