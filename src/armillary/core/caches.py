"""Caches for what is made from values that are large, such as maps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

MAX_KEPT = 64
"""More of them than are played on at the same time; when there are more, all are made anew."""


def cached_by_identity(make: Callable[[K], V]) -> Callable[[K], V]:
    """The same function, with its last results kept; arguments are found by identity, since hashing takes longer."""
    kept: dict[int, tuple[K, V]] = {}

    def cached(key: K) -> V:
        found = kept.get(id(key))
        if found is None:
            if len(kept) >= MAX_KEPT:
                kept.clear()
            # The key is kept as well: as long as it lives, nothing else has its identity.
            found = kept[id(key)] = key, make(key)
        return found[1]

    return cached
