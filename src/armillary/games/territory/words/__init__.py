"""Territory in words: notation for declarations, commands and positions, and every sentence of the game."""

from armillary.games.territory.words.describe import ask, describe, names, overview
from armillary.games.territory.words.forecast import forecast
from armillary.games.territory.words.labels import label
from armillary.games.territory.words.orders import format_order, notation, parse_order, tell_order
from armillary.games.territory.words.positions import format_state, parse_state
from armillary.games.territory.words.sentences import conclude, explain, tell

__all__ = [
    "ask",
    "conclude",
    "describe",
    "explain",
    "forecast",
    "format_order",
    "format_state",
    "label",
    "names",
    "notation",
    "overview",
    "parse_order",
    "parse_state",
    "tell",
    "tell_order",
]
