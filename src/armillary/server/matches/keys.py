"""Idempotency keys: an order that is repeated with its key counts once, and gets its first answer again. Pure.

A room knows every key that people have used in its match, so a repeated one is found without a word to the database,
and nothing of it gets in the way of others' changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from armillary.core.values import Seat, Violation
from armillary.server.matches.rows import JournalRow

Key: TypeAlias = tuple[Seat, str]
"""A seat, and the key it gave with an order."""

MOST_KEY = 60
"""Characters in a key that somebody may give. Bots use longer ones, which nobody repeats."""


class Given(msgspec.Struct, frozen=True):
    """An order that is durable; `resolved` when it was the last one in."""

    seq: int
    step: int
    resolved: bool
    violations: tuple[Violation, ...] = ()
    """What of it will do nothing, or something else than it says."""


class Answer(msgspec.Struct, frozen=True):
    """How an order was answered."""

    order: int
    """A hash of how the order is written: the same key with another order is a mistake."""
    given: Given


def answer_to(rows: Sequence[JournalRow], violations: tuple[Violation, ...]) -> Answer:
    """From an order's row and, if it resolved a step, the row right after it."""
    resolved = len(rows) > 1 and rows[1].kind == "step"
    last = rows[1] if resolved else rows[0]
    return Answer(hash(rows[0].body), Given(last.seq, last.step, resolved, violations))


def key_of(row: JournalRow) -> Key | None:
    """The key that a person gave with this row."""
    return None if row.key is None or len(row.key) > MOST_KEY else (row.seat, row.key)
