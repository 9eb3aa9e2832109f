"""Named ways to set up Orbit Simulator, each the same for any number of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from armillary.core.contract import Preset
from armillary.games.orbit.model import Config, Start, Subsystem

C = TypeVar("C")


def always(config: C) -> Callable[[int], C]:
    """The same config for any number of seats."""
    return lambda seats: config


QUICK = Config(start=Start(hull=6), max_rounds=20)
LONG = Config(start=Start(hull=16, mass=16), max_rounds=80)
LESSON = Config(start=Start(energy={Subsystem.ENGINES: 1, Subsystem.MISSILES: 2, Subsystem.SHIELDS: 2}), max_rounds=20)

PRESETS: Mapping[str, Preset[Config]] = {
    "standard": Preset(always(Config()), "Five rings, ten points of hull, and up to forty rounds."),
    "quick": Preset(always(QUICK), "Thin hulls, and up to twenty rounds."),
    "long": Preset(always(LONG), "Thick hulls, fuller tanks, and up to eighty rounds."),
    "lesson": Preset(always(LESSON), "Missiles and shields powered from the start, and up to twenty rounds."),
}
