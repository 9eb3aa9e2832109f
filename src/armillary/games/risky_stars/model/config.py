"""How a match is set up."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from armillary.core import values
from armillary.core.bounds import EXACT, within
from armillary.core.values import Value
from armillary.games.risky_stars.model.map import Map

FEWEST_REGIONS, MAX_REGIONS = 8, 24

Part: TypeAlias = Annotated[int, within(-EXACT, EXACT, "Of a fraction.", rule="RS-X2")]


class Config(Value, frozen=True):
    """How a match is set up."""

    home_regions: Annotated[
        int, within(FEWEST_REGIONS, MAX_REGIONS, "Regions of a home system: a multiple of 4.", rule="RS-M1")
    ] = 8
    start_units: Annotated[int, within(1, 1000, "Units in each region of a home planet.", rule="RS-R3")] = 3
    moves: Annotated[
        Literal["every", "one"],
        msgspec.Meta(description="Launches per turn: one from every place, or one in all."),
    ] = "every"
    class_one_amount: Annotated[int, within(0, 1000, "What a hero of class I adds per round.", rule="RS-E4")] = 100
    class_three_amount: Annotated[int, within(0, 1000, "What a hero of class III adds per round.", rule="RS-E4")] = 50
    featured_heroes: Annotated[
        bool, msgspec.Meta(description="Does the first owner of a featured body draw a hero?")
    ] = True
    alliance_limit: Annotated[
        Literal["half", "none"],
        msgspec.Meta(description="The largest alliance: half of the players still in (but at least two), or no limit."),
    ] = "half"
    domination: Annotated[
        tuple[Part, Part] | None,
        msgspec.Meta(description="A player with more than this fraction of all regions wins; null: nobody does."),
    ] = (2, 3)
    max_rounds: Annotated[
        int, within(1, 100, "After this round the side with the most regions wins.", rule="RS-X2")
    ] = 40
    map: Annotated[Map | None, msgspec.Meta(description="A map; null: one is made for this number of seats.")] = None


class Setup(values.Setup, frozen=True):
    """What never changes: the seats, the config (without its map) and the map."""

    config: Config
    """How the match is set up, without its map."""
    map: Map
    """Systems, bodies and lanes."""
