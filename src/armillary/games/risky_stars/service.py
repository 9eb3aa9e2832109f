"""What servers ask about Risky Stars: how big a match is, how long an order, how slow a round, how one talks."""

from __future__ import annotations

from armillary.core.contract import TalkKind
from armillary.core.values import Seat
from armillary.games.risky_stars.model import Config, State

talk: TalkKind = "private"
"""Whoever plays this makes promises to one and not to another."""


def size(config: Config, seats: int) -> int:
    """Every round each player looks at all regions, of homes, minor systems and the featured one (RS-M1)."""
    regions = seats * config.home_regions + 2 * seats * (config.home_regions // 4) + 2 * config.home_regions
    return config.max_rounds * seats * regions


def longest_order(state: State, seat: Seat) -> int:
    """New units for every place there is (RS-E7)."""
    return 300 + 100 * len(state.places)


def hours(config: Config) -> int | None:
    """The rules do not say."""
    return None
