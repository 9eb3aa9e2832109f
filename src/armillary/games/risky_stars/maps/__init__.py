"""Charts that come with the game, one for each number of seats: data, read by `load` and never by the rules."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from armillary.core import codec
from armillary.games.risky_stars.model import Chart

SEATS = range(2, 7)


@lru_cache
def load(seats: int) -> Chart:
    """The chart for so many seats: `maps/<seats>.json` (RS-M4)."""
    chart: Chart = codec.decode(resources.files(__name__).joinpath(f"{seats}.json").read_bytes(), Chart, "map")
    return chart
