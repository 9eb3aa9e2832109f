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
"""How many bursts somebody may owe who used more elsewhere than they had, or who would not stop."""
LIGHT = 0.1
"""Others are not told of whoever uses no more than this part of what is allowed: nearly everybody, nearly always."""
MAX_KEYS_PER_NOTE = 200
"""Keys that others are told of at a time, the heaviest first: nobody makes a flood of notes with a flood of keys."""

Named = Callable[[str], str]


class Buckets:
    """`rate` per second for each key, with room for a burst."""

    def __init__(self, rate: float, burst: float, empty: str = "Too many requests. Slow down.") -> None:
        self.rate = rate
        self.burst = burst
        self._empty = empty
        """The message when nothing is left."""
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each has left, and since when; whoever was here last comes last."""
        self._named: Named | None = None
        self._taken: dict[str, float] = {}
        """What was taken here since others were told last, if there may be others."""

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
        """What was taken was not used after all."""
        now = monotonic()
        if self._named is not None:
            key = self._named(key)
            self._taken[key] = self._taken.get(key, 0) - cost
        self._set(key, min(self.burst, self._level(key, now) + cost), now)

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
        """Of those unused for longest, forget who could use all of a burst again: a stranger could do so, too.

        Where nobody could, the one goes who could use most of it. So new keys, however many, hardly give anybody more.
        """
        unused = {
            key: min(self.burst, level + (now - then) * self.rate)
            for key, (level, then) in islice(self._levels.items(), CANDIDATES)
        }
        fullest = max(unused.values())
        del self._levels[next(key for key, level in unused.items() if level == fullest)]

    # -- other processes -----------------------------------------------------------------------------------

    def share(self, named: Named) -> None:
        """From now on others are told what is taken here, under the names that this gives to keys."""
        self._named = named

    def news(self, seconds: float) -> dict[str, int]:
        """What was taken here in the last seconds, by whoever took much; every take is told once."""
        taken, self._taken = self._taken, {}
        return heaviest(taken, self.rate * seconds * LIGHT)

    def hear(self, key: str, amount: int) -> None:
        """So much was taken elsewhere and is missing here; or, where it is negative, was given back."""
        now = monotonic()
        level = min(self.burst, self._level(key, now) - amount)
        self._set(key, max(level, -MAX_DEBT_BURSTS * self.burst), now)


def heaviest(amounts: Mapping[str, float], light: float) -> dict[str, int]:
    """As many of the amounts as others are told of, none of them light."""
    heavy = [(key, math.ceil(amount)) for key, amount in amounts.items() if abs(amount) > light]
    return dict(nlargest(MAX_KEYS_PER_NOTE, heavy, key=lambda each: abs(each[1])))
