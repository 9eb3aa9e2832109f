"""Fifty two-player matches of Stellar Skirmish in a closed loop: `python -m benchmarks.server [--json FILE]`.

Identity, limits and live push are on, and every order is durable when it is acknowledged. Both players of a match
send their orders at the same moment; the next battle begins when both are acknowledged. Every player also has a
socket open and is sent every view.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.server.wire import HOST, Http

PORT = 8499
CARDS = 15


class Measured(msgspec.Struct):
    """What the generator saw."""

    seconds: float = 0
    latencies: list[float] = []
    pushed: int = 0

    def report(self, over: str) -> dict[str, Any]:
        """Orders a second, and how long an order takes."""
        ordered = sorted(self.latencies)
        return {
            "over": over,
            "orders": len(ordered),
            "orders_a_second": round(len(ordered) / self.seconds),
            "p50_ms": round(ordered[len(ordered) // 2] * 1000, 1),
            "p99_ms": round(ordered[len(ordered) * 99 // 100] * 1000, 1),
            "views_pushed_a_second": round(self.pushed / self.seconds),
        }


class Pair:
    """Two players with a few matches made and their sockets open, to be played one after the other."""

    def __init__(self, port: int, over_socket: bool, measured: Measured) -> None:
        self._players = (Http(port), Http(port))
        self._over_socket = over_socket
        self._measured = measured
        self._tables: list[list[Seat]] = []

    async def sit_down(self, matches: int) -> None:
        """Make the matches and open the sockets: none of that is measured."""
        for player in self._players:
            await player.open()
        self._tables = [await self._table() for _ in range(matches)]

    async def _table(self) -> list[Seat]:
        first, second = self._players
        made = await first.call("POST", "/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
        match_id = made["match"]["id"]
        await second.call("POST", f"/api/matches/{match_id}/join", {})
        return [Seat(player, await player.socket(match_id), match_id, self._measured) for player in self._players]

    async def get_ready(self) -> None:
        """Fresh connections for the orders."""
        for player in self._players:
            await player.connect()

    async def play(self) -> None:
        """Battle after battle, match after match."""
        for seats in self._tables:
            for card in range(1, CARDS + 1):
                await asyncio.gather(*(seat.order(card, str(card), self._over_socket) for seat in seats))

    async def leave(self) -> None:
        """Hang up."""
        for seats in self._tables:
            await asyncio.gather(*(seat.leave() for seat in seats))
        for player in self._players:
            player.close()


class Seat:
    """One player at one table: sends orders, drinks in views."""

    def __init__(self, player: Http, socket: Any, match_id: str, measured: Measured) -> None:
        self._player = player
        self._socket = socket
        self._path = f"/api/skirmish/matches/{match_id}/orders"
        self._measured = measured
        self._taken: asyncio.Future[None] | None = None
        self._listening = asyncio.create_task(self._listen())

    async def order(self, card: int, key: str, over_socket: bool) -> None:
        """One order, timed from sending to acknowledgement."""
        start = time.perf_counter()
        if over_socket:
            self._taken = asyncio.get_running_loop().create_future()
            await self._socket.send(f'{{"type":"order","order":{{"card":{card}}},"id":"{key}"}}')
            await self._taken
        else:
            await self._player.call("POST", self._path, {"order": {"card": card}}, key)
        self._measured.latencies.append(time.perf_counter() - start)

    async def _listen(self) -> None:
        async for message in self._socket:
            if message.startswith('{"type":"table"'):
                self._measured.pushed += 1
            elif message.startswith('{"type":"taken"'):
                assert self._taken is not None
                self._taken.set_result(None)
            elif message.startswith('{"type":"problem"') and self._taken is not None:
                self._taken.set_exception(RuntimeError(message))

    async def leave(self) -> None:
        """Hang up."""
        await self._socket.close()
        await asyncio.gather(self._listening, return_exceptions=True)


async def load(port: int, pairs: int, matches: int, over_socket: bool) -> Measured:
    """Everybody sits down; then everybody plays, and only that is measured."""
    measured = Measured()
    everybody = [Pair(port, over_socket, measured) for _ in range(pairs)]
    for pair in everybody:
        await pair.sit_down(matches)
    for pair in everybody:
        await pair.get_ready()
    measured.pushed = 0
    start = time.perf_counter()
    await asyncio.gather(*(pair.play() for pair in everybody))
    measured.seconds = time.perf_counter() - start
    for pair in everybody:
        await pair.leave()
    return measured


@contextlib.contextmanager
def server(database: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server of its own, for as long as it is measured."""
    environment = {**os.environ, "ARMILLARY_REQUESTS_A_SECOND": "2000"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "armillary.terminal", "serve", "--port", str(port), "--database", database]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        asyncio.run(_until_ready(port))
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


async def _until_ready(port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(HOST, port)
            writer.close()
            return
        await asyncio.sleep(0.05)
    raise RuntimeError("the server does not answer")


def main() -> None:
    """Measure over HTTP and on sockets, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--pairs", type=int, default=50, help="matches going on at the same time")
    parser.add_argument("--matches", type=int, default=8, help="how many each pair plays, one after the other")
    parser.add_argument("--database", help="a URL; default: SQLite in a temporary folder")
    parser.add_argument("--json", type=Path, metavar="FILE")
    asked = parser.parse_args()
    reports = []
    for over_socket in (False, True):
        with tempfile.TemporaryDirectory() as folder, server(asked.database or f"{folder}/bench.db", PORT):
            measured = asyncio.run(load(PORT, asked.pairs, asked.matches, over_socket))
        reports.append(measured.report("socket" if over_socket else "http"))
        print("  ".join(f"{name}: {value}" for name, value in reports[-1].items()), flush=True)
    if asked.json:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(reports)))


if __name__ == "__main__":
    main()
