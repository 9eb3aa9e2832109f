"""Ways to set up a match by name, each for any number of seats the catalogue offers."""

from __future__ import annotations

from collections.abc import Mapping

from armillary.core.contract import Preset
from armillary.games.risky_stars.map.shipped import SEATS, shipped
from armillary.games.risky_stars.model import Config


def standard(seats: int) -> Config:
    """A map made for the match."""
    return Config()


def fixed_map(seats: int) -> Config:
    """The map that comes with the game; for a number of seats without one, a map made for the match."""
    return Config(map=shipped(seats) if seats in SEATS else None)


def quick(seats: int) -> Config:
    """Larger armies from the start, and an end in sight."""
    return Config(start_units=5, domination=(1, 2), max_rounds=15)


def long(seats: int) -> Config:
    """Larger home systems, and time to use them."""
    return Config(home_regions=12, domination=(3, 4), max_rounds=60)


def lesson(seats: int) -> Config:
    """The first battles come in round 5, when home and the systems next to it are taken."""
    return Config(map=fixed_map(seats).map, featured_heroes=False, domination=(1, 2), max_rounds=6)


PRESETS: Mapping[str, Preset[Config]] = {
    "standard": Preset(standard, "A map made for the match, and up to forty rounds."),
    "fixed_map": Preset(fixed_map, "The map that comes with the game, so that everybody can know it beforehand."),
    "quick": Preset(
        quick, "Larger armies from the start, and more than half of the regions win; fifteen rounds at most."
    ),
    "long": Preset(long, "Larger home systems, more than three quarters of the regions win, and up to sixty rounds."),
    "lesson": Preset(lesson, "The map that comes with the game, no heroes to find, and six rounds."),
}
