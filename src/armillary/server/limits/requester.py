"""Who is asking: on whose account things are worked out, and how to know that they have left.

The door remembers it for a request, or for a socket. asyncio carries it along to all that is done for them, so that
nothing in between has to pass it on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any, NamedTuple

NETWORK_BITS = 64
"""Bits of an IPv6 address that count: the owner of the network chooses the rest freely."""

UNKNOWN = "unknown"


class Requester(NamedTuple):
    """The sender of a request, or the owner of a socket."""

    address: str = UNKNOWN
    """Where they are, as limits count it."""
    identity: str = ""
    """The player's id; without one, the address counts."""
    token: str | None = None
    """The id of the token they use, if they use one."""
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
        """Until the client has hung up."""
        assert self.receive is not None
        while (await self.receive())["type"] != "http.disconnect":
            pass


NOBODY = Requester()

_requester: ContextVar[Requester] = ContextVar("requester", default=NOBODY)


def requester() -> Requester:
    """Who is asking now."""
    return _requester.get()


def set_requester(asking: Requester) -> None:
    """Everything done here from now on is done for them."""
    _requester.set(asking)


# -- addresses as limits count them: what one person can have any number of is one address ---------------------


def address_of(client: tuple[str, int] | None) -> str:
    """Where somebody is, as limits count it; `client` is what the server knows of them."""
    return counted(client[0]) if client else UNKNOWN


@lru_cache(maxsize=20_000)
def counted(host: str) -> str:
    """An IPv4 address, however it is written; the network of an IPv6 address; a name that is neither as it is."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), NETWORK_BITS), strict=False))
