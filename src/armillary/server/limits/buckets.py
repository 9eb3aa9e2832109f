"""Limits by identity and by address: how often, and how many at a time. In memory, a microsecond per request.

Where other processes serve the same people, what somebody uses there counts here as well: `elsewhere.py` carries it
from one to the other. Keys then have other names, which say nothing about whom they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from heapq import nlargest
from itertools import islice
from time import monotonic
from weakref import WeakValueDictionary

from armillary.core.errors import ArmillaryError
from armillary.server.errors import TooMany

ADDRESS_FACTOR = 8
"""How many identities' worth an address may use: people share one at home, at school and at work."""
MOST_BUCKETS = 100_000
LOOKED_AT = 10
"""Of those unused for longest, how many are looked at when one must be forgotten."""
MOST_DEBT = 5
"""How many bursts somebody may owe who used more elsewhere than they had, or who would not stop."""
LIGHT = 0.1
"""Others are not told of whoever uses no more than this part of what is allowed: nearly everybody, nearly always."""
MOST_TOLD = 200
"""Keys that others are told of at a time, the heaviest first: nobody makes a flood of notes with a flood of keys."""
MOST_HEARD = 100_000
"""Keys of which it is remembered what they hold elsewhere."""

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

    def wait(self, key: str, cost: float) -> float:
        """Seconds until this much can be taken, 0 if it can be now; what is more than a burst never can."""
        level = self._level(key if self._named is None else self._named(key), monotonic())
        return max(0.0, cost - level) / self.rate

    def give_back(self, key: str, cost: float) -> None:
        """What was taken was not used after all."""
        now = monotonic()
        if self._named is not None:
            key = self._named(key)
            self._taken[key] = self._taken.get(key, 0) - cost
        self._set(key, min(self.burst, self._level(key, now) + cost), now)

    def exhaust(self, key: str, now: float | None = None) -> None:
        """Somebody goes on and on, whatever they are told: nothing more until a while has passed."""
        now = monotonic() if now is None else now
        self._set(key if self._named is None else self._named(key), -MOST_DEBT * self.burst, now)

    def _level(self, key: str, now: float) -> float:
        """What is left by now."""
        level, then = self._levels.get(key, (self.burst, now))
        return min(self.burst, level + (now - then) * self.rate)

    def _set(self, key: str, level: float, now: float) -> None:
        self._levels[key] = level, now
        self._levels.move_to_end(key)
        if len(self._levels) > MOST_BUCKETS:
            self._make_room(now)

    def _make_room(self, now: float) -> None:
        """Of those unused for longest, forget who could use all of a burst again: a stranger could do so, too.

        Where nobody could, the one goes who could use most of it. So new keys, however many, hardly give anybody more.
        """
        unused = {
            key: min(self.burst, level + (now - then) * self.rate)
            for key, (level, then) in islice(self._levels.items(), LOOKED_AT)
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
        return _heaviest(taken, self.rate * seconds * LIGHT)

    def hear(self, key: str, amount: int) -> None:
        """So much was taken elsewhere and is missing here; or, where it is negative, was given back."""
        now = monotonic()
        level = min(self.burst, self._level(key, now) - amount)
        self._set(key, max(level, -MOST_DEBT * self.burst), now)


class Lanes:
    """At most `most` at a time for each key; whoever comes later waits, and keeps nobody of another key waiting."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lanes: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, key: str) -> asyncio.Semaphore:
        """To be entered with `async with`."""
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = asyncio.Semaphore(self._most)
        return lane


class Places:
    """At most `most` at a time for each key; a place is given back however its holder leaves."""

    def __init__(self, most: int, full: str, error: type[ArmillaryError] = TooMany) -> None:
        self.most = most
        self._full = full
        """The message when there is no place left."""
        self._error = error
        self._taken: Counter[str] = Counter()
        self._named: Named | None = None
        self._told: dict[str, int] = {}
        """How many places others believe to be taken here."""
        self._elsewhere: dict[str, dict[str, tuple[int, float]]] = {}
        """By key: how many are taken at other processes, and until when that counts."""

    @contextlib.contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Hold a place; raises `TooMany`, or the error given, when there is none left."""
        if self.is_full(key):
            raise self._error(self._full)
        self.enter(key)
        try:
            yield
        finally:
            self.leave(key)

    def is_full(self, key: str) -> bool:
        """Is there no place left, counting those that are held elsewhere?"""
        if self._named is not None:
            key = self._named(key)
        now = monotonic()
        held = sum(count for count, until in self._elsewhere.get(key, {}).values() if until > now)
        return self._taken[key] + held >= self.most

    def enter(self, key: str) -> None:
        """Take a place, whether or not there is one left."""
        self._taken[self._named(key) if self._named is not None else key] += 1

    def leave(self, key: str) -> None:
        """Give a place back."""
        if self._named is not None:
            key = self._named(key)
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]

    # -- other processes -----------------------------------------------------------------------------------

    def share(self, named: Named) -> None:
        """From now on others are told what is held here, under the names that this gives to keys."""
        self._named = named

    def news(self, *, again: bool) -> dict[str, int]:
        """How many places are held here, by whoever holds many, where that has changed; `again`: all of it."""
        if again:
            self._told = dict.fromkeys(self._told, -1)
            self._forget_expired()
        light = self.most * LIGHT
        heavy = {key: count for key, count in self._taken.items() if count > light}
        changed = {key: count for key, count in heavy.items() if self._told.get(key) != count}
        gone = dict.fromkeys(self._told.keys() - heavy.keys(), 0)
        told = _heaviest({**changed, **gone}, -1)
        for key, count in told.items():
            self._told[key] = count
            if not count:
                del self._told[key]
        return told

    def hear(self, process: str, key: str, count: int, until: float) -> None:
        """So many are held at another process, until it says otherwise or is silent for long."""
        if count and (key in self._elsewhere or len(self._elsewhere) < MOST_HEARD):
            self._elsewhere.setdefault(key, {})[process] = count, until
        elif not count and key in self._elsewhere:
            self._elsewhere[key].pop(process, None)

    def _forget_expired(self) -> None:
        now = monotonic()
        for key, others in list(self._elsewhere.items()):
            left = {process: said for process, said in others.items() if said[1] > now}
            if left:
                self._elsewhere[key] = left
            else:
                del self._elsewhere[key]


def _heaviest(amounts: Mapping[str, float], light: float) -> dict[str, int]:
    """As many of the amounts as others are told of, none of them light."""
    heavy = [(key, math.ceil(amount)) for key, amount in amounts.items() if abs(amount) > light]
    return dict(nlargest(MOST_TOLD, heavy, key=lambda each: abs(each[1])))
