"""The maps that come with the game, and maps from files (KH-2.2).

A map file is a `Map` as JSON. The config of a match holds the whole map, so a record never depends on a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources

from armillary.core import codec
from armillary.core.errors import ConfigRefused
from armillary.core.values import Violation
from armillary.games.kepler.map.faults import map_faults, reach_faults
from armillary.games.kepler.model import Map

STANDARD = ("honeycomb", "triangle", "square", "pentagon", "hexagon", "heptagon", "octagon")
"""The maps of the standard game, for two seats and more."""

SHIPPED = {**{name: seats for seats, name in enumerate(STANDARD, start=2)}, "duel": 2}
"""All maps that come with the game, and the number of seats each is made for."""


@cache
def shipped(name: str) -> Map:
    """One of the maps that come with the game."""
    file = resources.files("armillary.games.kepler.map").joinpath("data", f"{name}.json")
    return parse_map(file.read_text("utf-8"))


def parse_map(text: str) -> Map:
    """The map in a file's text; raises `BadData` or `ConfigRefused`, naming the entry that is wrong."""
    map_: Map = codec.decode(text, Map, "map")
    if faults := tuple(map_faults(map_, ())) or tuple(_reach_faults(map_)):
        raise ConfigRefused(faults)
    return map_


def _reach_faults(map_: Map) -> Iterator[Violation]:
    """A config may override fleets and fraction; a map by itself must be fit to play as it is (KH-9.1)."""
    fleets = map_.fleets_per_home * max(len(own) for own in map_.homes)
    yield from reach_faults(fleets, map_.dominance, len(map_.regions), ("dominance",))
