"""Setups of Kepler's Horizon that nobody would sensibly choose, and helpers to look at maps."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from armillary.core.contract import AnyGame
from armillary.core.match import AnyMatch
from armillary.games.kepler.game import GAME
from armillary.games.kepler.map.generate import generate
from armillary.games.kepler.map.shipped import shipped
from armillary.games.kepler.model import Config, ConflictRule, Extensions, Home, Map
from armillary.games.kepler.presets import standard_map
from armillary.testing.strategies import matches

EXTENSIONS = st.builds(
    Extensions,
    transit_costs=st.booleans(),
    delay=st.integers(0, 2),
    conflict=st.sampled_from(ConflictRule),
    dynamic_topology=st.booleans(),
)


@st.composite
def any_match(draw: st.DrawFn, most_turns: int = 8) -> AnyMatch:
    """A match of two to four seats with any extensions, in the midst of play."""
    seats = draw(st.integers(2, 4))
    config = Config(standard_map(seats), max_turns=draw(st.integers(1, 12)), extensions=draw(EXTENSIONS))
    played: AnyMatch = draw(matches(_seated(seats), st.just(config), most_turns))
    return played


def _seated(seats: int) -> AnyGame:
    return replace(GAME, seats=(seats, seats))


def combined(number: int, seats: int = 3) -> Config:
    """One of the 2^5 combinations of extensions: a bit each."""
    costs, delay, starts, conflict, topology = ((number >> bit) & 1 for bit in range(5))
    map_ = standard_map(seats)
    uneven = tuple((Home(own[0], 4 + seat), Home(own[0][0] + "3", 1)) for seat, own in enumerate(map_.homes))
    return Config(
        map_,
        max_turns=8,
        extensions=Extensions(
            transit_costs=bool(costs),
            delay=delay,
            starts=uneven if starts else (),
            conflict=ConflictRule.BOUNCE if conflict else ConflictRule.LETHAL,
            dynamic_topology=bool(topology),
        ),
    )


def every_map() -> dict[str, Map]:
    """All shipped maps, and generated ones of many shapes."""
    maps = {map_.name: map_ for map_ in (standard_map(seats) for seats in range(2, 9))}
    maps["duel"] = shipped("duel")
    for seats, rings, sector, seed in [(2, 1, 2, 1), (2, 3, 6, 2), (3, 2, 5, 3), (5, 4, 9, 4), (8, 5, 25, 5)]:
        map_ = generate(seats, rings, sector, seed)
        maps[map_.name] = map_
    return maps
