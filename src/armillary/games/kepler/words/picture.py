"""The map drawn in text: every region where its coordinates put it, with the fleets in it."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.games.kepler.model import Region, View

WIDTH, HEIGHT = 64, 15
MOST_DRAWN = 40
"""A map of more regions does not fit a screen."""


def picture(view: View) -> Iterator[str]:
    """One line of text per row: `A3` is an empty region, `A3=2x1` one with two fleets of seat 1."""
    regions = view.setup.map.regions
    if len(regions) > MOST_DRAWN:
        return
    rows: dict[int, list[tuple[int, str]]] = {}
    for region, (column, row) in zip(regions, _places(regions), strict=True):
        rows.setdefault(row, []).append((column, _label(region, view)))
    for row in range(max(rows) + 1):
        yield _row(sorted(rows.get(row, ())))


def _label(region: Region, view: View) -> str:
    sides = []
    for seat, own in enumerate(view.fleets, start=1):
        if count := sum(fleet.region == region.id for fleet in own):
            sides.append(f"{count}x{seat}")
    return f"{region.id}={'+'.join(sides)}" if sides else region.id


def _places(regions: tuple[Region, ...]) -> list[tuple[int, int]]:
    """Columns and rows, with the outermost regions at the edges."""
    left, top = min(region.x for region in regions), min(region.y for region in regions)
    width = max(1, max(region.x for region in regions) - left)
    height = max(1, max(region.y for region in regions) - top)
    rows = min(HEIGHT, height + 1) - 1
    return [((r.x - left) * WIDTH // width, (r.y - top) * rows // height) for r in regions]


def _row(labels: list[tuple[int, str]]) -> str:
    line = ""
    for column, label in labels:
        line = line.ljust(column) + (" " if line and len(line) >= column else "") + label
    return f"    {line}".rstrip()
