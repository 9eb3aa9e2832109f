"""The map drawn in text: every region where its coordinates put it, its fleets beside its name, and the links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from armillary.core.prose import badge
from armillary.games.kepler.model import Region, View

MOST_DRAWN = 60
"""A map of more regions does not fit a screen."""
LINES_PER_SEAT, FEWEST_LINES, MOST_LINES = 4, 13, 25
DOTS = (0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80)
"""The bits of a braille character, two dots in each of four rows: fine enough to draw lines with."""
BRAILLE = 0x2800

Place: TypeAlias = tuple[int, int]
"""A column and a row on the screen."""


def picture(view: View, width: int) -> Iterator[str]:
    """The map in lines of at most this width: by names where they fit, else by ids; nothing where neither fits."""
    regions = view.setup.map.regions
    if len(regions) > MOST_DRAWN:
        return
    height = min(MOST_LINES, max(FEWEST_LINES, LINES_PER_SEAT * view.setup.seats))
    for labels in ([_label(r, r.name, view) for r in regions], [_label(r, r.id, view) for r in regions]):
        places = _places(regions, width - max(map(len, labels)) - 2, height)
        placed = _apart(list(zip(places, labels, strict=True)), width)
        if placed:
            rows = _draw_links(view, dict(zip([r.id for r in regions], places, strict=True)))
            yield from _written(rows, placed, height)
            return


def _label(region: Region, name: str, view: View) -> str:
    sides = []
    for seat, own in enumerate(view.fleets, start=1):
        if count := sum(fleet.region == region.id for fleet in own):
            sides.append(f"{badge(seat)}×{count}")
    return " ".join([name, *sides])


def _places(regions: tuple[Region, ...], width: int, height: int) -> list[Place]:
    left, top = min(r.x for r in regions), min(r.y for r in regions)
    wide = max(1, max(r.x for r in regions) - left)
    high = max(1, max(r.y for r in regions) - top)
    return [((r.x - left) * width // wide, (r.y - top) * (height - 1) // high) for r in regions]
