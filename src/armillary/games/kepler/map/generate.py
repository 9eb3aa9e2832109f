"""Maps made to measure: connected, the same from every seat, and always the same for the same seed.

One sector is drawn and repeated for every seat, rotated. A sector lies in rings, the home on the outermost; every
region of an inner ring is linked outwards, and the innermost ring is closed from sector to sector. No two homes are
linked, so nobody can be attacked in their home in the first turn.
"""

from __future__ import annotations

from itertools import pairwise

from armillary.core.dice import KeyedDice
from armillary.core.errors import BadInput
from armillary.core.seeds import seed_from
from armillary.games.kepler.map.faults import undirected
from armillary.games.kepler.model import MAX_REGIONS, Link, Map, Region

SECTORS = ("Aquila", "Bootes", "Cygnus", "Draco", "Eridanus", "Fornax", "Gemini", "Hydra", "Indus", "Kepler", "Lyra")
SCALE = 1000
Ring = list[int]
"""The places of a ring's regions within the sector, in their order around the centre."""
Tie = tuple[int, int, int]
"""A link between two places: of the same sector where the third number is 0, of a sector and the next where it is 1."""


def generate(seats: int, rings: int = 3, sector: int = 6, seed: int = 1) -> Map:
    """A map with this many regions per sector, laid out in this many rings; raises `BadInput`."""
    _expect("seats", seats, 2, len(SECTORS))
    _expect("regions per sector", sector, 2, MAX_REGIONS // len(SECTORS))
    _expect("rings", rings, 1, sector)
    laid = _rings(rings, sector)
    ties = _ties(laid, KeyedDice(seed_from(f"kepler map {seed}"), 0))
    needed = sector + 1
    return Map(
        name=f"generated {seats} {rings} {sector} {seed}"[:40],
        regions=tuple(_region(seat, place, laid, seats) for seat in range(seats) for place in range(sector)),
        links=_links(seats, ties),
        homes=tuple((_id(seat, laid[0][len(laid[0]) // 2]),) for seat in range(seats)),
        fleets_per_home=needed * 2,
        dominance=(needed - 1, seats * sector),
    )


def _expect(what: str, asked: int, least: int, most: int) -> None:
    if not least <= asked <= most:
        raise BadInput(f"A generated map has {least} to {most} {what}.")


def _rings(rings: int, sector: int) -> list[Ring]:
    """The places of a sector, ring by ring from the outside, as evenly spread as possible."""
    laid, place = [], 0
    for ring in range(rings):
        size = sector // rings + (ring < sector % rings)
        laid.append(list(range(place, place + size)))
        place += size
    return laid


def _ties(laid: list[Ring], dice: KeyedDice) -> list[Tie]:
    """Chains along the rings, spokes between them, some drawn by the dice; the innermost ring is always closed."""
    ties: list[Tie] = []
    for number, ring in enumerate(laid):
        ties += [(one, other, 0) for one, other in pairwise(ring) if number == 0 or dice.below(2)]
        if number:
            outer = laid[number - 1]
            ties += [(place, dice.choice(outer), 0) for place in ring]
            ties += [(dice.choice(ring), place, 0) for place in outer if dice.below(3) == 0]
        of_homes = number == 0 and len(ring) == 1
        if ring is laid[-1] or (dice.below(2) and not of_homes):
            ties.append((ring[-1], ring[0], 1))
    return list(dict.fromkeys(ties))


def _links(seats: int, ties: list[Tie]) -> tuple[Link, ...]:
    links = [
        (_id(seat, one), _id((seat + onward) % seats, other)) for seat in range(seats) for one, other, onward in ties
    ]
    return tuple({undirected(link): link for link in links}.values())


def _id(seat: int, place: int) -> str:
    return f"{SECTORS[seat][0]}{place}"


def _region(seat: int, place: int, laid: list[Ring], seats: int) -> Region:
    number, ring = next((number, ring) for number, ring in enumerate(laid) if place in ring)
    radius = SCALE * (len(laid) - number) // len(laid)
    degrees = 360 * (2 * seat * len(ring) + 2 * ring.index(place) + 1) // (2 * seats * len(ring))
    x, y = radius * _sine(degrees + 90) // SCALE, radius * _sine(degrees) // SCALE
    return Region(_id(seat, place), f"{SECTORS[seat]} {place}", x, y)


def _sine(degrees: int) -> int:
    """A thousand times the sine, by Bhaskara's rule: near enough to draw by, and in whole numbers."""
    degrees %= 360
    if degrees > 180:
        return -_sine(degrees - 180)
    product = degrees * (180 - degrees)
    return SCALE * 4 * product // (40500 - product)
