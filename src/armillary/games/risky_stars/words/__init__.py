"""Risky Stars in words: notation for orders and positions, and every sentence of the game."""

from __future__ import annotations

from armillary.games.risky_stars.words.describe import describe
from armillary.games.risky_stars.words.forecast import forecast
from armillary.games.risky_stars.words.orders import format_order, notation, parse_order
from armillary.games.risky_stars.words.positions import format_state, parse_state
from armillary.games.risky_stars.words.sentences import explain, tell

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
