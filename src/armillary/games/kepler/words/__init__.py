"""Kepler's Horizon in words: notation for orders and positions, and every sentence of the game."""

from __future__ import annotations

from armillary.games.kepler.words.describe import ask, describe, names, overview
from armillary.games.kepler.words.forecast import forecast
from armillary.games.kepler.words.labels import label
from armillary.games.kepler.words.orders import format_order, notation, parse_order, tell_order
from armillary.games.kepler.words.positions import format_state, parse_state
from armillary.games.kepler.words.sentences import conclude, explain, tell

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
