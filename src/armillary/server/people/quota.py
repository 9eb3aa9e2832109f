"""How much is stored for somebody: bytes per hour, by identity and by address. So nobody fills the disk."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from typing import NamedTuple

from armillary.core.errors import ArmillaryError
from armillary.core.prose import counted
from armillary.server.errors import TooMany
from armillary.server.people.limits import Buckets

MEGABYTE = 2**20
HOUR_SECONDS = 3_600


class Payer(NamedTuple):
    """On whose account something is stored."""

    player: str
    address: str


class Quota:
    """An hour's worth at once, and as much again in the course of every hour."""

    def __init__(self, megabytes: float = 20, address_factor: int = 8) -> None:
        """For one identity; for one address this many times as much."""
        most = megabytes * MEGABYTE
        self.by_identity = Buckets(most / HOUR_SECONDS, most)
        self.by_address = Buckets(most * address_factor / HOUR_SECONDS, most * address_factor)

    def expect(self, payer: Payer | None, size: int) -> None:
        """Raise `TooMany` where so many bytes are more than somebody may have stored now."""
        for whose, buckets, key in self._accounts(payer, size):
            wait = buckets.wait(key, size)
            if wait > 0:
                raise TooMany(_refusal(whose, size, buckets.burst, wait))

    @contextlib.contextmanager
    def paid(self, payer: Payer | None, size: int) -> Iterator[None]:
        """Store so many bytes; raises `TooMany` before. What is refused for another reason costs nothing.

        Without a payer nobody pays: what the server does by itself is bounded in other ways.
        """
        self.expect(payer, size)
        accounts = self._accounts(payer, size)
        for _, buckets, key in accounts:
            buckets.take(key, cost=size)
        try:
            yield
        except ArmillaryError:
            for _, buckets, key in accounts:
                buckets.give_back(key, size)
            raise

    def _accounts(self, payer: Payer | None, size: int) -> tuple[tuple[str, Buckets, str], ...]:
        if payer is None or not size:
            return ()
        return ("player", self.by_identity, payer.player), ("address", self.by_address, payer.address)


def _refusal(whose: str, size: int, most: float, wait: float) -> str:
    allowed = f"{most / MEGABYTE:g} MB per hour are stored here for one {whose}"
    if size > most:
        return f"This takes {size / MEGABYTE:.1f} MB, and at most {allowed}."
    return f"This takes too much space: at most {allowed}. Try again in {counted(math.ceil(wait / 60), 'minute')}."
