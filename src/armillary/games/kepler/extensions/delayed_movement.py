"""Delayed movement: a move takes effect so many turns after it is given, public in the meantime (KH-11.2).

What costs add (KH-11.1) is added to the delay. A fleet waits in its origin, fights and controls there, and takes no
other order until the move takes effect; whether it is valid is judged then.
"""

from __future__ import annotations

from armillary.games.kepler.model import Fleet, Journey, Setup


def turns_waited(setup: Setup) -> int:
    """How many turns lie between an order and its effect."""
    return setup.extensions.delay


def sent(fleet: Fleet, to: str, turn: int) -> Fleet:
    """The fleet, bound to move in a later turn."""
    return Fleet(fleet.id, fleet.region, Journey(to, turn))
