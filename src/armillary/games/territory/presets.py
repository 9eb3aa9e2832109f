"""Named ways to set up Territory, each for any number of seats the catalogue offers."""

from __future__ import annotations

from collections.abc import Mapping

from armillary.core.contract import Preset
from armillary.games.territory.model import Config

CROWD = 8
"""More players than this need a larger map."""


def quick(seats: int) -> Config:
    """Half the rounds, and less land where few play."""
    return Config(map_size=6, max_rounds=8) if seats <= CROWD else Config(max_rounds=8)


def lesson(seats: int) -> Config:
    """One declaration and few rounds; no square fills up, so nothing a beginner leaves undone is lost."""
    return Config(
        map_size=5 if seats <= CROWD else 8,
        max_rounds=5,
        declaration_count=1,
        resource_square_pct=10,
        production_cap=1000,
    )


PRESETS: Mapping[str, Preset[Config]] = {
    "standard": Preset(lambda seats: Config(), "Fifteen rounds on a map of 10 by 10."),
    "fair": Preset(
        lambda seats: Config(homes="apart"), "Fifteen rounds on a map of 10 by 10, with players far apart at the start."
    ),
    "quick": Preset(quick, "Eight rounds, on a map of 6 by 6 for up to eight players."),
    "large": Preset(lambda seats: Config(map_size=26, max_rounds=40), "Forty rounds on a map of 26 by 26."),
    "lesson": Preset(lesson, "A first match: five rounds on a small map, one declaration per round."),
}
