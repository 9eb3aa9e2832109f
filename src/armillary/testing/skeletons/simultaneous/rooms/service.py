"""What servers ask about Sealed Bids: sizes, lengths of orders, the pace, the talk. Optional."""

from __future__ import annotations

from armillary.core.contract import TalkKind
from armillary.core.values import Seat
from armillary.testing.skeletons.simultaneous.rooms.model import Config, State

talk: TalkKind = "public"
"""All together: two who talk in private would settle it between them."""


def size(config: Config, seats: int) -> int:
    """Every round each player looks at what all have."""
    return config.prizes * seats * seats


def longest_order(state: State, seat: Seat) -> int:
    """One number, with room to spare."""
    return 200


def hours(config: Config) -> int | None:
    """The rules do not say."""
    return None
