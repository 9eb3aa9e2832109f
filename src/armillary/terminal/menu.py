"""What may be ordered, in the game's notation: to be read, and for the Tab key to complete."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any

from armillary.core.options import Choice, Options, Range, Remove, Slot, Text, change

FEW = 10
"""A range of fewer numbers than this is written out."""
TO = " … "
MAX_COMPLETIONS = 500
MAX_EXAMPLES = 4

Write = Callable[[Any], str]


def listing(options: Options[Any], write: Write) -> list[str]:
    """Every offered order once; a long range is shown as its two ends, and its first order is not listed again."""
    return list(dict.fromkeys(_entries(options, write)))


def completions(options: Options[Any], write: Write) -> list[str]:
    """The orders that can be typed as they are; for a long range, its two ends."""
    return list(dict.fromkeys(islice(_orders(options, write), MAX_COMPLETIONS)))


def examples(orders: Sequence[str]) -> list[str]:
    """A few of these orders, as different as possible: one for each first word before a second one for any."""
    kinds: dict[str, list[str]] = {}
    for order in sorted(orders, key=len):
        kinds.setdefault(order.split()[0] if order else "", []).append(order)
    mixed = [order for row in zip_longest(*kinds.values()) for order in row if order is not None]
    return mixed[:MAX_EXAMPLES]


def complete(line: str, lines: Sequence[str], names: Sequence[str]) -> list[str]:
    """The lines that begin like this one; if there are none, this line with the name at its end completed.

    >>> complete("look ve", ["help", "look"], ["Vega", "Vela", "Lyra"])
    ['look Vega', 'look Vela']
    """
    asks, typed = ("? ", line[1:].lstrip()) if line.startswith("?") else ("", line.lstrip())
    found = [asks + offer for offer in lines if offer.casefold().startswith(typed.casefold())]
    starts = [0, *(gap.end() for gap in re.finditer(r"\W", typed))]
    for start in [] if found else starts:
        before, last = typed[:start], typed[start:].casefold()
        found = [f"{asks}{before}{name}" for name in names if name.casefold().startswith(last)]
        if found:
            break
    return found


def takes_text(options: Options[Any]) -> bool:
    """May a player write what they like into this order?"""
    return any(isinstance(slot, Text) for template in options.templates for slot in template.slots)


def _entries(options: Options[Any], write: Write) -> Iterator[str]:
    for template in options.templates:
        written = write(template.order)
        entries = [entry for slot in template.slots for entry in _slot_entries(template.order, slot, write)]
        if not any(entry.startswith(f"{written}{TO}") for entry in entries):
            yield written
        yield from entries


def _slot_entries(order: Any, slot: Slot, write: Write) -> Iterator[str]:
    match slot:
        case Range(low=low, high=high) if high - low >= FEW:
            yield f"{write(change(order, slot, low))}{TO}{write(change(order, slot, high))}"
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
    elif isinstance(slot, Remove):
        values = (None,)
    for value in values:
        yield write(change(order, slot, value))
