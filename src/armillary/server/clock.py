"""The one clock of the server, passed in from outside, so that tests can bring their own."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from typing import Protocol

logger = logging.getLogger("armillary.clock")

TOLERANCE = 1_000
"""Milliseconds by which the machine's clock may be corrected at once."""
RATE = 0.1
"""How much faster or slower than time itself a larger correction is followed."""


class Clock(Protocol):
    """What time it is."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...


class WallClock:
    """The machine's."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000


def uptime() -> float:
    """Seconds that have passed since some moment, also those in which the machine was suspended, where it counts them.

    Nobody can set this clock.
    """
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


class SteadyClock:
    """The machine's as long as nobody sets it: it never jumps, and neither does anybody's deadline.

    Where the machine's clock and the time that has passed disagree, this one goes on and catches up slowly: an hour
    takes ten. A clock that was set by mistake, and is set right again, did no harm. One that was wrong before costs
    everybody a tenth of their time, and nobody an order.
    """

    def __init__(self, wall: Clock | None = None, passing: Callable[[], float] = uptime) -> None:
        self._wall = wall or WallClock()
        self._passing = passing
        self._now: float = self._wall.now()
        self._seen = passing()
        self._follows = True
        """Do the two clocks agree? A change is logged once."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        wall, seen = self._wall.now(), self._passing()
        passed = (seen - self._seen) * 1_000
        self._now, self._seen = self._now + passed, seen
        ahead = wall - self._now
        follows = abs(ahead) <= TOLERANCE
        self._now = wall if follows else self._now + max(-passed * RATE, min(passed * RATE, ahead))
        if follows != self._follows:
            self._follows = follows
            if follows:
                logger.warning("Deadlines agree with the machine's clock again")
            else:
                way, by = "forward" if ahead > 0 else "back", abs(ahead) / 1_000
                logger.warning("The machine's clock was set %s by %.0f seconds. Deadlines follow it slowly", way, by)
        return int(self._now)
