"""The rings unrolled into lines: prograde is to the right, and the right end meets the left."""

from __future__ import annotations

from armillary.core.prose import badge
from armillary.games.orbit.model import View

MARGIN = 4
"""Columns for the name of a ring."""
CLOSED = "x"
"""Follows the name of a closed ring (OS-22)."""
ROOM = 8
"""Columns from one sector's number to the next, so that a ship fits between them."""
NARROWEST = 3
"""Columns a sector needs for its border to be drawn."""
STEP = 24
"""A picture as wide as a multiple of this shows the sectors of the standard rings equally wide."""


def rings(view: View, width: int) -> list[str]:
    """One line per ring, outermost first, with sector numbers and the ships in their sectors."""
    columns = max(STEP, (width - MARGIN) // STEP * STEP)
    names = {ring: f"R{ring}{CLOSED * (ring > view.open_rings)}" for ring in range(len(view.setup.config.rings), 0, -1)}
    return [f"{name:{MARGIN}}{_ring(ring, columns, view)}" for ring, name in names.items()]


def _ring(ring: int, columns: int, view: View) -> str:
    sectors = view.setup.config.rings[ring - 1].sectors
    line = ["."] * columns
    if sectors * NARROWEST <= columns:
        for sector in range(sectors):
            line[sector * columns // sectors] = "|"
    step = next(n for n in range(min(sectors, -(-sectors * ROOM // columns)), sectors + 1) if sectors % n == 0)
    for sector in range(0, sectors, step):
        at, mark = sector * columns // sectors, f"|{sector}"
        if at + len(mark) <= columns:
            line[at : at + len(mark)] = mark
    taken: set[int] = set()
    for seat, ship in enumerate(view.ships, start=1):
        if ship is not None and ship.ring == ring:
            at = (2 * ship.sector + 1) * columns // (2 * sectors)
            while at in taken:  # ships that would cover each other stand side by side
                at = (at + 1) % columns
            taken.add(at)
            line[at] = badge(seat)
    return "".join(line)
