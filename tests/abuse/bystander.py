"""Somebody who only wants to play: how long they wait for an answer, quietly and while a server is attacked."""

from __future__ import annotations

import asyncio
import multiprocessing
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Event
from typing import Any

import msgspec

from tests.abuse.attacks import Attack
from tests.server.crowd import allow_files
from tests.server.processes import LOST, PATIENCE, Guest, Server

PAUSE = 0.01
"""Seconds a bystander thinks between two requests."""

BETWEEN_CONNECTIONS = 25
"""Looks after which a bystander connects anew, as browsers do now and then."""

BETWEEN_MATCHES = 0.2
"""Seconds between two matches against a bot."""

MAX_FILES = 20_000
"""Connections of an attack, if the system lets it have as many."""

MAX_TOLD = 200
"""Bytes of what an attack tells."""

REFUSED = 10.0
"""An answer that takes longer than this many seconds counts as this long: the bystander gives up and asks again."""


class Felt(msgspec.Struct, frozen=True):
    """What an attack was like for the others."""

    name: str
    quiet: float
    """Median seconds an answer took before the attack."""
    during: float
    """The same during the attack."""
    longest: float
    failed: int
    """Requests of the bystander's that were refused or lost."""
    bytes_before: int
    bytes_most: int
    """The server's memory before the attack, and the most during it."""
    bot_quiet: float
    bot_during: float
    """Median seconds a bot took for its first order, before the attack and during it."""
    disk_grown: int
    """Bytes by which the database grew during the attack."""
    told: str
    """What the attack itself tells of those whom it concerns most."""


class Bystander:
    """A guest at a match of their own, who looks at the table again and again."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._guest = Guest(server.port)
        self._player = Guest(server.port)
        self._path = ""

    async def sit_down(self) -> None:
        """Begin a match against a bot."""
        await self._guest.arrive()
        await self._player.arrive()
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        made = await self._guest.call("POST", "/api/skirmish/matches", {"seats": seats})
        self._path = f"/api/skirmish/matches/{made['match']['id']}/table"
        await self.wait_for_bot()  # the first one waits for its process to start

    async def look(self) -> tuple[float, bool]:
        """Look at the table once: how long it took, and whether there was an answer."""
        started = time.perf_counter()
        try:
            async with asyncio.timeout(REFUSED):
                status, _ = await self._guest.exchange("GET", self._path)
        except LOST:
            await self._guest.hang_up()
            return time.perf_counter() - started, False
        return time.perf_counter() - started, status == 200

    async def wait_for_bot(self) -> float:
        """Begin a match against a bot, and give it up when the bot has ordered: how long that took."""
        started = time.perf_counter()
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        with suppress(*LOST, AssertionError):
            async with asyncio.timeout(REFUSED):
                made = await self._player.call("POST", "/api/skirmish/matches", {"seats": seats})
                path = f"/api/skirmish/matches/{made['match']['id']}/table"
                while 2 not in (await self._player.call("GET", path))["table"]["submitted"]:
                    await asyncio.sleep(PAUSE)
                taken = time.perf_counter() - started
                await self._player.call("POST", f"/api/matches/{made['match']['id']}/resign")
                return taken
        await self._player.hang_up()
        return time.perf_counter() - started

    async def wait_for_bots(self, seconds: float) -> list[float]:
        """Again and again: how long each took."""
        taken, end = [], time.perf_counter() + seconds
        while time.perf_counter() < end:
            taken.append(await self.wait_for_bot())
            await asyncio.sleep(BETWEEN_MATCHES)
        return taken

    async def look_for(self, seconds: float) -> tuple[list[float], int, int]:
        """Look again and again: how long each took, how many failed, and the most memory the server held."""
        taken: list[float] = []
        failed, most = 0, self._server.memory()
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if len(taken) % BETWEEN_CONNECTIONS == 0:
                await self._guest.hang_up()
            took, well = await self.look()
            taken.append(took)
            failed += not well
            most = max(most, self._server.memory())
            await asyncio.sleep(PAUSE)
        return taken, failed, most


async def suffer(server: Server, attack: Attack, seconds: float) -> Felt:
    """Measure a quiet time, and then one of the same length under attack."""
    bystander = Bystander(server)
    await bystander.sit_down()
    with prepared(attack, server.port) as (begin, told):
        (quiet, _, _), bots_quiet = await asyncio.gather(bystander.look_for(seconds), bystander.wait_for_bots(seconds))
        before, disk = server.memory(), server.disk()
        begin.set()
        (during, failed, most), bots_during = await asyncio.gather(
            bystander.look_for(seconds), bystander.wait_for_bots(seconds)
        )
    return Felt(
        name=attack.name,
        quiet=statistics.median(quiet),
        during=statistics.median(during),
        longest=max(during),
        failed=failed,
        bytes_before=before,
        bytes_most=most,
        bot_quiet=statistics.median(bots_quiet),
        bot_during=statistics.median(bots_during),
        disk_grown=server.disk() - disk,
        told=told.value.decode(),
    )


@contextmanager
def prepared(attack: Attack, port: int) -> Iterator[tuple[Event, Any]]:
    """An attack that is ready in a process of its own, and begins with this event; and what it tells, once it does."""
    context = multiprocessing.get_context("spawn")
    ready, begin, told = context.Event(), context.Event(), context.Array("c", MAX_TOLD)
    process = context.Process(target=_attack, args=(attack, port, ready, begin, told), daemon=True)
    process.start()
    try:
        assert ready.wait(PATIENCE), f"{attack.name} is not ready"
        yield begin, told
        assert process.is_alive(), f"{attack.name} failed"
    finally:
        process.kill()
        process.join()


def _attack(attack: Attack, port: int, ready: Event, begin: Event, told: Any) -> None:
    allow_files(MAX_FILES)

    async def run() -> None:
        course = attack.run(port)
        await anext(course)
        ready.set()
        await asyncio.to_thread(begin.wait)
        async for found in course:
            told.value = found.encode()

    asyncio.run(run())
