"""What servers ask about Territory: how big a match is, how long an order, how slow a round, how one talks."""

from __future__ import annotations

from armillary.core.contract import TalkKind
from armillary.core.values import Seat
from armillary.games.territory.model import Config, State
from armillary.games.territory.rules.orders import declaring

talk: TalkKind = "private"
"""Whoever plays this makes promises to one and not to another."""

LETTERS = 8
"""Letters of a declaration that weigh as much as a square."""


def size(config: Config, seats: int) -> int:
    """Every round each player looks at all squares, and says something."""
    letters = config.declaration_count * config.max_plan_length
    return config.max_rounds * seats * (config.map_size**2 + letters // LETTERS)


def longest_order(state: State, seat: Seat) -> int:
    """A text of twice the length that is shown, in any script, or twice the commands that count (TR-4, TR-5)."""
    config = state.setup.config
    return 200 + (8 * config.max_plan_length if declaring(state) else 200 * (config.max_commands_per_round + 1))


def hours(config: Config) -> int | None:
    """As the config says (TR-14)."""
    return config.round_duration_hours
