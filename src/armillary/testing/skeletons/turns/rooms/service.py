"""What servers ask about Stone Pile: sizes, lengths of orders, the pace, the talk. Optional."""

from __future__ import annotations

from armillary.core.contract import TalkKind
from armillary.core.values import Seat
from armillary.testing.skeletons.turns.rooms.model import Config, State

talk: TalkKind = "public"
"""All together: two who talk in private would settle it between them."""


def size(config: Config, seats: int) -> int:
    """One stone per turn at worst."""
    return config.stones * seats


def longest_order(state: State, seat: Seat) -> int:
    """One number, with room to spare."""
    return 200


def hours(config: Config) -> int | None:
    """The rules do not say."""
    return None
