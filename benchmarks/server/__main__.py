"""Fifty two-player matches of Stellar Skirmish in a closed loop: `python -m benchmarks.server [--json FILE]`.

Identity, limits and live push are on, and every order is durable when it is acknowledged. Both players of a match
send their orders at the same moment; the next battle begins when both are acknowledged. Every player also has a
socket open and is sent every view. Before and after, the same players send the same orders to the same framework with
nothing else (`peer.py`): what is left of that speed is given as a ratio, since machines differ.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.server.wire import HOST, Http

PORT = 8499
CARDS = 15
PEER_ORDERS = 100


class Measured(msgspec.Struct):
    """What the generator saw."""

    seconds: float = 0
    latencies: list[float] = []
    pushed: int = 0
    processor_seconds: float = 0

    def report(self, over: str, peer_speed: float) -> dict[str, Any]:
        """Orders per second, how long an order takes, and how much of a processor the server needs for it."""
        ordered, speed = sorted(self.latencies), len(self.latencies) / self.seconds
        return {
            "over": over,
            "orders": len(ordered),
            "orders_per_second": round(speed),
            "peer_orders_per_second": round(peer_speed),
            "ratio": round(speed / peer_speed, 3),
            "processor_ms": round(self.processor_seconds / len(ordered) * 1000, 3),
            "p50_ms": round(ordered[len(ordered) // 2] * 1000, 1),
            "p99_ms": round(ordered[len(ordered) * 99 // 100] * 1000, 1),
            "views_pushed_per_second": round(self.pushed / self.seconds),
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


async def load(port: int, pairs: int, matches: int, over_socket: bool, pid: int) -> Measured:
    """Everybody sits down; then everybody plays, and only that is measured; the server is the process `pid`."""
    measured = Measured()
    everybody = [Pair(port, over_socket, measured) for _ in range(pairs)]
    for pair in everybody:
        await pair.sit_down(matches)
    for pair in everybody:
        await pair.get_ready()
    measured.pushed, before = 0, _processor_seconds(pid)
    await _timed(measured, [pair.play() for pair in everybody])
    measured.processor_seconds = _processor_seconds(pid) - before
    for pair in everybody:
        await pair.leave()
    return measured


async def load_peer(port: int, players: int, orders: int, over_socket: bool) -> Measured:
    """As many players, each sending one order after the other to a server that forgets them."""
    measured, match_id = Measured(), "0" * 24
    guests = [Http(port) for _ in range(players)]
    seats = []
    for guest in guests:
        await guest.connect()
        seats.append(Seat(guest, await guest.socket(match_id), match_id, measured))

    async def play(seat: Seat) -> None:
        for number in range(orders):
            await seat.order(number % CARDS + 1, str(number), over_socket)

    await _timed(measured, [play(seat) for seat in seats])
    for seat, guest in zip(seats, guests, strict=True):
        await seat.leave()
        guest.close()
    return measured


async def _timed(measured: Measured, playing: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Only this is measured; the generator's own collector must not be."""
    gc.collect()
    gc.freeze()
    gc.disable()
    start = time.perf_counter()
    await asyncio.gather(*playing)
    measured.seconds = time.perf_counter() - start
    gc.enable()
    gc.unfreeze()


def _processor_seconds(pid: int) -> float:
    """What a process has taken of all processors so far, as Linux counts it; elsewhere, nothing is known."""
    with contextlib.suppress(FileNotFoundError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def armillary(database: str, port: int) -> list[str]:
    """The command that starts our server."""
    return [sys.executable, "-m", "armillary.terminal", "serve", "--port", str(port), "--database", database]


def peer(port: int) -> list[str]:
    """The command that starts the server that forgets."""
    app = ["benchmarks.server.peer:app", "--port", str(port), "--no-access-log"]
    return [sys.executable, "-m", "uvicorn", *app]


@contextlib.contextmanager
def server(command: list[str], port: int, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server of its own, for as long as it is measured; its limits are out of the way."""
    settings = {"requests_per_second": "2000", "guests_per_hour": "1000000", **settings}
    environment = {**os.environ, **{f"ARMILLARY_{name.upper()}": value for name, value in settings.items()}}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)
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


def peer_speed(players: int, over_socket: bool) -> float:
    """Orders per second when nothing is done with them."""
    with server(peer(PORT), PORT):
        measured = asyncio.run(load_peer(PORT, players, PEER_ORDERS, over_socket))
    return len(measured.latencies) / measured.seconds


def main() -> None:
    """Measure over HTTP and on sockets, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--pairs", type=int, default=50, help="matches played at the same time")
    parser.add_argument("--matches", type=int, default=8, help="how many each pair plays, one after the other")
    parser.add_argument("--database", help="a URL; default: SQLite in a temporary folder")
    parser.add_argument("--json", type=Path, metavar="FILE")
    asked = parser.parse_args()
    reports = []
    for over_socket in (False, True):
        unhindered = [peer_speed(asked.pairs * 2, over_socket)]
        with tempfile.TemporaryDirectory() as folder:
            command = armillary(asked.database or f"{folder}/bench.db", PORT)
            with server(command, PORT) as serving:
                measured = asyncio.run(load(PORT, asked.pairs, asked.matches, over_socket, serving.pid))
        unhindered.append(peer_speed(asked.pairs * 2, over_socket))
        reports.append(measured.report("socket" if over_socket else "http", sum(unhindered) / 2))
        print("  ".join(f"{name}: {value}" for name, value in reports[-1].items()), flush=True)
    if asked.json:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(reports)))


if __name__ == "__main__":
    main()
