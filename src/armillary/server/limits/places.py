"""Places: how many may be there at a time, by identity and by address; and ways to wait for one's turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Iterator
from time import monotonic
from weakref import WeakValueDictionary

from armillary.core.errors import ArmillaryError
from armillary.server.errors import TooMany
from armillary.server.limits.buckets import LIGHT, Named, heaviest

ADDRESS_FACTOR = 8
"""How many identities' worth an address may use: people share one at home, at school and at work."""
MAX_KEYS_HEARD_OF = 100_000
"""Keys of which it is remembered what they hold elsewhere."""


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

    def __len__(self) -> int:
        """How many keys are remembered: whoever holds a place, here or elsewhere."""
        return len(self._taken.keys() | self._elsewhere.keys())

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
        """From now on share what is held here, under the names that this gives to keys."""
        self._named = named

    def news(self, *, again: bool) -> dict[str, int]:
        """How many places heavy users hold here, where that has changed; with `again`, all of them."""
        if again:
            self._told = dict.fromkeys(self._told, -1)
            self._forget_expired()
        light = self.most * LIGHT
        heavy = {key: count for key, count in self._taken.items() if count > light}
        changed = {key: count for key, count in heavy.items() if self._told.get(key) != count}
        gone = dict.fromkeys(self._told.keys() - heavy.keys(), 0)
        told = heaviest({**changed, **gone}, -1)
        for key, count in told.items():
            self._told[key] = count
            if not count:
                del self._told[key]
        return told

    def hear(self, process: str, key: str, count: int, until: float) -> None:
        """So many are held at another process, until it says otherwise or is silent for long."""
        if count and (key in self._elsewhere or len(self._elsewhere) < MAX_KEYS_HEARD_OF):
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


class Lanes:
    """At most `most` at a time for each key; later ones wait, without delaying other keys."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lanes: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, key: str) -> asyncio.Semaphore:
        """To be entered with `async with`."""
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = asyncio.Semaphore(self._most)
        return lane


class Turnstile:
    """Lets `at_once` through at a time, in the order in which they came, with everybody else's work in between."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._left = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Go on as soon as it is one's turn."""
        loop = asyncio.get_running_loop()
        if self._left == self._at_once:
            loop.call_soon(self._turn)
        if self._left:
            self._left -= 1
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _turn(self) -> None:
        self._left = self._at_once
        while self._waiting and self._left:
            waiting = self._waiting.popleft()
            if not waiting.done():  # the waiting task may have been cancelled
                waiting.set_result(None)
                self._left -= 1
        if self._left < self._at_once:
            asyncio.get_running_loop().call_soon(self._turn)
