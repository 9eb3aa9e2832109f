"""Worker processes: what takes long is done beside the server, one thing at a time, within a bounded time."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, ParamSpec, TypeVar

from armillary.server.children import deaf_to_interrupts, end_with_parent

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """One process; one that hangs or dies is replaced."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def do(self, seconds: float, work: Callable[..., T], *given: Any) -> T:
        """What the work gives; raises what it raises, `TimeoutError` or `BrokenExecutor`."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=end_with_parent)
        with deaf_to_interrupts():
            doing = asyncio.get_running_loop().run_in_executor(self._pool, work, *given)
        try:
            return await asyncio.wait_for(doing, seconds)
        except (TimeoutError, asyncio.CancelledError, BrokenExecutor):
            self.end()
            raise

    def end(self) -> None:
        """End the process, even one that hangs."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())  # noqa: SLF001 (there is no public way to end one)
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


class Workers:
    """Some processes, each started when it is needed first."""

    def __init__(self, count: int) -> None:
        self._all = [Worker() for _ in range(count)]
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def do(self, seconds: float, work: Callable[P, T], *given: P.args, **_: P.kwargs) -> T:
        """Have this done as soon as a worker is free; the wait for one does not count."""
        worker = await self._idle.get()
        try:
            return await worker.do(seconds, work, *given)
        finally:
            self._idle.put_nowait(worker)

    def end(self) -> None:
        """End all processes."""
        for worker in self._all:
            worker.end()
