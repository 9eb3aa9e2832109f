"""Named configs: functions of the number of seats. Every game has `standard` and `lesson`."""

from __future__ import annotations

from collections.abc import Mapping

from armillary.core.contract import Preset
from armillary.testing.skeletons.simultaneous.rooms.model import Config


def standard(seats: int) -> Config:
    """Three prizes per player."""
    return Config(prizes=3 * seats)


def short(seats: int) -> Config:
    """As many prizes as players."""
    return Config(prizes=seats)


def lesson(seats: int) -> Config:
    """Three prizes are enough to see what it is about."""
    return Config(prizes=max(3, seats))


PRESETS: Mapping[str, Preset[Config]] = {
    "standard": Preset(standard, "Three prizes per player."),
    "short": Preset(short, "As many prizes as players."),
    "lesson": Preset(lesson, "A few prizes, to learn on."),
}
