"""Territory in words: notation for declarations, commands and positions, and every sentence of the game."""

from armillary.games.territory.words.describe import describe
from armillary.games.territory.words.forecast import forecast
from armillary.games.territory.words.orders import format_order, notation, parse_order
from armillary.games.territory.words.positions import format_state, parse_state
from armillary.games.territory.words.sentences import explain, tell

__all__ = [
    "describe",
    "explain",
    "forecast",
    "format_order",
    "format_state",
    "notation",
    "parse_order",
    "parse_state",
    "tell",
]
