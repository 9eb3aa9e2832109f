"""A full house: many sockets on many matches, everybody plays, and everybody must hear of everything."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Awaitable, Iterable
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection

from tests.server.processes import Guest, Server

T = TypeVar("T")

AT_ONCE = 50
"""Requests under way at the same time while the house fills."""


class Report(msgspec.Struct, frozen=True):
    """What the evening was like."""

    matches: int
    sockets: int
    orders: int
    seconds: float
    gaps: list[str]
    """Players who missed a step, or heard of one twice."""
    bytes_per_match: int
    bytes_per_socket: int


class Player:
    """One guest on a seat, with a socket."""

    def __init__(self, guest: Guest, match_id: str) -> None:
        self._guest = guest
        self.match_id = match_id
        self.heard: list[int] = []
        self._socket: ClientConnection | None = None

    async def sit_down(self) -> None:
        """Open the socket; the HTTP connection is not needed any longer."""
        self._socket = await self._guest.socket(self.match_id)
        await self._guest.hang_up()

    async def play(self, card: int) -> None:
        """Give an order, and listen until it is resolved."""
        assert self._socket is not None
        await self._socket.send(
            msgspec.json.encode({"type": "order", "order": {"card": card}, "id": f"{card}"}).decode()
        )
        while not self.heard or self.heard[-1] < card:
            message: dict[str, Any] = msgspec.json.decode(await self._socket.recv())
            assert message["type"] != "problem", message
            self.heard += [told["step"] for told in message.get("happened", ())]

    async def leave(self) -> None:
        """Hang up."""
        assert self._socket is not None
        await self._socket.close()


async def evening(server: Server, matches: int, rounds: int) -> Report:
    """Fill the house, play so many rounds at every table at the same time, and leave."""
    allow_files(8 * matches + 500)
    empty = server.memory()
    tables = await _all(_table(server) for _ in range(matches))
    made = server.memory()
    players = [player for table in tables for player in table]
    await _all(player.sit_down() for player in players)
    seated = server.memory()
    started = time.perf_counter()
    for card in range(1, rounds + 1):
        await asyncio.gather(*(player.play(card) for player in players))
    seconds = time.perf_counter() - started
    await _all(player.leave() for player in players)
    return Report(
        matches=matches,
        sockets=len(players),
        orders=rounds * len(players),
        seconds=seconds,
        gaps=[player.match_id for player in players if player.heard != list(range(1, rounds + 1))],
        bytes_per_match=(made - empty) // matches,
        bytes_per_socket=(seated - made) // len(players),
    )


async def _table(server: Server) -> tuple[Player, Player]:
    first, second = Guest(server.port), Guest(server.port)
    await first.arrive()
    await second.arrive()
    made = await first.call("POST", "/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
    match_id = made["match"]["id"]
    await second.call("POST", f"/api/matches/{match_id}/join", {})
    await first.hang_up()
    await second.hang_up()
    return Player(first, match_id), Player(second, match_id)


async def _all(jobs: Iterable[Awaitable[T]]) -> list[T]:
    """All of these, some at a time."""
    places = asyncio.Semaphore(AT_ONCE)

    async def one(job: Awaitable[T]) -> T:
        async with places:
            return await job

    return await asyncio.gather(*(one(job) for job in jobs))


def allow_files(count: int) -> None:
    """A socket is a file, here and in the server that was started from here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))
