"""Maps made to measure, for any number of homes and regions (RS-M1 to RS-M4)."""

from __future__ import annotations

from armillary.core.dice import Dice
from armillary.games.risky_stars.map.faults import MAX_CONTINENTS, neighbours
from armillary.games.risky_stars.map.names import BODIES, CONTINENTS, HEMISPHERES, SYSTEMS
from armillary.games.risky_stars.model import Body, BodyKind, Lane, Map, System, SystemKind
from armillary.games.risky_stars.model.config import FEWEST_REGIONS


def home_bodies(regions: int) -> list[tuple[BodyKind, int]]:
    """A Gaia planet of half the regions, and small bodies in turn (RS-M1)."""
    continents = min(MAX_CONTINENTS, regions // 2)
    small = (BodyKind.PLANETOID, BodyKind.PLANETOID, BodyKind.GAS_GIANT, BodyKind.COMET)
    return [(BodyKind.GAIA, continents), *((small[i % 4], 1) for i in range(regions - continents))]


def minor_bodies(regions: int) -> list[tuple[BodyKind, int]]:
    """A quarter of a home's regions, planetoids and gas giants in turn (RS-M1)."""
    small = (BodyKind.PLANETOID, BodyKind.GAS_GIANT)
    return [(small[i % 2], 1) for i in range(regions // 4)]


def featured_bodies(regions: int) -> list[tuple[BodyKind, int]]:
    """Twice a home's regions: the usual sixteen, and the bodies of a small home for every eight more (RS-M1)."""
    singles = [BodyKind.OCEAN] + [BodyKind.PLANETOID] * 3 + [BodyKind.GAS_GIANT] * 2 + [BodyKind.COMET] * 2
    usual = [(BodyKind.GAIA, 6), (BodyKind.BARREN, 2), *((kind, 1) for kind in singles)]
    return usual + home_bodies(FEWEST_REGIONS) * ((2 * regions - 2 * FEWEST_REGIONS) // FEWEST_REGIONS)


def generate(seats: int, regions: int, dice: Dice) -> Map:
    """A map that keeps every rule; only its names are left to chance (RS-M4)."""
    names = dice.sample(SYSTEMS, 3 * seats + 1)
    homes = names[:seats]
    minors, featured = names[seats : 3 * seats], names[3 * seats]
    systems = [_system(name, SystemKind.HOME, home_bodies(regions), dice) for name in homes]
    systems += [_system(name, SystemKind.MINOR, minor_bodies(regions), dice) for name in minors]
    systems.append(_system(featured, SystemKind.FEATURED, featured_bodies(regions), dice))
    between = list(zip(neighbours(seats), minors, strict=True))
    lanes = [Lane(home, featured) for home in homes]
    lanes += [Lane(homes[one], minor) for (one, _), minor in between]
    lanes += [Lane(homes[other], minor) for (_, other), minor in between]
    return Map(tuple(systems), tuple(lanes))


def _system(name: str, kind: SystemKind, bodies: list[tuple[BodyKind, int]], dice: Dice) -> System:
    names = dice.sample(BODIES, len(bodies))
    return System(name, kind, tuple(_body(*pair, dice) for pair in zip(names, bodies, strict=True)))


def _body(name: str, made: tuple[BodyKind, int], dice: Dice) -> Body:
    kind, regions = made
    if kind is BodyKind.GAIA:
        return Body(name, kind, tuple(sorted(dice.sample(CONTINENTS, regions))))
    return Body(name, kind, HEMISPHERES if kind is BodyKind.BARREN else ())
