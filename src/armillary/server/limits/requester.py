"""Who is asking: on whose account things are worked out, and how to know that they have left.

The door remembers it for a request, or for a socket. asyncio carries it along to all that is done for them, so that
nothing in between has to pass it on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any, NamedTuple

from armillary.server.limits.addresses import UNKNOWN


class Asker(NamedTuple):
    """Somebody with a request or at a socket."""

    address: str = UNKNOWN
    """Where they are, as limits count it."""
    identity: str = ""
    """Whoever has none is known by the address."""
    receive: Callable[[], Awaitable[Any]] | None = None
    """The next message of their request; None for sockets, whose work is cancelled when they leave."""

    @property
    def known_address(self) -> str:
        """The address; empty for what the server does by itself."""
        return "" if self.address == UNKNOWN else self.address

    @property
    def account(self) -> str:
        """What is worked out for them is counted here."""
        return self.identity or self.address

    async def until_left(self) -> None:
        """Until whoever made a request has hung up."""
        assert self.receive is not None
        while (await self.receive())["type"] != "http.disconnect":
            pass


NOBODY = Asker()

_asker: ContextVar[Asker] = ContextVar("asker", default=NOBODY)


def asker() -> Asker:
    """Who is asking now."""
    return _asker.get()


def remember_asker(asking: Asker) -> None:
    """From now on, whatever is done here is done for them."""
    _asker.set(asking)
