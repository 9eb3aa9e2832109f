"""A hundred sockets on fifty matches: nobody misses a step."""

from __future__ import annotations

from pathlib import Path

from tests.server.crowd import evening
from tests.server.processes import Server

MATCHES = 50
MAX_BYTES_A_MATCH = 200_000


async def test_a_hundred_sockets_on_fifty_matches_hear_every_step(tmp_path: Path) -> None:
    async with Server(f"{tmp_path}/test.db") as server:
        report = await evening(server, MATCHES, rounds=4)
    assert (report.sockets, report.gaps) == (2 * MATCHES, [])
    assert report.bytes_per_match < MAX_BYTES_A_MATCH
