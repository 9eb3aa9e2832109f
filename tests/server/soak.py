"""The long forms: `python -m tests.server.soak [--kills 50] [--matches 500]`. Ends with 1 when anything was lost."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence

from tests.server import postgres
from tests.server.crash import Found, Load, kill_at_random, look
from tests.server.crowd import allow_files, evening
from tests.server.mixed import Mixed
from tests.server.processes import Server

PAIRS = 25
TABLES = 10
ROUNDS = 15


async def one_process(database: str, kills: int) -> Found:
    """A server on a file, killed again and again under load."""
    async with Server(database) as server:
        return await _survive(database, [server], kills)


async def two_processes(database: str, kills: int) -> Found:
    """Two servers on one PostgreSQL: one of them is killed, the other one next time."""
    async with Server(database) as one, Server(database) as other:
        return await _survive(database, [one, other], kills)


async def _survive(database: str, servers: Sequence[Server], kills: int) -> Found:
    """Kill one server after the other while everything that people do goes on; what is there afterwards."""
    load, mixed = Load(servers, PAIRS), Mixed(servers, TABLES)
    for number in range(kills):
        await kill_at_random(servers[number % len(servers)], load, random.Random())
        mixed.check()
        acks = len(load.acks) + len(mixed.acks)
        _say(f"  kill {number + 1}: {acks} orders and {len(mixed.deeds)} other deeds acknowledged so far")
    await load.stop()
    await mixed.stop()
    return await look(database, [*load.acks, *mixed.acks], mixed.deeds)


def _crashes(title: str, story: Callable[[str, int], Awaitable[Found]], database: str, kills: int) -> bool:
    """Tell one story of crashes; is everything well?"""
    _say(f"{title}: {kills} kills, {2 * PAIRS} players, and {TABLES} tables of all games")

    async def tell() -> Found:
        return await story(database, kills)

    started = time.monotonic()
    found = asyncio.run(tell())
    _say(f"  {time.monotonic() - started:.0f} s, {found.matches} matches, {found.steps} steps resolved")
    _say(f"  acknowledged orders: {found.acknowledged}, lost: {len(found.lost)}")
    _say(f"  other deeds: {found.deeds}, lost: {len(found.undone)}")
    _say(f"  steps resolved twice: {len(found.twice)}, matches that do not replay: {len(found.faults)}")
    for line in (*map(str, found.lost[:5]), *map(str, found.undone[:5]), *map(str, found.twice[:5]), *found.faults[:5]):
        _say(f"  ! {line}")
    return not (found.lost or found.undone or found.twice or found.faults)


def _crowd(database: str, matches: int) -> bool:
    """A full house; does everybody hear everything?"""
    _say(f"A full house: {2 * matches} sockets on {matches} matches, {ROUNDS} rounds each")
    allow_files(8 * matches + 500)

    async def tell() -> bool:
        async with Server(database) as server:
            report = await evening(server, matches, ROUNDS)
        _say(f"  {report.orders} orders in {report.seconds:.1f} s: {report.orders / report.seconds:.0f} per second")
        _say(f"  sockets with gaps: {len(report.gaps)}")
        match, socket = report.bytes_per_match / 1024, report.bytes_per_socket / 1024
        _say(f"  memory: {match:.1f} KiB per match, {socket:.1f} KiB per socket")
        return not report.gaps

    return asyncio.run(tell())


def _say(line: str) -> None:
    print(line, flush=True)


def main() -> int:
    """Everything, one after the other; 1 when anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--matches", type=int, default=500)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgres.cluster() as cluster, cluster.database() as url:
        well = [
            _crashes("SQLite, one process", one_process, f"{folder}/crash.db", asked.kills),
            _crashes("PostgreSQL, two processes", two_processes, url, asked.kills),
            _crowd(f"{folder}/crowd.db", asked.matches),
        ]
    _say("All is well." if all(well) else "NOT WELL.")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
