"""Kepler's Horizon in words: notation for orders and positions, and every sentence of the game."""

from __future__ import annotations

from armillary.games.kepler.words.describe import describe
from armillary.games.kepler.words.forecast import forecast
from armillary.games.kepler.words.orders import format_order, notation, parse_order
from armillary.games.kepler.words.positions import format_state, parse_state
from armillary.games.kepler.words.sentences import explain, tell

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
