"""Named ways to set up Territory."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from armillary.games.territory.model import Config

PRESETS: Mapping[str, Callable[[int], Config]] = {
    "standard": lambda seats: Config(),  # noqa: ARG005 (the same for any number of seats)
    "quick": lambda seats: Config(map_size=6, max_rounds=8) if seats <= 8 else Config(max_rounds=8),
    "large": lambda seats: Config(map_size=26, max_rounds=40),  # noqa: ARG005
}
