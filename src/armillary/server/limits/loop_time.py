"""Loop time: what requests cost beyond being counted, because nobody else is answered while the event loop is held.

Whatever a request or a socket does, every step of it on the loop is timed. A long one costs the square of its
milliseconds, since it is met by more others the longer it takes, and each of them waits the longer: one of ten
milliseconds harms them as much as a hundred of one. And all steps together may take an address a part of the time. So
no route has to be thought of.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from time import perf_counter, thread_time
from types import coroutine
from typing import Any, TypeVar

from armillary.server.limits.buckets import Buckets
from armillary.server.limits.places import ADDRESS_FACTOR
from armillary.server.limits.requester import requester

T = TypeVar("T")

SHORT_SECONDS = 0.001
"""A step that takes no longer costs only its part of the time."""
MOST_OF_LOOP = 0.25
"""The part of the time that an address may have, where `FEWEST` is the limit."""
FEWEST = 200.0
"""Squares of milliseconds per second for one identity, where fewer requests than this are allowed."""
BURST_SECONDS = 2
TOO_DEAR = "Your requests take much of the server's time. Slow down."


class LoopTime:
    """How long everybody holds the loop. Whoever owes has to wait, at most some seconds for each request."""

    def __init__(self, requests_per_second: float) -> None:
        rate = max(requests_per_second, FEWEST)
        self.by_identity = Buckets(rate, rate * BURST_SECONDS, TOO_DEAR)
        self.by_address = Buckets(rate * ADDRESS_FACTOR, rate * ADDRESS_FACTOR * BURST_SECONDS, TOO_DEAR)
        self.looked_at = self.used = 0.0
        """When the processor's time was looked at last, and how much of it this thread had used by then. To look takes
        some microseconds, so that is done no more often than a step is short."""

    def look(self, now: float) -> None:
        """A step begins: how much of the processor was used before it?"""
        self.looked_at, self.used = now, thread_time()

    def owed(self) -> float:
        """Seconds until the requester owes nothing any more."""
        asking = requester()
        by_identity = self.by_identity.owed(asking.identity) if asking.identity else 0.0
        return max(by_identity, self.by_address.owed(asking.address))

    def count(self, address: str, seconds: float) -> None:
        """Somebody at this address has used the loop for so long, in any number of steps."""
        self.by_address.charge(address, seconds * (FEWEST * ADDRESS_FACTOR / MOST_OF_LOOP))

    def charge(self, address: str, seconds: float) -> None:
        """Somebody at this address, the requester if that is known by now, has held the loop for so long."""
        cost = (seconds / SHORT_SECONDS) ** 2
        self.by_address.charge(address, cost)
        if identity := requester().identity:
            self.by_identity.charge(identity, cost)


async def metered(work: Coroutine[Any, Any, T], loop_time: LoopTime, address: str) -> T:
    """Do the work, and charge whoever it is for when it holds the loop."""
    return await _steps(work, loop_time, address)


@coroutine
def _steps(work: Coroutine[Any, Any, T], loop_time: LoopTime, address: str) -> Generator[Any, Any, T]:
    """Take the steps between which the work waits, each some tenths of a microsecond later than without a clock."""
    held, resume, given = 0.0, work.send, None
    try:
        while True:
            began = perf_counter()
            if began - loop_time.looked_at > SHORT_SECONDS:
                loop_time.look(began)
            try:
                awaited = resume(given)
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                given = None  # an error that refers to this frame would otherwise keep itself, and all that it has seen
                seconds = perf_counter() - began
                if seconds > SHORT_SECONDS:  # the time that other processes took from this one is nobody's fault
                    seconds = min(seconds, thread_time() - loop_time.used)
                    if seconds > SHORT_SECONDS:
                        loop_time.charge(address, seconds)
                held += seconds
            if held > SHORT_SECONDS:  # this may go on for as long as a socket is open
                loop_time.count(address, held)
                held = 0.0
            try:
                given, resume = (yield awaited), work.send
            except BaseException as error:  # noqa: BLE001 (a cancellation is handed on like everything else)
                given, resume = error, work.throw
    finally:
        loop_time.count(address, held)
