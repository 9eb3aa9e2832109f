"""Addresses that are stored: only as digests, which nobody can make or take back without the installation's secret."""

from __future__ import annotations

import secrets
from hashlib import blake2b

from armillary.server.limits.requester import requester
from armillary.server.storage.store import Store


class Addresses:
    """Where requests come from, as the database knows it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""

    async def open(self) -> None:
        """Fetch, or make, the key of the digests."""
        self._key = await self._store.secret("addresses", secrets.token_bytes(32))

    def of_requester(self) -> str | None:
        """A digest of the requester's address; None for what the server does by itself."""
        address = requester().known_address
        return blake2b(address.encode(), digest_size=16, key=self._key).hexdigest() if address else None
