"""Asymmetric starts: homes and fleets are given freely, seat by seat (KH-11.3)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.values import Path, Violation
from armillary.games.kepler.maps import MOST_FLEETS, home_faults, number_faults
from armillary.games.kepler.model import Config, Home

PATH: Path = ("extensions", "starts")


def homes(config: Config, seats: int) -> tuple[tuple[Home, ...], ...]:
    """Where everybody begins, and with how many fleets: as given, or as the map says (KH-3)."""
    if config.extensions.starts:
        return config.extensions.starts[:seats]
    fleets = config.map.fleets_per_home if config.fleets_per_home is None else config.fleets_per_home
    return tuple(tuple(Home(region, fleets) for region in own) for own in config.map.homes[:seats])


def start_faults(config: Config, seats: int) -> Iterator[Violation]:
    """What is wrong with the starts that are given."""
    starts = config.extensions.starts
    if not starts:
        return
    if len(starts) != seats:
        yield Violation("one_a_seat", "KH-11.3", PATH, {"asked": len(starts), "seats": seats})
        return
    known = {region.id for region in config.map.regions}
    yield from home_faults(tuple(tuple(home.region for home in own) for own in starts), known, PATH)
    for i, own in enumerate(starts):
        for j, home in enumerate(own):
            yield from number_faults(home.fleets, 1, MOST_FLEETS, (*PATH, i, j, "fleets"), "KH-11.3")
