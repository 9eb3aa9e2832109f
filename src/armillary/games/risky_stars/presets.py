"""Ways to set up a match by name, each for any number of seats the catalogue offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from armillary.games.risky_stars.map.shipped import SEATS, shipped
from armillary.games.risky_stars.model import Config


def standard(seats: int) -> Config:  # noqa: ARG001 (the same for any number of seats)
    """A map made for the match."""
    return Config()


def fixed_map(seats: int) -> Config:
    """The map that comes with the game; for a number of seats without one, a map made for the match."""
    return Config(map=shipped(seats) if seats in SEATS else None)


PRESETS: Mapping[str, Callable[[int], Config]] = {function.__name__: function for function in (standard, fixed_map)}
