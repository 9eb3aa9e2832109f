"""A table: a match as one seat may see it."""

from __future__ import annotations

from typing import Generic

import msgspec

from armillary.core.contract import O, V
from armillary.core.values import Outcome, Phase, Seat


class Table(msgspec.Struct, Generic[V, O], frozen=True):
    """Everything one seat (None: a spectator) may see of a match."""

    view: V
    """What the seat may know of the position."""
    step: int
    """How many steps there have been."""
    phase: Phase
    """Where in the game we are."""
    players: tuple[str, ...]
    """The names of all players, seat 1 first."""
    to_act: tuple[Seat, ...]
    """The seats that owe an order in this phase."""
    submitted: tuple[Seat, ...]
    """The seats whose order is in."""
    pending: O | None
    """The seat's own order, if it is in."""
    resigned: tuple[Seat, ...]
    """The seats that have resigned."""
    outcome: Outcome | None
    """How it ended; None while it goes on."""
