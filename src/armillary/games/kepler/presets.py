"""Ways to set up a match by name, each for any number of seats the catalogue offers."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from armillary.core.contract import Preset
from armillary.games.kepler.map.generate import generate
from armillary.games.kepler.map.shipped import STANDARD, shipped
from armillary.games.kepler.model import Config, ConflictRule, Extensions, Home, Map

QUICK_FLEETS = 8
QUICK_TURNS = 20
LESSON_TURNS = 8


def standard_map(seats: int) -> Map:
    """The shipped map for this many seats, or a generated one where none is shipped."""
    return shipped(STANDARD[seats - 2]) if 0 <= seats - 2 < len(STANDARD) else generate(seats)


def plain(map_: Map) -> Map:
    """The map without the parts only extensions use."""
    return replace(map_, costs=(), schedule=())


def standard(seats: int) -> Config:
    """The base game."""
    return Config(plain(standard_map(seats)))


def quick(seats: int) -> Config:
    """Few fleets: on a small map for two, where five regions win, on the standard maps for more."""
    if seats == 2:
        return Config(plain(shipped("duel")), max_turns=QUICK_TURNS)
    return replace(standard(seats), fleets_per_home=QUICK_FLEETS)


def generated(seats: int) -> Config:
    """The base game on a generated map."""
    return Config(generate(seats))


def transit_costs(seats: int) -> Config:
    """Some links take two turns."""
    map_ = replace(standard_map(seats), schedule=())
    return Config(map_, extensions=Extensions(transit_costs=True))


def delayed(seats: int) -> Config:
    """Moves take effect one turn later."""
    return replace(standard(seats), extensions=Extensions(delay=1))


def handicap(seats: int) -> Config:
    """Seat 1 begins with two fleets fewer than the others."""
    map_ = plain(standard_map(seats))
    starts = tuple(
        tuple(Home(region, map_.fleets_per_home - 2 * (seat == 0)) for region in homes)
        for seat, homes in enumerate(map_.homes)
    )
    return Config(map_, extensions=Extensions(starts=starts))


def bounce(seats: int) -> Config:
    """Fleets that meet go back to where they came from."""
    return replace(standard(seats), extensions=Extensions(conflict=ConflictRule.BOUNCE))


def attrition(seats: int) -> Config:
    """The larger side survives a conflict, with losses."""
    return replace(standard(seats), extensions=Extensions(conflict=ConflictRule.ATTRITION))


def shifting(seats: int) -> Config:
    """Links close and open as the game goes on."""
    map_ = replace(standard_map(seats), costs=())
    return Config(map_, extensions=Extensions(dynamic_topology=True))


def lesson(seats: int) -> Config:
    """By the base rules, so that nothing has to be learnt anew; with fleets to spare and an end in sight."""
    return replace(quick(seats), max_turns=LESSON_TURNS)


PRESETS: Mapping[str, Preset[Config]] = {
    "standard": Preset(standard, "The base game, on a map made for the number of players."),
    "quick": Preset(quick, "Eight fleets each; two players play on a small map, where five regions win."),
    "generated": Preset(generated, "The base game on a generated map."),
    "transit_costs": Preset(transit_costs, "Some links take two turns."),
    "delayed": Preset(delayed, "Moves take effect one turn later."),
    "handicap": Preset(handicap, "Player 1 begins with two fleets fewer than the others."),
    "bounce": Preset(bounce, "Fleets that meet go back to where they came from."),
    "attrition": Preset(attrition, "The larger side survives a conflict, with losses."),
    "shifting": Preset(shifting, "Links close and open as the game goes on."),
    "lesson": Preset(lesson, "A first match: eight fleets each, over after eight turns at the latest."),
}
