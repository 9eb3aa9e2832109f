"""Named configs: functions of the number of seats. Every game has `standard`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scripts.skeletons.turns.rooms.model import Config


def standard(seats: int) -> Config:
    """A pile that grows with the table, so that everybody gets several turns."""
    return Config(stones=10 * seats + 1)


def long(seats: int) -> Config:
    """Twice as many turns."""
    return Config(stones=20 * seats + 1)


PRESETS: Mapping[str, Callable[[int], Config]] = {"standard": standard, "long": long}
