"""The long forms: everything that people do, through crashes, and a full house. Ends with 1 when anything was lost.

Servers are killed and stopped for a moment while people play all games, change and withdraw orders, offer draws,
resign, take over, rename themselves and talk. Afterwards nothing may be lost, made twice or stuck, and every way to
catch up must lead where the journal leads.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Coroutine, Sequence
from contextlib import ExitStack
from typing import Any

from tests.server import postgres
from tests.server.crash import Found, Load, kill_at_random, look, stop_for_a_moment, stuck_at
from tests.server.crowd import allow_files, evening
from tests.server.mixed import Mixed
from tests.server.processes import Server
from tests.server.redis_server import RedisServer, redis_here

PAIRS = 25
TABLES = 10
ROUNDS = 15


async def one_process(database: str, kills: int) -> Found:
    """A server on a file, killed again and again under load."""
    async with Server(database) as server:
        return await _survive(database, [server], kills)


async def two_processes(database: str, kills: int, redis: RedisServer | None) -> Found:
    """Two servers on one PostgreSQL: one of them is killed, the other one next time.

    In between, one of them is stopped for a moment. Where their notes go through a Redis, that is killed, too.
    """
    settings = {} if redis is None else {"redis_url": redis.url()}
    async with Server(database, **settings) as one, Server(database, **settings) as other:
        return await _survive(database, [one, other], kills, redis)


async def _survive(database: str, servers: Sequence[Server], kills: int, redis: RedisServer | None = None) -> Found:
    """Kill one server after the other while everything that people do goes on; what is there afterwards."""
    load, mixed = Load(servers, PAIRS), Mixed(servers, TABLES)
    for number in range(kills):
        if redis is not None:
            redis.kill()
            await load.until(50)
        await kill_at_random(servers[number % len(servers)], load, random.Random())
        if redis is not None:
            await asyncio.to_thread(redis.start)
        if len(servers) > 1:
            await stop_for_a_moment(random.choice(servers), load)
        mixed.check()
        acks = len(load.acks) + len(mixed.acks)
        _say(f"  kill {number + 1}: {acks} orders and {len(mixed.deeds)} other deeds acknowledged so far")
    await load.stop()
    await mixed.stop()
    stuck = await stuck_at(servers, [*load.matches, *mixed.matches])
    return await look(database, [*load.acks, *mixed.acks], mixed.deeds, mixed.names, stuck)


def _crashes(title: str, kills: int, story: Coroutine[Any, Any, Found]) -> bool:
    """Tell one story of crashes; is everything well?"""
    _say(f"{title}: {kills} kills, {2 * PAIRS} players, and {TABLES} tables of all games")
    started = time.monotonic()
    found = asyncio.run(story)
    _say(f"  {time.monotonic() - started:.0f} s, {found.matches} matches, {found.steps} steps resolved")
    _say(f"  acknowledged orders: {found.acknowledged}, lost: {len(found.lost)}")
    _say(f"  other deeds: {found.deeds}, lost: {len(found.undone)}, wrong names: {len(found.misnamed)}")
    _say(f"  steps resolved twice: {len(found.twice)}, matches that do not replay: {len(found.faults)}")
    _say(f"  ways to catch up: {found.ways}, blocked: {len(found.blocked)}")
    _say(f"  matches stuck at a server: {len(found.stuck)}")
    wrong = (found.lost, found.undone, found.misnamed, found.twice, found.faults, found.blocked, found.stuck)
    for each in wrong:
        for line in each[:5]:
            _say(f"  ! {line}")
    return not any(wrong)


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
    parser = argparse.ArgumentParser(
        prog="python -m tests.server.soak",
        description=__doc__,
        epilog="50 kills on SQLite, and 50 on PostgreSQL with two processes and a Redis that is killed in between: "
        "`--kills 50 --redis --matches 0`.",
    )
    parser.add_argument(
        "--kills",
        type=int,
        default=50,
        help="how often a server is killed: one process on SQLite, then as often one of two on PostgreSQL",
    )
    parser.add_argument(
        "--redis", action="store_true", help="let the two share news through a Redis, and kill that in between as well"
    )
    parser.add_argument("--matches", type=int, default=500, help="matches of the full house; 0 for none")
    asked = parser.parse_args()
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        url = opened.enter_context(opened.enter_context(postgres.cluster()).database())
        redis = opened.enter_context(redis_here()) if asked.redis else None
        if redis is not None:
            redis.start()
        file = f"{folder}/crash.db"
        well = [
            _crashes("SQLite, one process", asked.kills, one_process(file, asked.kills)),
            _crashes("PostgreSQL, two processes", asked.kills, two_processes(url, asked.kills, redis)),
        ]
        if asked.matches:
            well.append(_crowd(f"{folder}/crowd.db", asked.matches))
    _say("All is well." if all(well) else "NOT WELL.")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
