"""Stellar Skirmish in words: notation for cards and positions, and every sentence of the game."""

from armillary.games.skirmish.words.describe import describe
from armillary.games.skirmish.words.forecast import forecast
from armillary.games.skirmish.words.orders import format_order, notation, parse_order
from armillary.games.skirmish.words.positions import format_state, parse_state
from armillary.games.skirmish.words.sentences import explain, tell

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
