"""How a match is set up."""

from __future__ import annotations

from typing import Literal

from armillary.core import values
from armillary.core.values import Value
from armillary.games.risky_stars.model.map import Map


class Config(Value, frozen=True):
    """How a match is set up."""

    home_regions: int = 8
    """Regions of a home system: a multiple of 4 (RS-M1)."""
    start_units: int = 3
    """Units in each region of a home planet (RS-R3)."""
    moves: Literal["every", "one"] = "every"
    """Launches per turn: one from every place, or one in all (RS-V1)."""
    class_one_amount: int = 100
    """What a hero of class I adds (RS-E4)."""
    class_three_amount: int = 50
    """What a hero of class III adds (RS-E4)."""
    featured_heroes: bool = True
    """Does the first owner of a featured body draw a hero? (RS-E6)"""
    alliance_limit: Literal["half", "none"] = "half"
    """The largest alliance: half of the players still in, though two may always ally; or no limit (RS-D1)."""
    domination: tuple[int, int] | None = (2, 3)
    """A player with more than this fraction of all regions wins; null: nobody wins this way (RS-X2)."""
    max_rounds: int = 40
    """The last round (RS-X2)."""
    map: Map | None = None
    """A map; null means one is made for this number of seats (RS-M4)."""


class Setup(values.Setup, frozen=True):
    """What never changes: the seats, the config (without its map) and the map."""

    config: Config
    map: Map
