"""The opening: which configs can be played, and what they make (KH-2.1 to KH-3, KH-11.3)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.bounds import number_faults, setting_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Violation
from armillary.games.kepler.map.faults import home_faults, oversized, reach_faults, share_faults, structure_faults
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import MAX_FLEETS, Config, Fleet, Home, Setup, Share, State


def start(config: Config, seats: int, dice: Dice) -> Step[State]:  # KH-10: no chance
    """Everybody's fleets are in their home regions, and it is turn 1 (KH-3)."""
    fleets = []
    for seat, own in enumerate(homes(config, seats), start=1):
        places = [home.region for home in own for _ in range(home.fleets)]
        fleets.append(tuple(Fleet(fleet_id(seat, i), region) for i, region in enumerate(places)))
    setup = Setup(seats, config.map, config.max_turns, share_of(config), config.extensions)
    shifted = tables_of(setup).shift(1)
    return Step(State(setup, 1, tuple(fleets), (0,) * seats), (shifted,) if shifted else ())


def homes(config: Config, seats: int) -> tuple[tuple[Home, ...], ...]:
    """Where everybody begins, and with how many fleets: as given (KH-11.3), or as the map says (KH-3)."""
    if config.extensions.starts:
        return config.extensions.starts[:seats]
    fleets = config.map.fleets_per_home if config.fleets_per_home is None else config.fleets_per_home
    return tuple(tuple(Home(region, fleets) for region in own) for own in config.map.homes[:seats])


def fleet_id(seat: int, number: int) -> str:
    """The seat, then a to z, aa and so on; fleets count from 0 (KH-3)."""
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{seat}{letters}"


def share_of(config: Config) -> Share | None:
    """The fraction to exceed: the config's, or else the map's (KH-9.1)."""
    return config.map.dominance if config.dominance == "map" else config.dominance


# -- what is wrong with a config ---------------------------------------------------------------------------


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Everything that keeps this config from being played with this many seats."""
    faults = (
        *number_faults(seats, 2, max(2, len(config.map.homes)), ("seats",), rule="KH-2.1"),
        *setting_faults(config),
    )
    if not oversized(faults):
        faults += tuple(_place_faults(config, seats))
    return faults or tuple(_fleet_faults(config, seats))


def _place_faults(config: Config, seats: int) -> Iterator[Violation]:
    """What is wrong with the map, the fraction, and homes that are given seat by seat (KH-11.3)."""
    yield from structure_faults(config.map, ("map",))
    if config.dominance != "map":
        yield from share_faults(config.dominance, ())
    starts, path = config.extensions.starts, ("extensions", "starts")
    if starts and len(starts) != seats:
        yield Violation("one_per_seat", "KH-11.3", path, {"asked": len(starts), "seats": seats})
    elif starts:
        known = {region.id for region in config.map.regions}
        yield from home_faults(tuple(tuple(home.region for home in own) for own in starts), known, path)


def _fleet_faults(config: Config, seats: int) -> Iterator[Violation]:
    """Too many fleets to handle, or too few for anybody ever to exceed the fraction (KH-9.1)."""
    counts = [sum(home.fleets for home in own) for own in homes(config, seats)]
    for i, count in enumerate(counts):
        yield from number_faults(count, None, MAX_FLEETS, ("map", "homes", i), rule="KH-3", unit="fleets")
    yield from reach_faults(max(counts), share_of(config), len(config.map.regions), ("dominance",))
