"""Orbit Simulator in words: notation for plans and positions, and every sentence of the game."""

from armillary.games.orbit.words.describe import describe
from armillary.games.orbit.words.forecast import forecast
from armillary.games.orbit.words.orders import format_order, notation, parse_order
from armillary.games.orbit.words.positions import format_state, parse_state
from armillary.games.orbit.words.sentences import explain, tell

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
