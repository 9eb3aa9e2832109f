"""Limits by identity and by address: how often, and how many at a time. In memory, a microsecond per request."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from time import monotonic

from armillary.core.errors import ArmillaryError
from armillary.server.errors import TooMany

MOST_BUCKETS = 100_000


class Buckets:
    """`rate` requests per second for each key, with room for a burst."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str, now: float | None = None, cost: float = 1) -> None:
        """Count one request, or something that costs as much as several; raises `TooMany` when the bucket is empty."""
        now = monotonic() if now is None else now
        level, then = self._levels.get(key, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        if level < cost:
            raise TooMany("Too many requests. Slow down.")
        if len(self._levels) >= MOST_BUCKETS:
            self._levels.clear()
        self._levels[key] = (level - cost, now)


class Places:
    """At most `most` at a time for each key; a place is given back however its holder leaves."""

    def __init__(self, most: int, full: str, error: type[ArmillaryError] = TooMany) -> None:
        self.most = most
        self._full = full
        """The message when there is no place left."""
        self._error = error
        self._taken: Counter[str] = Counter()

    @contextlib.contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Hold a place; raises `TooMany`, or the error given, when there is none left."""
        if self._taken[key] >= self.most:
            raise self._error(self._full)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]
