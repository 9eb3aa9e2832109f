"""What servers ask about Sealed Bids: how big a match is, how long an order, how slow a round. Optional."""

from __future__ import annotations

from armillary.core.values import Seat
from armillary.testing.skeletons.simultaneous.rooms.model import Config, State


def size(config: Config, seats: int) -> int:
    """Every round each player looks at what all have."""
    return config.prizes * seats * seats


def longest_order(state: State, seat: Seat) -> int:
    """One number, with room to spare."""
    return 200


def hours(config: Config) -> int | None:
    """The rules do not say."""
    return None
