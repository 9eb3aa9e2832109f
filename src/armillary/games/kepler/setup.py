"""The opening: which configs can be played, and what they make (KH-2.1 to KH-3)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Violation
from armillary.games.kepler.extensions.asymmetric_starts import homes, start_faults
from armillary.games.kepler.extensions.dynamic_topology import shift
from armillary.games.kepler.maps import (
    MOST_FLEETS,
    MOST_TURNS,
    map_faults,
    number_faults,
    reach_faults,
    share_faults,
)
from armillary.games.kepler.model import Config, Extensions, Fleet, Setup, Share, State

MOST_DELAY = 100
MOST_ORDERS = 2 * MOST_FLEETS


def fleet_id(seat: int, number: int) -> str:
    """The seat, then a to z, aa and so on; fleets count from 0 (KH-3)."""
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{seat}{letters}"


def start(config: Config, seats: int, dice: Dice) -> Step[State]:  # noqa: ARG001 (KH-10: no chance)
    """Everybody's fleets stand in their home regions, and it is turn 1 (KH-3)."""
    fleets = []
    for seat, own in enumerate(homes(config, seats), start=1):
        places = [home.region for home in own for _ in range(home.fleets)]
        fleets.append(tuple(Fleet(fleet_id(seat, i), region) for i, region in enumerate(places)))
    setup = Setup(seats, config.map, config.max_turns, share_of(config), config.extensions)
    shifted = shift(setup, 1)
    return Step(State(setup, 1, tuple(fleets), (0,) * seats), (shifted,) if shifted else ())


def share_of(config: Config) -> Share | None:
    """The fraction to exceed: the config's, or else the map's (KH-9.1)."""
    return config.map.dominance if config.dominance == "map" else config.dominance


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Everything that keeps this config from being played with so many seats."""
    faults = tuple(_config_faults(config, seats))
    return faults or tuple(_fleet_faults(config, seats))


def _config_faults(config: Config, seats: int) -> Iterator[Violation]:
    if seats < 2:
        yield Violation("too_few_seats", "KH-2.1", ("seats",), {"asked": seats, "fewest": 2})
    yield from map_faults(config.map, ("map",))
    if seats > len(config.map.homes):
        params = {"asked": seats, "most": len(config.map.homes)}
        yield Violation("too_many", "KH-2.1", ("seats",), params)
    if config.fleets_per_home is not None:
        yield from number_faults(config.fleets_per_home, 1, MOST_FLEETS, ("fleets_per_home",), "KH-3")
    if config.dominance != "map":
        yield from share_faults(config.dominance, ())
    yield from number_faults(config.max_turns, 1, MOST_TURNS, ("max_turns",), "KH-9.3")
    yield from extension_faults(config.extensions)
    yield from start_faults(config, seats)


def extension_faults(extensions: Extensions) -> Iterator[Violation]:
    """Settings of the extensions that are out of bounds."""
    yield from number_faults(extensions.delay, 0, MOST_DELAY, ("extensions", "delay"), "KH-11.2")


def _fleet_faults(config: Config, seats: int) -> Iterator[Violation]:
    """Too many fleets to handle, or too few for anybody ever to exceed the fraction (KH-9.1)."""
    counts = [sum(home.fleets for home in own) for own in homes(config, seats)]
    for seat, count in enumerate(counts, start=1):
        if count > MOST_FLEETS:
            yield Violation("too_many", "KH-3", ("map", "homes", seat - 1), {"asked": count, "most": MOST_FLEETS})
    yield from reach_faults(max(counts), share_of(config), len(config.map.regions), ("dominance",))
