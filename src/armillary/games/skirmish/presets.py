"""Named ways to set up Stellar Skirmish."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from armillary.games.skirmish.model import Config

PRESETS: Mapping[str, Callable[[int], Config]] = {
    "standard": lambda seats: Config(),  # noqa: ARG005 (the same for any number of seats)
}
