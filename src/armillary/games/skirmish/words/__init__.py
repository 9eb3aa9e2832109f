"""Stellar Skirmish in words: notation for cards and positions, and every sentence of the game."""

from armillary.games.skirmish.words.describe import ask, describe, names, overview
from armillary.games.skirmish.words.forecast import forecast
from armillary.games.skirmish.words.labels import label
from armillary.games.skirmish.words.orders import format_order, notation, parse_order, tell_order
from armillary.games.skirmish.words.positions import format_state, parse_state
from armillary.games.skirmish.words.sentences import conclude, explain, tell

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
