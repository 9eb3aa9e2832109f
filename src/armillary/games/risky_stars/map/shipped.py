"""The maps that come with the game, one for each number of seats (RS-M4)."""

from __future__ import annotations

from functools import cache
from importlib import resources

from armillary.core import codec
from armillary.games.risky_stars.model import Map

SEATS = range(2, 7)


@cache
def shipped(seats: int) -> Map:
    """The map for this many seats."""
    file = resources.files("armillary.games.risky_stars.map").joinpath("data", f"{seats}.json")
    map_: Map = codec.decode(file.read_bytes(), Map, "map")
    return map_
