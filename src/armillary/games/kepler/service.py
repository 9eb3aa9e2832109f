"""What servers ask about Kepler's Horizon: how big a match is, how long an order, how slow a round, how one talks."""

from __future__ import annotations

from armillary.core.contract import TalkKind
from armillary.core.values import Seat
from armillary.games.kepler.model import Config, State
from armillary.games.kepler.setup import homes

talk: TalkKind = "public"
"""Nothing is settled by agreements between two."""


def size(config: Config, seats: int) -> int:
    """Every turn each player looks at all regions, and every fleet moves."""
    fleets = sum(home.fleets for own in homes(config, seats) for home in own)
    return config.max_turns * (seats * len(config.map.regions) + fleets)


def longest_order(state: State, seat: Seat) -> int:
    """A region, even one that does not exist, for each of one's fleets (KH-5.1)."""
    return 200 + 200 * len(state.fleets[seat - 1])


def hours(config: Config) -> int | None:
    """The rules do not say."""
    return None
