"""Where systems are drawn: homes on a circle, minor systems between neighbours, the featured system in the middle.

RS-M2 says how the lanes run, so every map can be drawn alike, in whole numbers: the middle is (0, 0), homes are 10,000
away from it, x grows to the right and y downward.
"""

from __future__ import annotations

from armillary.games.risky_stars.model import Map, Spot, SystemKind

HOME = 10
MINORS = (13, 7)
"""Thousands from the middle; of two minor systems between the same neighbours, the first lies further out."""

SINE = {0: 0, 18: 309, 30: 500, 36: 588, 45: 707, 54: 809, 60: 866, 72: 951, 90: 1000}
"""In thousandths, of every angle that halves of two to six equal parts of a circle lead to."""


def layout(map_: Map) -> tuple[Spot, ...]:
    """A spot for every system, in map order; seat 1 at the top, the others clockwise."""
    homes = [system.name for system in map_.systems if system.kind is SystemKind.HOME]
    linked: dict[str, list[int]] = {system.name: [] for system in map_.systems}
    for lane in map_.lanes:
        for home, other in ((lane.one, lane.other), (lane.other, lane.one)):
            if home in homes:
                linked[other].append(homes.index(home))
    step = 180 // len(homes)
    spots, placed = [], [0] * len(homes)
    for system in map_.systems:
        if system.kind is SystemKind.HOME:
            spots.append(_spot(2 * step * homes.index(system.name), HOME))
        elif system.kind is SystemKind.MINOR:
            gap = _gap(linked[system.name], placed)
            spots.append(_spot(2 * step * gap + step, MINORS[placed[gap]]))
            placed[gap] += 1
        else:
            spots.append(Spot(0, 0))
    return tuple(spots)


def _gap(homes: list[int], placed: list[int]) -> int:
    """Which gap of the circle lies between two neighbouring homes; with two homes, the first that has room."""
    seats = len(placed)
    between = [gap for gap in range(seats) if {gap, (gap + 1) % seats} == set(homes)]
    return next(gap for gap in between if placed[gap] < len(MINORS))


def _spot(degrees: int, radius: int) -> Spot:
    """The spot this far clockwise from the top, and this many thousands from the middle."""
    return Spot(radius * _sine(degrees), -radius * _sine(degrees + 90))


def _sine(degrees: int) -> int:
    turned = degrees % 180
    size = SINE[min(turned, 180 - turned)]
    return size if degrees % 360 < 180 else -size
