"""A worker: one process that works beside the server, within a bounded time. It ends with its parent."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any, TypeVar

T = TypeVar("T")

START_SECONDS = 60.0
"""How long a process may take to start and to load what it needs; that does not count as work."""
GOODBYE_SECONDS = 15.0
"""How long a process that was asked to end with its parent may take."""


class CutOff(BaseException):
    """The work has taken longer than it may. Not an `Exception`: no work can mean to catch it."""


class Worker:
    """One process; one that hangs or dies is replaced."""

    def __init__(self, niceness: int = 0) -> None:
        self.niceness = niceness
        self._executor: ProcessPoolExecutor | None = None

    async def do(self, seconds: float, work: Callable[..., T], *given: Any) -> T:
        """What the work gives; raises what it raises, `TimeoutError` or `BrokenExecutor`."""
        loop = asyncio.get_running_loop()
        try:
            if self._executor is None:
                spawning = multiprocessing.get_context("spawn")
                self._executor = ProcessPoolExecutor(1, spawning, initializer=_begin, initargs=(self.niceness,))
                with ignoring(signal.SIGINT, signal.SIGTERM):
                    starting = loop.run_in_executor(self._executor, _stand_by, work)
                await asyncio.wait_for(starting, START_SECONDS)
            return await asyncio.wait_for(loop.run_in_executor(self._executor, work, *given), seconds)
        except (TimeoutError, asyncio.CancelledError, BrokenExecutor):
            self.end()
            raise

    def end(self) -> None:
        """End the process, even one that hangs."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        for process in list((executor._processes or {}).values()):  # noqa: SLF001 (there is no public way to end one)
            process.kill()
        executor.shutdown(cancel_futures=True)  # some milliseconds: nobody works there any more


def _begin(niceness: int) -> None:
    """In a new process."""
    if sys.platform != "win32":
        os.nice(niceness)
    end_with_parent()


def _stand_by(work: Callable[..., Any]) -> None:
    """Being handed the work has loaded the modules it is made of."""


@contextmanager
def cut_off_after(seconds: float) -> Iterator[None]:
    """In a worker: raise `CutOff` in the middle of what takes longer, so that the process can do something else.

    Where the system has no such timer, nothing is cut off.
    """
    if sys.platform == "win32":
        yield
        return

    def stop(*_: object) -> None:
        raise CutOff

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# -- child processes: their parent ends them, and they end with their parent -----------------------------------


@contextmanager
def ignoring(*signals: signal.Signals) -> Iterator[None]:
    """Processes started meanwhile ignore these signals.

    A terminal sends Ctrl-C to all processes of a command, and a service manager may send SIGTERM to all of a service.
    One that is still loading its modules would answer with a traceback, and one that works would be taken for broken.
    Ending them is their parent's business.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # started in between, it would unblock the signal again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent(*, politely: bool = False) -> None:
    """A parent that is killed has no time to end its children: this child sees to it by itself.

    One that ends `politely` finishes what it has begun, as if it had been asked to stop.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        if politely:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(GOODBYE_SECONDS)
        os._exit(1)

    threading.Thread(target=wait, name="armillary parent", daemon=True).start()
