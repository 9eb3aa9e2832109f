"""Rate limits by identity and by address: small token buckets in memory, a microsecond a request."""

from __future__ import annotations

from time import monotonic

from armillary.server.problems import TooMany

MOST_BUCKETS = 100_000


class Buckets:
    """So many requests a second each, with room for a burst."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str, now: float | None = None) -> None:
        """Count one request; raises `TooMany` when the bucket is empty."""
        now = monotonic() if now is None else now
        level, then = self._levels.get(key, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        if level < 1:
            raise TooMany("too many requests; slow down")
        if len(self._levels) >= MOST_BUCKETS:
            self._levels.clear()
        self._levels[key] = (level - 1, now)
