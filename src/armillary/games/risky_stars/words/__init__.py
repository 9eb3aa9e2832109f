"""Risky Stars in words: notation for orders and positions, and every sentence of the game."""

from __future__ import annotations

from armillary.games.risky_stars.words.describe import ask, describe, names
from armillary.games.risky_stars.words.forecast import forecast
from armillary.games.risky_stars.words.labels import label
from armillary.games.risky_stars.words.orders import format_order, notation, parse_order, tell_order
from armillary.games.risky_stars.words.picture import overview
from armillary.games.risky_stars.words.positions import format_state, parse_state
from armillary.games.risky_stars.words.sentences import conclude, explain, tell

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
