"""What servers ask about Orbit Simulator: how big a match is, how long an order, how slow a round, how one talks."""

from __future__ import annotations

from armillary.core.contract import TalkKind
from armillary.core.values import Seat
from armillary.games.orbit.model import Config, State, Subsystem, Weapon

talk: TalkKind = "public"
"""Nothing is settled by agreements between two."""


def size(config: Config, seats: int) -> int:
    """Every round each player looks at all rings and ships."""
    return config.max_rounds * seats * (len(config.rings) + seats)


def longest_order(state: State, seat: Seat) -> int:
    """Energy for every subsystem in three ways, and every weapon at every ship (OS-2)."""
    return 500 + 100 * len(Subsystem) + 50 * len(Weapon) * (2 + state.setup.seats)


def hours(config: Config) -> int | None:
    """The rules do not say."""
    return None
