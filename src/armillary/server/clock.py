"""The one clock of the server, passed in from outside, so that tests can bring their own."""

from __future__ import annotations

import time
from typing import Protocol


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
