"""Named configs: functions of the number of seats. Every game has `standard` and `lesson`."""

from __future__ import annotations

from collections.abc import Mapping

from armillary.core.contract import Preset
from armillary.testing.skeletons.turns.rooms.model import Config


def standard(seats: int) -> Config:
    """A pile that grows with the table, so that everybody gets several turns."""
    return Config(stones=10 * seats + 1)


def long(seats: int) -> Config:
    """Twice as many turns."""
    return Config(stones=20 * seats + 1)


def lesson(seats: int) -> Config:
    """A few turns are enough to see what it is about."""
    return Config(stones=4 * seats + 1)


PRESETS: Mapping[str, Preset[Config]] = {
    "standard": Preset(standard, "A pile in which everybody gets several turns."),
    "long": Preset(long, "Twice as many turns."),
    "lesson": Preset(lesson, "A small pile, to learn on."),
}
