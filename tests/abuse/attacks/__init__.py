"""The attacks, by what they abuse."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import NamedTuple


class Attack(NamedTuple):
    """Something one guest, or nobody at all, does to a server."""

    name: str
    """Short, for the command line and the table."""
    run: Callable[[int], AsyncIterator[None]]
    """Given the server's port, prepares what it needs, yields once, and attacks until it is cancelled.

    It runs in a process of its own, so it must be a module's function. An attack that a server shakes off, by a refusal
    or by hanging up, goes on; one that ends with a lost connection begins again from the start.
    """
    settings: tuple[tuple[str, str], ...] = ()
    """Settings of the server, such as `("bot_workers", "2")`; the defaults for everything else."""
