"""How much one installation carries: `python -m benchmarks.server.capacity [--write]` makes docs/capacity.md.

Everything runs on one machine, the players, too: what is told are figures of that machine, from which to guess at
others. With `--quick` it takes a minute and says nothing but that the command works.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec

from armillary.core.registry import game, slugs
from benchmarks.server.__main__ import PORT, armillary, load, server
from benchmarks.server.wire import HOST, Http
from tests.server.postgres import Cluster, cluster
from tests.server.redis_server import redis_here

PAGE = Path(__file__).parents[2] / "docs" / "capacity.md"
BEGIN, END = "<!-- capacity -->", "<!-- /capacity -->"

WIDE = {
    "sockets_per_player": "100000",
    "connections": "100000",
    "connections_per_address": "100000",
    "matches_per_player": "100000",
    "open_matches_per_player": "100000",
    "stored_megabytes_per_hour": "100000",
}
MEGABYTE = 2**20


class Amounts(msgspec.Struct, frozen=True):
    """How much is tried."""

    pairs: int = 50
    matches: int = 3
    processes: tuple[int, ...] = (1, 2, 4)
    watchers: tuple[int, ...] = (100, 500, 2_000)
    steps: int = 10
    sockets: int = 5_000
    settle: int = 12
    """Seconds that a server has to give memory back."""
    rooms: int = 200
    commits: int = 5_000


QUICK = Amounts(pairs=1, matches=1, processes=(1,), watchers=(10,), steps=3, sockets=20, settle=0, rooms=5, commits=160)


def main() -> None:
    """Measure, and print or write what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.capacity", description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/capacity.md, instead of printing it")
    parser.add_argument("--quick", action="store_true", help="only to see that it works")
    asked = parser.parse_args()
    amounts = QUICK if asked.quick else Amounts()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with cluster(settings=()) as postgresql:
        parts = [*orders(amounts, postgresql), *notes(amounts, postgresql)]
    parts += [*watchers(amounts), *sockets(amounts), *rooms(amounts)]
    found = "\n\n".join([*parts, machine()])
    if asked.write:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{found}\n{END}{rest.partition(END)[2]}", "utf-8")
    else:
        print(found)


# -- orders ----------------------------------------------------------------------------------------------------


def orders(amounts: Amounts, postgresql: Cluster) -> Iterator[str]:
    """Orders in a closed loop, by database and number of processes."""
    yield "## Orders"
    yield (
        f"{amounts.pairs} pairs play Stellar Skirmish over HTTP, each player with a socket open, and send the next "
        "order when the last one is acknowledged, which it is when it is on the disk."
    )
    rows: list[Sequence[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        rows.append(("SQLite", 1, *_orders(amounts, f"{folder}/capacity.db", 1)))
    for number in amounts.processes:
        with postgresql.database() as url:
            rows.append(("PostgreSQL", number, *_orders(amounts, url, number)))
    with redis_here() as redis:
        redis.start()
        for number in amounts.processes:
            with postgresql.database() as url:
                rows.append(("PostgreSQL and Redis", number, *_orders(amounts, url, number, redis_url=redis.url())))
    yield _table(("Database", "Processes", "Orders per second", "Median, ms", "99 of 100 within, ms"), rows)
    yield "A SQLite file serves one process."


def _orders(amounts: Amounts, database: str, processes: int, **settings: str) -> tuple[int, int, int]:
    command = [*armillary(database, PORT), "--workers", str(processes)]
    with server(command, PORT, **settings) as serving:
        found = asyncio.run(load(PORT, amounts.pairs, amounts.matches, over_socket=False, pid=serving.pid))
    ordered = sorted(found.latencies)
    return (
        round(len(ordered) / found.seconds),
        round(ordered[len(ordered) // 2] * 1000),
        round(ordered[len(ordered) * 99 // 100] * 1000),
    )


# -- notes between processes -----------------------------------------------------------------------------------

WRITERS, LISTENERS = 16, 4


def notes(amounts: Amounts, postgresql: Cluster) -> Iterator[str]:
    """Commits that send notes, and commits that do not: what `NOTIFY` takes."""
    with postgresql.database() as url:
        quiet, telling = (asyncio.run(_commits(url, amounts.commits, notifies=each)) for each in (False, True))
    yield "## Notes between processes"
    yield (
        f"{WRITERS} connections commit a small change each, {LISTENERS} others listen. PostgreSQL makes "
        f"**{quiet:,} such commits a second without notes, {telling:,} with them**: transactions that send notes take "
        "turns. One commit of ours carries all orders that came meanwhile: this is a limit on commits, not on orders."
    )


async def _commits(url: str, commits: int, *, notifies: bool) -> int:
    listening = [await asyncpg.connect(url) for _ in range(LISTENERS)]
    for each in listening:
        await each.add_listener("capacity", lambda *_: None)
    writing = [await asyncpg.connect(url) for _ in range(WRITERS)]
    await writing[0].execute("CREATE TABLE IF NOT EXISTS noted (writer int PRIMARY KEY, number int)")

    async def write(connection: Any, writer: int) -> None:
        for number in range(commits // WRITERS):
            async with connection.transaction():
                await connection.execute(
                    "INSERT INTO noted VALUES ($1, $2) ON CONFLICT (writer) DO UPDATE SET number = $2", writer, number
                )
                if notifies:
                    await connection.execute("SELECT pg_notify('capacity', $1)", f"{writer} {number}")

    start = time.perf_counter()
    await asyncio.gather(*(write(each, number) for number, each in enumerate(writing)))
    seconds = time.perf_counter() - start
    for each in (*writing, *listening):
        await each.close()
    return round(commits / seconds)


# -- sockets ---------------------------------------------------------------------------------------------------


TABLE = b'{"type":"table"'


class Watcher(asyncio.Protocol):
    """A socket that notices what comes, and no more: a thousand of them must not be what is measured."""

    def __init__(self, match_id: str) -> None:
        self._match_id = match_id
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.tables = 0
        self.at = 0.0
        self.transport: asyncio.Transport | None = None
        self._end = b""
        """What may be the beginning of a table."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        lines = (
            f"GET /api/matches/{self._match_id}/live HTTP/1.1",
            f"Host: {HOST}:{PORT}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
        )
        transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        """Something came; the first is the answer to the handshake."""
        if not self.opened.done() and b'"type"' in data:
            self.opened.set_result(None)
        self.tables += (self._end + data).count(TABLE)
        self._end = data[-len(TABLE) + 1 :]
        self.at = time.perf_counter()


@contextlib.asynccontextmanager
async def _watching(match_id: str, number: int) -> Any:
    loop, found = asyncio.get_running_loop(), list[Watcher]()
    for _ in range(number):
        _, watcher = await loop.create_connection(lambda: Watcher(match_id), HOST, PORT)
        await watcher.opened
        found.append(watcher)
    yield found
    for watcher in found:
        assert watcher.transport is not None
        watcher.transport.close()


async def _table_of_two() -> tuple[str, list[Http]]:
    people = [Http(PORT), Http(PORT)]
    for each in people:
        await each.open()
    made = await people[0].call("POST", "/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
    match_id: str = made["match"]["id"]
    await people[1].call("POST", f"/api/matches/{match_id}/join", {})
    return match_id, people


def watchers(amounts: Amounts) -> Iterator[str]:
    """How long a step takes to everybody who watches."""
    yield "## Watchers"
    with _alone():
        rows = [(f"{number:,}", *asyncio.run(_watched(number, amounts.steps))) for number in amounts.watchers]
    yield "Spectators of one match in one process: from the last order in until a step has reached them."
    yield _table(("Watchers", "Half of them, ms", "All of them, ms"), rows)


async def _watched(number: int, steps: int) -> tuple[int, int]:
    match_id, people = await _table_of_two()
    path, halves, alls = f"/api/skirmish/matches/{match_id}/orders", list[float](), list[float]()
    async with _watching(match_id, number) as everybody:
        for card in range(1, steps + 1):
            for each in everybody:
                each.tables = 0
            await people[0].call("POST", path, {"order": {"card": card}})
            start = time.perf_counter()
            await people[1].call("POST", path, {"order": {"card": card}})
            while any(not each.tables for each in everybody):
                await asyncio.sleep(0.001)
            reached = sorted(each.at - start for each in everybody)
            halves.append(reached[len(reached) // 2])
            alls.append(reached[-1])
    middle = steps // 2
    return round(sorted(halves)[middle] * 1000), round(sorted(alls)[middle] * 1000)


def sockets(amounts: Amounts) -> Iterator[str]:
    """What sockets that wait take, and what is left when they are gone."""
    with _alone() as serving:
        before, during, after = asyncio.run(_waiting(serving.pid, amounts))
    each = (during - before) / amounts.sockets / 1024
    yield "## Sockets that wait"
    yield (
        f"{amounts.sockets:,} sockets at one match take **{each:.0f} kB each**: a process that had "
        f"{before / MEGABYTE:.0f} MB before has {during / MEGABYTE:.0f} MB with them, and {after / MEGABYTE:.0f} MB "
        f"{amounts.settle} seconds after the last has left."
    )


async def _waiting(pid: int, amounts: Amounts) -> tuple[int, int, int]:
    match_id, people = await _table_of_two()
    before = _memory(pid)
    async with _watching(match_id, amounts.sockets):
        during = _memory(pid)
    await asyncio.sleep(amounts.settle)
    for each in people:
        each.close()
    return before, during, _memory(pid)


# -- matches ---------------------------------------------------------------------------------------------------


def rooms(amounts: Amounts) -> Iterator[str]:
    """What matches in memory take, game by game."""
    yield "## Matches in memory"
    with _alone(rooms_megabytes="100000") as serving:
        taken = {slug: asyncio.run(_rooms(slug, serving.pid, amounts.rooms)) for slug in slugs()}
    rows = [(game(slug).title, game(slug).seats[0], round(taken[slug] / amounts.rooms / 1024)) for slug in slugs()]
    yield f"Of {amounts.rooms} matches that have just begun, with as few seats as the game allows."
    yield _table(("Game", "Seats", "kB per match"), rows)
    yield "A process keeps `ARMILLARY_ROOMS_MEGABYTES` of matches that nobody is at; those in use stay in any case."


async def _rooms(slug: str, pid: int, number: int) -> int:
    host = Http(PORT)
    await host.open()
    seats = game(slug).seats[0]
    plan = {"seats": [{"kind": "me"}] + [{"kind": "local"} for _ in range(seats - 1)]}
    await host.call("POST", f"/api/{slug}/matches", plan)
    before = _memory(pid)
    for _ in range(number):
        await host.call("POST", f"/api/{slug}/matches", plan)
    host.close()
    return _memory(pid) - before


# -- the machine, and what is written --------------------------------------------------------------------------


@contextlib.contextmanager
def _alone(**settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """One process on a SQLite file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        server(armillary(f"{folder}/capacity.db", PORT), PORT, **{**WIDE, **settings}) as serving,
    ):
        yield serving


def _memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def machine() -> str:
    """What it was measured on."""
    return (
        f"Measured with Python {platform.python_version()} on {platform.machine()}, {os.cpu_count()} cores, which "
        "servers, databases and players share."
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(_cell(each) for each in line)} |" for line in lines)


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


if __name__ == "__main__":
    main()
