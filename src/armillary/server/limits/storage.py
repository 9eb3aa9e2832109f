"""How much is stored: bytes per hour, by identity and by address, so that no client fills the disk."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator

from armillary.core.errors import ArmillaryError, BadInput
from armillary.core.prose import counted
from armillary.server.errors import TooMany
from armillary.server.limits.buckets import Buckets
from armillary.server.limits.places import ADDRESS_FACTOR
from armillary.server.limits.requester import requester

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
    def bill(self) -> Iterator[Bill]:
        """What the requester has stored in the end; if nothing is stored, nothing is charged."""
        bill = Bill(self)
        try:
            yield bill
        except Exception:  # a cancelled request may still have been stored
            bill.owe(0)
            raise

    def require(self, size: int) -> None:
        """Raise `TooMany` where so many bytes are too much for the requester now, `BadInput` where they always are."""
        for whose, buckets, key in self._accounts(size):
            allowed = f"the limit is {buckets.burst / MEGABYTE:g} MB per hour for one {whose}"
            if size > buckets.burst:
                raise BadInput(f"This may take {size / MEGABYTE:.1f} MB, but {allowed}.")
            if (wait := buckets.wait(key, size)) > 0:
                soon = counted(math.ceil(wait / 60), "minute")
                raise TooMany(f"This takes too much space: {allowed}. Try again in {soon}.", wait)

    def take(self, size: int) -> None:
        """So many bytes are stored for the requester; raises what `require` does."""
        self.require(size)
        for _, buckets, key in self._accounts(size):
            buckets.take(key, cost=size)

    def give_back(self, size: int) -> None:
        """So many bytes that the requester has paid for will not be stored."""
        for _, buckets, key in self._accounts(size):
            buckets.give_back(key, size)

    def _accounts(self, size: int) -> tuple[tuple[str, Buckets, str], ...]:
        """The accounts to charge: none for zero bytes, or for what the server does by itself."""
        asking = requester()
        if not size or not asking.identity:
            return ()
        return ("player", self.by_identity, asking.identity), ("address", self.by_address, asking.address)


class Bill:
    """What one change costs: it may be computed several times, until no other change comes first."""

    def __init__(self, quota: Quota) -> None:
        self._quota = quota
        self._paid = 0

    def owe(self, size: int) -> None:
        """It takes so many bytes, whatever was said before; raises what `Quota.require` does."""
        more, self._paid = size - self._paid, size
        if more > 0:
            try:
                self._quota.take(more)
            except ArmillaryError:
                self._paid -= more
                raise
        else:
            self._quota.give_back(-more)
