"""The attacks, by what they abuse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

from tests.server.processes import LOST, Guest

AWAY = "127.0.0.2"
"""An address of this machine that the server takes for somebody's, not for a proxy's."""

BREATH = 0.01
"""Seconds after which somebody who was shaken off comes back."""


class Attack(NamedTuple):
    """Something one guest, or nobody at all, does to a server."""

    name: str
    """Short, for the command line and the table."""
    run: Callable[[int], AsyncIterator[str]]
    """Given the server's port, prepares what it needs, yields once, and attacks until it is cancelled.

    It runs in a process of its own, so it must be a module's function. Whatever the server does, by a refusal or by
    hanging up, it goes on. What it yields while it attacks is told in the table, the last of it: what those felt whom
    it concerns most.
    """
    settings: tuple[tuple[str, str], ...] = ()
    """Settings of the server, such as `("match_size", "1000")`; the defaults for everything else."""


def stranger(port: int) -> Guest:
    """Somebody at another address than everybody else: what is held against it is nobody else's."""
    return Guest(port, source=AWAY)


async def press(guest: Guest, method: str, path: str, body: Any = None, key: str | None = None) -> tuple[int, bytes]:
    """One request of somebody who goes on whatever comes; status 0 where the connection was lost."""
    try:
        return await guest.exchange(method, path, body, key)
    except LOST:
        await guest.hang_up()
        await asyncio.sleep(BREATH)
        return 0, b""
