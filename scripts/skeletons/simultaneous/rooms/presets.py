"""Named configs: functions of the number of seats. Every game has `standard`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scripts.skeletons.simultaneous.rooms.model import Config


def standard(seats: int) -> Config:
    """Three prizes per player."""
    return Config(prizes=3 * seats)


def short(seats: int) -> Config:
    """As many prizes as players."""
    return Config(prizes=seats)


PRESETS: Mapping[str, Callable[[int], Config]] = {"standard": standard, "short": short}
