"""What may be ordered, in the game's notation: to be read, and for the Tab key to complete."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from armillary.core.options import Choice, Options, Range, Slot, Text, change

FEW = 10
"""A range of fewer numbers than this is written out."""
MOST_COMPLETIONS = 500

Write = Callable[[Any], str]


def listing(options: Options[Any], write: Write) -> list[str]:
    """Every offered order once; a long range is shown as its two ends."""
    return list(dict.fromkeys(_entries(options, write)))


def completions(options: Options[Any], write: Write) -> list[str]:
    """The orders that can be typed as they are; for a long range, its two ends."""
    return list(dict.fromkeys(islice(_orders(options, write), MOST_COMPLETIONS)))


def _entries(options: Options[Any], write: Write) -> Iterator[str]:
    for template in options.templates:
        yield write(template.order)
        for slot in template.slots:
            yield from _slot_entries(template.order, slot, write)


def _slot_entries(order: Any, slot: Slot, write: Write) -> Iterator[str]:
    match slot:
        case Range(path=path, low=low, high=high) if high - low >= FEW:
            yield f"{write(change(order, path, low))} … {write(change(order, path, high))}"
        case Text(most=most):
            yield f"{write(order)} (with any text of up to {most} characters)"
        case _:
            yield from _slot_orders(order, slot, write)


def _orders(options: Options[Any], write: Write) -> Iterator[str]:
    for template in options.templates:
        yield write(template.order)
        for slot in template.slots:
            yield from _slot_orders(template.order, slot, write)


def _slot_orders(order: Any, slot: Slot, write: Write) -> Iterator[str]:
    values: Any = ()
    if isinstance(slot, Choice):
        values = slot.values
    elif isinstance(slot, Range):
        values = range(slot.low, slot.high + 1) if slot.high - slot.low < FEW else (slot.low, slot.high)
    for value in values:
        yield write(change(order, slot.path, value))
