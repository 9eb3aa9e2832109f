"""How much is stored for somebody: bytes per hour, by identity and by address. So nobody fills the disk."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator

from armillary.core.errors import ArmillaryError
from armillary.core.prose import counted
from armillary.server.errors import TooMany
from armillary.server.people.askers import asker
from armillary.server.people.limits import ADDRESS_FACTOR, Buckets

MEGABYTE = 2**20
HOUR_SECONDS = 3_600


class Quota:
    """An hour's worth at once, and as much again in the course of every hour."""

    def __init__(self, megabytes: float) -> None:
        """For one identity; for one address some times as much."""
        most = megabytes * MEGABYTE
        self.by_identity = Buckets(most / HOUR_SECONDS, most)
        self.by_address = Buckets(most * ADDRESS_FACTOR / HOUR_SECONDS, most * ADDRESS_FACTOR)

    @contextlib.contextmanager
    def paid(self, size: int) -> Iterator[None]:
        """Store so many bytes for whoever is asking; raises `TooMany` before. What comes to nothing costs nothing."""
        self.expect(size)
        for _, buckets, key in self._accounts(size):
            buckets.take(key, cost=size)
        try:
            yield
        except ArmillaryError:
            self.give_back(size)
            raise

    def expect(self, size: int) -> None:
        """Raise `TooMany` where so many bytes are more than the asker may have stored now."""
        for whose, buckets, key in self._accounts(size):
            wait = buckets.wait(key, size)
            if wait > 0:
                raise TooMany(_refusal(whose, size, buckets.burst, wait))

    def give_back(self, size: int) -> None:
        """So many bytes that the asker has paid for will not be stored."""
        for _, buckets, key in self._accounts(size):
            buckets.give_back(key, size)

    def _accounts(self, size: int) -> tuple[tuple[str, Buckets, str], ...]:
        """Nobody pays for nothing, nor for what the server does by itself."""
        asking = asker()
        if not size or not asking.identity:
            return ()
        return ("player", self.by_identity, asking.identity), ("address", self.by_address, asking.address)


def _refusal(whose: str, size: int, most: float, wait: float) -> str:
    allowed = f"{most / MEGABYTE:g} MB per hour are stored here for one {whose}"
    if size > most:
        return f"This may take {size / MEGABYTE:.1f} MB, and at most {allowed}."
    return f"This takes too much space: at most {allowed}. Try again in {counted(math.ceil(wait / 60), 'minute')}."
