"""Worker processes: what takes long is done beside the server, one thing at a time, within a bounded time."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, TypeVar

from armillary.server.work.children import deaf_to_interrupts, end_with_parent
from armillary.server.work.fairness import Fairness

T = TypeVar("T")


START_SECONDS = 60.0
"""How long a process may take to start and to load what it needs; that does not count as work."""


class Worker:
    """One process; one that hangs or dies is replaced."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def do(self, seconds: float, work: Callable[..., T], *given: Any) -> T:
        """What the work gives; raises what it raises, `TimeoutError` or `BrokenExecutor`."""
        loop = asyncio.get_running_loop()
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=end_with_parent)
                with deaf_to_interrupts():
                    starting = loop.run_in_executor(self._pool, _stand_by, work)
                await asyncio.wait_for(starting, START_SECONDS)
            return await asyncio.wait_for(loop.run_in_executor(self._pool, work, *given), seconds)
        except (TimeoutError, asyncio.CancelledError, BrokenExecutor):
            self.end()
            raise

    def end(self) -> None:
        """End the process, even one that hangs."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):  # noqa: SLF001 (there is no public way to end one)
            process.kill()
        pool.shutdown(cancel_futures=True)  # some milliseconds: nobody works there any more


def _stand_by(work: Callable[..., Any]) -> None:
    """Whoever is handed the work has loaded what it is made of."""


class Workers:
    """Some processes, each started when it is needed first, that people share fairly: time is counted."""

    def __init__(self, count: int) -> None:
        self._all = [Worker() for _ in range(count)]
        self._idle = list(self._all)
        self._waiting: Fairness[asyncio.Future[Worker]] = Fairness()

    @asynccontextmanager
    async def turn(self, person: str, match: str, address: str = "") -> AsyncIterator[Worker]:
        """A worker as soon as it is this match's turn; the person is charged for the time until it is given back."""
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.add(person, match, turn, address)
        self._hand_out()
        worker, since = None, 0.0
        try:
            worker, since = await turn, monotonic()
            yield worker
        finally:
            if worker is None and turn.done() and not turn.cancelled():  # whoever waited gave up at this very moment
                worker, since = turn.result(), monotonic()
            if worker is not None:
                self._idle.append(worker)
                self._waiting.done(person, match, monotonic() - since)
                self._hand_out()

    def _hand_out(self) -> None:
        while self._idle and (found := self._waiting.take()):
            person, match, turn = found
            if turn.done():  # whoever waited has given up
                self._waiting.done(person, match, 0.0)
            else:
                turn.set_result(self._idle.pop())

    def end(self) -> None:
        """End all processes."""
        for worker in self._all:
            worker.end()
