"""What servers ask about Stellar Skirmish: how big a match is, how long an order, how slow a round, how one talks."""

from __future__ import annotations

from armillary.core.contract import TalkKind
from armillary.core.values import Seat
from armillary.games.skirmish.model import FLEET, Config, Planet, State

talk: TalkKind = "public"
"""Nothing is settled by agreements between two."""


def size(config: Config, seats: int) -> int:
    """Each player plays every card once, for one planet after the other."""
    cards, planets = len(config.fleet_values or FLEET), len(config.planets or Planet.default_deck())
    return seats * cards * planets


def longest_order(state: State, seat: Seat) -> int:
    """One card, however large (SS-5)."""
    return 200


def hours(config: Config) -> int | None:
    """The rules do not say."""
    return None
