"""The deadline has passed: what the seats play whose order is missing. Pure."""

from __future__ import annotations

from armillary.core import codec
from armillary.core.values import refusals
from armillary.server.matches.change import Change, Input, Standing, change_to


def time_out(on: Standing, now: int) -> Change:
    """The change that a deadline makes: whoever has kept an order that is still legal plays it, all others the default.

    A kept order becomes an order like any other, and its player has missed nothing. The row before says whose these
    are, so that they can be told.
    """
    match, orders = on.playing, list[Input]()
    for seat in match.waiting_for:
        if seat in on.kept:
            order = codec.decode(on.kept[seat], match.game.order)
            if not refusals(violations := on.playing.check(seat, order)):
                match = match.place(seat, order, violations)
                orders.append(("order", seat, on.kept[seat], None))
    inputs: list[Input] = []
    if orders:
        inputs = [("due", 0, codec.encode([seat for _, seat, _, _ in orders]).decode(), None), *orders]
    if match.step == on.playing.step:
        match = match.expire()
        inputs.append(("expire", 0, "null", None))
    return change_to(on, now, *inputs, match=match)
