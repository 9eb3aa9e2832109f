"""A clock that is set by hand, for everything that asks what time it is."""

from __future__ import annotations


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self._now = now
        self._set = 0

    def now(self) -> int:
        """Milliseconds since 1970, as the server's clocks have it."""
        return self._now + self._set

    def monotonic(self) -> float:
        """Seconds, as functions of the module `time` have it."""
        return self._now / 1000

    def jump(self, seconds: float) -> None:
        """Somebody sets the clock, and no time passes."""
        self._set += round(seconds * 1000)

    def forward(self, seconds: float) -> None:
        """Time passes."""
        self._now += round(seconds * 1000)
