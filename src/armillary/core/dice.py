"""Chance, outside the state: keyed dice for matches, fast dice for playouts, one protocol.

Keyed dice are a stream of 64-byte BLAKE2b digests, keyed by the match's seed, over (step, block): sixteen
32-bit big-endian words per digest, each draw made unbiased by rejection. A state therefore needs no generator
inside it, a planner cannot see future dice, and once the seed is revealed anybody can recompute every
die and shuffle with nothing but a BLAKE2b. The stream is pinned by known-answer tests.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import deepcopy
from hashlib import blake2b
from struct import Struct
from typing import Any, Protocol, Self, TypeVar

T = TypeVar("T")

_WORDS = Struct(">16I")
_WORD = 1 << 32


class Dice(Protocol):
    """What games draw from. Games import no `random`."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        ...

    def die(self, sides: int) -> int:
        """A roll of one die: 1 to `sides`."""
        ...

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """All items in a random order."""
        ...

    def sample(self, items: Sequence[T], k: int) -> tuple[T, ...]:
        """k different places of `items`, in the order drawn."""
        ...

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        ...


class _Draws(ABC):
    """Everything dice do, made from `below`. A copy goes on from the same point by itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return deepcopy(self)

    @abstractmethod
    def below(self, n: int) -> int: ...

    def die(self, sides: int) -> int:
        return self.below(sides) + 1

    def sample(self, items: Sequence[T], k: int) -> tuple[T, ...]:
        """The first k steps of a Fisher-Yates shuffle from the front."""
        pool = list(items)
        if not 0 <= k <= len(pool):
            raise ValueError(f"Cannot sample {k} of {len(pool)} items.")
        below = self.below
        last = len(pool)
        for i in range(min(k, last - 1)):
            j = i + below(last - i)
            pool[i], pool[j] = pool[j], pool[i]
        return tuple(pool[:k])

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        return self.sample(items, len(items))

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


class KeyedDice(_Draws):
    """The dice of one step of one match."""

    __slots__ = ("_block", "_seed", "_step", "_words")

    def __init__(self, seed: bytes, step: int) -> None:
        self._seed = seed
        self._step = step.to_bytes(8, "big")
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            message = self._step + self._block.to_bytes(8, "big")
            digest = blake2b(message, key=self._seed, person=b"armillary dice").digest()
            self._words = list(reversed(_WORDS.unpack(digest)))
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        if not 1 <= n <= _WORD:
            raise ValueError(f"Dice draw from 1 to {_WORD} values, not {n}.")
        fair = _WORD - _WORD % n
        while (word := self._word()) >= fair:
            pass
        return word % n


class FastDice(_Draws):
    """Dice for playouts, searches and simulations: quick, repeatable from a whole number, not secret."""

    __slots__ = ("_generator", "_random")

    def __init__(self, seed: int) -> None:
        self._generator = random.Random(seed)  # noqa: S311
        self._random = self._generator.random

    def __getstate__(self) -> tuple[Any, ...]:
        return self._generator.getstate()

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """A bound method is copied as it is: two copies would draw from one generator."""
        self._generator = random.Random()  # noqa: S311
        self._generator.setstate(state)
        self._random = self._generator.random

    def below(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"Dice draw from at least 1 value, not {n}.")
        return int(self._random() * n)

    def choice(self, items: Sequence[T]) -> T:
        return items[int(self._random() * len(items))]
