"""A hundred sockets on fifty matches: nobody misses a step."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.crowd import Report, evening
from tests.server.processes import Server

MATCHES = 50
MOST_BYTES_A_MATCH = 200_000


def test_a_hundred_sockets_on_fifty_matches_hear_every_step(tmp_path: Path) -> None:
    async def story() -> Report:
        async with Server(f"{tmp_path}/test.db") as server:
            return await evening(server, MATCHES, rounds=4)

    report = asyncio.run(story())
    assert (report.sockets, report.gaps) == (2 * MATCHES, [])
    assert report.bytes_per_match < MOST_BYTES_A_MATCH
