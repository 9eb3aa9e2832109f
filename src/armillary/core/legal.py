"""Every legal order of a position, found by following the options."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from armillary.core import codec
from armillary.core.beginning import is_number
from armillary.core.contract import C, Game, O, P, S, V
from armillary.core.errors import BadInput, TooManyOrders
from armillary.core.faults import brief
from armillary.core.options import Choice, Options, Range, Remove, Slot, Text, change
from armillary.core.prose import counted
from armillary.core.values import Seat

MAX_ORDERS = 20_000
"""A position with more orders than this takes too long to list."""


def legal_orders(
    game: Game[C, S, O, V, P], state: S, seat: Seat, most: int = MAX_ORDERS, *, keep_texts: bool = False
) -> Iterator[O]:
    """Every different order without violations that the options lead to, those with few changes first.

    An iterator that ends has given all of them. Where there are more than `most`, or where an order may contain any
    text, it raises `TooManyOrders` instead of ending; `keep_texts` leaves texts as the options have them.
    """
    if not is_number(most) or most < 1:
        raise BadInput(f"`most` must be a whole number from 1 on, not {brief(most)}.")
    found: set[bytes] = set()
    takes_text = False
    drafts: deque[O | None] = deque([None])
    while drafts:
        options = game.sight.options(state, seat, drafts.popleft())
        takes_text = takes_text or _takes_text(options)
        for order in _neighbours(options):
            key = codec.encode(order)
            if key in found or game.rules.check(state, seat, order):
                continue
            if len(found) == most:
                raise TooManyOrders(
                    f"Seat {seat} has more than {counted(most, 'legal order')}. Take the first ones with "
                    "`itertools.islice`, or ask `options` what may be changed."
                )
            found.add(key)
            yield order
            drafts.append(order)
    if takes_text and not keep_texts:
        raise TooManyOrders(
            f"An order of seat {seat} may contain any text, so its legal orders have no end. Ask `options` what may be "
            "changed."
        )


def _takes_text(options: Options[Any]) -> bool:
    return any(isinstance(slot, Text) for template in options.templates for slot in template.slots)


def _neighbours(options: Options[O]) -> Iterator[O]:
    """The example orders, and each with one slot changed."""
    for template in options.templates:
        yield template.order
        for slot in template.slots:
            for value in _values(slot):
                yield change(template.order, slot, value)


def _values(slot: Slot) -> tuple[Any, ...] | range:
    match slot:
        case Choice(values=values):
            return values
        case Range(low=low, high=high):
            return range(low, high + 1)
        case Remove():
            return (None,)
    return ()
