"""Limits hold across processes: each tells the others, once a second, what heavy users use there.

Nothing waits for that: a client that uses several processes at once has more, until they have heard of it. A note
has no names: keys are digests that only the processes of this installation can make.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from time import monotonic

from armillary.server.limits.buckets import MAX_KEYS_PER_NOTE, Buckets
from armillary.server.limits.places import Places
from armillary.server.storage.store import Store

TELL_SECONDS = 1.0
REPEAT_SECONDS = 20.0
"""How often everything that is held here is told again: notes can be lost, and others may be new."""
EXPIRE_SECONDS = 60.0
"""How long what another process said counts: it may have been killed."""
MAX_NAMES_REMEMBERED = 50_000
"""Keys whose digests are remembered."""

_USED = "[0-9a-f]{16}:-?[0-9]{1,15}"
_NOTE = re.compile(
    rf"used ([0-9a-f]{{16}}) ([a-z_]{{1,40}}) ({_USED}(?:,{_USED}){{0,{MAX_KEYS_PER_NOTE - 1}}})", re.ASCII
)


class Shared:
    """The limits of this process, and what is used at others."""

    tells = "how much is used here"

    def __init__(self, store: Store, buckets: Mapping[str, Buckets], places: Mapping[str, Places]) -> None:
        """The limits, by the names that they have in notes."""
        self._store = store
        self._buckets = buckets
        self._places = places
        self._name = secrets.token_hex(8)
        self._told_at = 0.0
        self._repeat_at = 0.0

    async def open(self) -> None:
        """Begin to count for others, where there may be others."""
        if not self._store.is_shared:
            return
        secret = await self._store.secret("limits", secrets.token_bytes(32))

        @lru_cache(MAX_NAMES_REMEMBERED)
        def named(key: str) -> str:
            return blake2b(key.encode(), digest_size=8, key=secret).hexdigest()

        shared: list[Buckets | Places] = [*self._buckets.values(), *self._places.values()]
        for limit in shared:
            limit.share(named)
        self._told_at = monotonic()

    async def notes(self) -> list[str]:
        """What others must hear of the last second; of each limit one note, which is short enough for PostgreSQL."""
        await asyncio.sleep(TELL_SECONDS)
        now = monotonic()
        seconds, self._told_at = now - self._told_at, now
        again = now >= self._repeat_at
        if again:
            self._repeat_at = now + REPEAT_SECONDS
        news = {name: each.news(seconds) for name, each in self._buckets.items()}
        news |= {name: each.news(again=again) for name, each in self._places.items()}
        return [f"used {self._name} {name} {_listed(used)}" for name, used in news.items() if used]

    def hear(self, note: str) -> None:
        """A note from another process; anything else is ignored."""
        found = _NOTE.fullmatch(note)
        if found is None or found[1] == self._name:
            return
        process, name, until = found[1], found[2], monotonic() + EXPIRE_SECONDS
        for used in found[3].split(","):
            key, _, amount = used.partition(":")
            if name in self._buckets:
                self._buckets[name].hear(key, int(amount))
            elif name in self._places:
                self._places[name].hear(process, key, max(0, int(amount)), until)


def _listed(used: Mapping[str, int]) -> str:
    return ",".join(f"{key}:{amount}" for key, amount in used.items())
