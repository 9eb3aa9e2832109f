"""Buckets: how often something may be done, by identity and by address. In memory, a microsecond per request.

Where other processes serve the same people, what somebody uses there counts here as well: `shared.py` carries it
from one to the other. Keys then have other names, which say nothing about whom they are.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Mapping
from heapq import nlargest
from itertools import islice
from time import monotonic

from armillary.server.errors import TooMany

MAX_BUCKETS = 100_000
CANDIDATES = 10
"""Of those unused for longest, how many are looked at when one must be forgotten."""
MAX_DEBT_BURSTS = 5
"""How many bursts a key may owe that used more elsewhere than it had, or would not stop."""
LIGHT = 0.1
"""Keys that use no more than this part of their limit are not shared: nearly all, nearly always."""
MAX_KEYS_PER_NOTE = 200
"""Keys shared at a time, the heaviest first: a flood of keys must not cause a flood of notes."""

Named = Callable[[str], str]


class Buckets:
    """`rate` per second for each key, with room for a burst."""

    def __init__(self, rate: float, burst: float, empty: str = "Too many requests. Slow down.") -> None:
        self.rate = rate
        self.burst = burst
        self._empty = empty
        """The message when nothing is left."""
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each has left, and since when; the last used comes last."""
        self._named: Named | None = None
        self._taken: dict[str, float] = {}
        """What was taken here since it was last shared, if there may be other processes."""

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._levels)

    def take(self, key: str, now: float | None = None, cost: float = 1) -> None:
        """Count one request, or something that costs as much as several; raises `TooMany` when the bucket is empty."""
        now = monotonic() if now is None else now
        if self._named is not None:
            key = self._named(key)
        level = self._level(key, now)
        if level < cost:
            raise TooMany(self._empty)
        self._set(key, level - cost, now)
        if self._named is not None:
            self._taken[key] = self._taken.get(key, 0) + cost

    def left(self, key: str) -> float:
        """How much can be taken now; less than 0 where somebody owes."""
        return self._level(key if self._named is None else self._named(key), monotonic())

    def wait(self, key: str, cost: float) -> float:
        """Seconds until this much can be taken, 0 if it can be now; what is more than a burst never can."""
        return max(0.0, cost - self.left(key)) / self.rate

    def give_back(self, key: str, cost: float) -> None:
        """Give back what was taken and not used."""
        now = monotonic()
        if self._named is not None:
            key = self._named(key)
            self._taken[key] = self._taken.get(key, 0) - cost
        self._set(key, min(self.burst, self._level(key, now) + cost), now)

    def charge(self, key: str, cost: float) -> None:
        """Count what was used already, whether or not so much was left; at most a burst at a time."""
        now, cost = monotonic(), min(cost, self.burst)
        if self._named is not None:
            key = self._named(key)
            self._taken[key] = self._taken.get(key, 0) + cost
        self._set(key, max(self._level(key, now) - cost, -MAX_DEBT_BURSTS * self.burst), now)

    def owed(self, key: str) -> float:
        """Seconds until nothing is owed any more."""
        level, then = self._levels.get(key if self._named is None else self._named(key), (0.0, 0.0))
        return 0.0 if level >= 0 else max(0.0, -level / self.rate - (monotonic() - then))

    def require_paid(self, key: str) -> None:
        """Raise `TooMany` where something is owed."""
        if wait := self.owed(key):
            raise TooMany(self._empty, wait)

    def exhaust(self, key: str, now: float | None = None) -> None:
        """Block a key that ignores its limit."""
        now = monotonic() if now is None else now
        self._set(key if self._named is None else self._named(key), -MAX_DEBT_BURSTS * self.burst, now)

    def _level(self, key: str, now: float) -> float:
        """What is left by now."""
        level, then = self._levels.get(key, (self.burst, now))
        return min(self.burst, level + (now - then) * self.rate)

    def _set(self, key: str, level: float, now: float) -> None:
        self._levels[key] = level, now
        self._levels.move_to_end(key)
        if len(self._levels) > MAX_BUCKETS:
            self._make_room(now)

    def _make_room(self, now: float) -> None:
        """Of the keys unused for longest, forget one whose burst is full again: a new key would have as much.

        If none is full, forget the fullest. So even many new keys hardly gain anything.
        """
        unused = {
            key: min(self.burst, level + (now - then) * self.rate)
            for key, (level, then) in islice(self._levels.items(), CANDIDATES)
        }
        fullest = max(unused.values())
        del self._levels[next(key for key, level in unused.items() if level == fullest)]

    # -- other processes -----------------------------------------------------------------------------------

    def share(self, named: Named) -> None:
        """From now on share what is taken here, under the names that this gives to keys."""
        self._named = named

    def news(self, seconds: float) -> dict[str, int]:
        """What heavy users took here in the last seconds; every take is shared once."""
        taken, self._taken = self._taken, {}
        return heaviest(taken, self.rate * seconds * LIGHT)

    def hear(self, key: str, amount: int) -> None:
        """So much was taken elsewhere and is missing here; or, where it is negative, was given back."""
        now = monotonic()
        level = min(self.burst, self._level(key, now) - amount)
        self._set(key, max(level, -MAX_DEBT_BURSTS * self.burst), now)


def heaviest(amounts: Mapping[str, float], light: float) -> dict[str, int]:
    """The heaviest amounts, as many as are shared."""
    heavy = [(key, math.ceil(amount)) for key, amount in amounts.items() if abs(amount) > light]
    return dict(nlargest(MAX_KEYS_PER_NOTE, heavy, key=lambda each: abs(each[1])))
