"""Addresses as limits count them: what one person can have any number of is one address."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

NETWORK_BITS = 64
"""Of an IPv6 address: what comes after them, whoever has the network chooses freely."""

UNKNOWN = "unknown"


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
