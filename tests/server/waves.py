"""Waves of sockets that come and go, and what the server's memory is after each.

`python -m tests.server.waves 5000 3` opens 5,000 sockets at one table and closes them, three times.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from tests.server.crowd import allow_files
from tests.server.processes import Guest, Server

AT_ONCE = 50
WIDE = {"sockets_per_player": "100000", "connections": "100000", "connections_per_address": "100000"}
MEGABYTE = 2**20


async def memory_after_waves(folder: Path, sockets: int, waves: int) -> list[tuple[int, int]]:
    """How many bytes the server holds when everybody is there, and once they have left and it gave some back."""
    allow_files(2 * sockets + 500)
    async with Server(str(folder / "test.db"), **WIDE) as server:
        guest = Guest(server.port)
        await guest.arrive()
        seats = [{"kind": "me"}, {"kind": "local"}]
        match: str = (await guest.call("POST", "/api/skirmish/matches", {"seats": seats}))["match"]["id"]
        found = []
        for _ in range(waves):
            here = list[ClientConnection]()
            for _ in range(0, sockets, AT_ONCE):
                here += await asyncio.gather(*(_arrive(server, match) for _ in range(AT_ONCE)))
            full = server.memory()
            for first in range(0, sockets, AT_ONCE):
                await asyncio.gather(*(each.close() for each in here[first : first + AT_ONCE]))
            found.append((full, await _lowest(server)))
        await guest.hang_up()
        return found


async def _arrive(server: Server, match: str) -> ClientConnection:
    socket = await Guest(server.port).socket(match)
    await socket.recv()
    return socket


async def _lowest(server: Server) -> int:
    """The memory once it no longer falls."""
    before, quiet = server.memory(), 0
    while quiet < 3:
        await asyncio.sleep(0.5)
        now = server.memory()
        quiet = 0 if now < before else quiet + 1
        before = min(before, now)
    return before


if __name__ == "__main__":
    count, times = map(int, sys.argv[1:])
    with tempfile.TemporaryDirectory() as place:
        for most, least in asyncio.run(memory_after_waves(Path(place), count, times)):
            print(f"{most // MEGABYTE} MB with {count} sockets, {least // MEGABYTE} MB once they have left")
