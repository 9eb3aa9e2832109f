"""The map drawn in text: every region where its coordinates put it, with its fleets, and the links between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from armillary.core.prose import badge
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import Link, Region, View

MAX_DRAWN = 60
"""A map of more regions does not fit a screen."""
MAX_MOVED = 8
"""A name that would have to stand more columns than this from its place makes room for the region's id."""
HEIGHTS = {2: 13, 3: 13, 4: 17, 5: 19, 6: 22}
TALLEST = 25
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bits of a braille character, column by column: lines of any slope can be drawn with its eight dots."""
BRAILLE = 0x2800
TIMES = "\N{MULTIPLICATION SIGN}"

Place: TypeAlias = tuple[int, int]
"""A column and a row."""


def picture(view: View, width: int) -> list[str]:
    """The map in lines of this width: by names where they fit, else by ids; nothing where those do not fit either."""
    regions = view.setup.match.map.regions
    height = HEIGHTS.get(view.setup.match.seats, TALLEST)
    if len(regions) > MAX_DRAWN:
        return []
    for titles in ([region.name for region in regions], [region.id for region in regions]):
        labels = [_label(region, title, view) for region, title in zip(regions, titles, strict=True)]
        margin = max(map(len, labels))
        if margin >= width:
            continue
        places = _places(regions, width - margin, height, margin // 2)
        written = _apart(labels, places, width)
        if written is not None:
            at = {region.id: place for region, place in zip(regions, places, strict=True)}
            return _overlaid(_lines(tables_of(view.setup.match).links(view.turn), at), written, height)
    return []


def _label(region: Region, title: str, view: View) -> str:
    """A region, then the badge of everybody who has fleets there and how many."""
    sides = []
    for seat, own in enumerate(view.fleets, start=1):
        if count := sum(fleet.region == region.id for fleet in own):
            sides.append(f"{badge(seat)}{TIMES}{count}")
    return " ".join([title, *sides])


def _places(regions: Sequence[Region], width: int, height: int, left: int) -> list[Place]:
    """Where the middle of each label belongs, with the outermost regions at the edges."""
    west, north = min(region.x for region in regions), min(region.y for region in regions)
    wide = max(1, max(region.x for region in regions) - west)
    high = max(1, max(region.y for region in regions) - north)
    rows = 2 * (height - 1)
    return [(left + (r.x - west) * width // wide, ((r.y - north) * rows // high + 1) // 2) for r in regions]


def _apart(labels: Sequence[str], places: Sequence[Place], width: int) -> dict[Place, str] | None:
    """Where each label begins so that none touches another; None if that is too far from its place."""
    written: dict[Place, str] = {}
    for row in {row for _, row in places}:
        there = sorted(
            (column - len(label) // 2, label) for (column, at), label in zip(places, labels, strict=True) if at == row
        )
        begins, free = [], 0
        for column, label in there:
            begins.append(max(column, free))
            free = begins[-1] + len(label) + 1
        free = width
        for i in reversed(range(len(there))):
            begins[i] = min(begins[i], free - len(there[i][1]))
            free = begins[i] - 1
        moved = max(abs(begin - column) for begin, (column, _) in zip(begins, there, strict=True))
        if moved > MAX_MOVED or begins[0] < 0:
            return None
        written |= {(begin, row): label for begin, (_, label) in zip(begins, there, strict=True)}
    return written


def _lines(links: Sequence[Link], at: dict[str, Place]) -> dict[Place, str]:
    """A straight line of dots for every link, from the middle of one label to the middle of the other."""
    bits: dict[Place, int] = {}
    for one, other in links:
        (x, y), (to_x, to_y) = ((2 * column, 4 * row + 1) for column, row in (at[one], at[other]))
        steps = max(abs(to_x - x), abs(to_y - y), 1)
        for step in range(steps + 1):
            across, down = x + (to_x - x) * step // steps, y + (to_y - y) * step // steps
            cell = across // 2, down // 4
            bits[cell] = bits.get(cell, 0) | DOTS[across % 2][down % 4]
    return {cell: chr(BRAILLE + drawn) for cell, drawn in bits.items()}


def _overlaid(drawn: dict[Place, str], written: dict[Place, str], height: int) -> list[str]:
    """The labels on top of the lines, with a space around each."""
    for (begin, row), label in written.items():
        drawn |= {(begin - 1 + i, row): letter for i, letter in enumerate(f" {label} ")}
    width = 1 + max(column for column, _ in drawn)
    return ["".join(drawn.get((column, row), " ") for column in range(width)).rstrip() for row in range(height)]
