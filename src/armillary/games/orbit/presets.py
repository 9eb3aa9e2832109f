"""Named ways to set up Orbit Simulator."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from armillary.games.orbit.model import Config

PRESETS: Mapping[str, Callable[[int], Config]] = {
    "standard": lambda seats: Config(),  # noqa: ARG005 (the same for any number of seats)
}
