"""Charts: what a map must be, and how one is made for any number of homes (RS-M1 to RS-M4)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from armillary.core.dice import Dice
from armillary.core.values import Path, Violation
from armillary.games.risky_stars.atlas import RESOURCE
from armillary.games.risky_stars.model import Body, BodyKind, Chart, Lane, System, SystemKind
from armillary.games.risky_stars.names import BODIES, CONTINENTS, HEMISPHERES, SYSTEMS

FEWEST_HOMES, MOST_HOMES = 2, 6
FEWEST_REGIONS, MOST_REGIONS = 8, 24
MOST_CONTINENTS = 10
MOST_NAME = 24
_NAME = re.compile(r"(?!Mouth-)[A-Za-z][A-Za-z0-9'-]*")

REGIONS = {  # RS-M3: fewest and most regions of a body
    BodyKind.GAIA: (2, MOST_CONTINENTS),
    BodyKind.BARREN: (2, 2),
    BodyKind.OCEAN: (1, 1),
    BodyKind.PLANETOID: (1, 1),
    BodyKind.GAS_GIANT: (1, 1),
    BodyKind.COMET: (1, 1),
}


def region_count(system: System) -> int:
    """Regions of all bodies; a body that names none is one."""
    return sum(len(body.regions) or 1 for body in system.bodies)


def neighbours(seats: int) -> list[tuple[int, int]]:
    """Homes next to each other on the circle, once for each minor system between them (RS-M2).

    With two homes the circle goes there and back: all four minor systems lie between the same two.
    """
    return [(home, (home + 1) % seats) for home in range(seats) for _ in range(2)]


# -- what is wrong with a chart ----------------------------------------------------------------------------


def chart_faults(chart: Chart, seats: int, regions: int, path: Path) -> Iterator[Violation]:
    """Every map rule this chart breaks."""
    systems, lanes = (*path, "systems"), (*path, "lanes")
    if len(chart.systems) != 3 * seats + 1:
        params = {"asked": len(chart.systems), "right": 3 * seats + 1}
        yield Violation("wrong_number_of_systems", "RS-M1", systems, params)
        return
    yield from _system_faults(chart, seats, regions, systems)
    yield from _name_faults(chart, systems)
    yield from _lane_faults(chart, seats, lanes)


def _system_faults(chart: Chart, seats: int, regions: int, path: Path) -> Iterator[Violation]:
    right = {SystemKind.HOME: seats, SystemKind.MINOR: 2 * seats, SystemKind.FEATURED: 1}
    size = {SystemKind.HOME: regions, SystemKind.MINOR: regions // 4, SystemKind.FEATURED: 2 * regions}
    counted = Counter(system.kind for system in chart.systems)
    for kind, wanted in right.items():
        if counted[kind] != wanted:
            params = {"kind": kind, "asked": counted[kind], "right": wanted}
            yield Violation("wrong_number_of_kind", "RS-M1", path, params)
    first_home = next((system for system in chart.systems if system.kind is SystemKind.HOME), None)
    for number, system in enumerate(chart.systems):
        at = (*path, number)
        if (has := region_count(system)) != size[system.kind]:
            params = {"name": system.name, "asked": has, "right": size[system.kind]}
            yield Violation("wrong_number_of_regions", "RS-M1", at, params)
        if first_home and system.kind is SystemKind.HOME:
            yield from _home_faults(system, first_home, at)
        for place, body in enumerate(system.bodies):
            yield from _body_faults(body, (*at, "bodies", place))


def _home_faults(system: System, first: System, path: Path) -> Iterator[Violation]:
    if _bodies(system) != _bodies(first):
        yield Violation("homes_differ", "RS-M1", path, {"name": system.name, "other": first.name})
    if sum(body.kind is BodyKind.GAIA for body in system.bodies) != 1:
        yield Violation("no_home_planet", "RS-M1", path, {"name": system.name})
    if len({RESOURCE[body.kind] for body in system.bodies}) < 3:
        yield Violation("resource_missing", "RS-M1", path, {"name": system.name})


def _bodies(system: System) -> Counter[tuple[BodyKind, int]]:
    return Counter((body.kind, len(body.regions) or 1) for body in system.bodies)


def _body_faults(body: Body, path: Path) -> Iterator[Violation]:
    fewest, most = REGIONS[body.kind]
    has = len(body.regions) or 1
    if not fewest <= has <= most or (most == 1 and body.regions):
        params = {"name": body.name[:MOST_NAME], "kind": body.kind, "fewest": fewest, "most": most}
        yield Violation("wrong_regions_of_body", "RS-M3", (*path, "regions"), params)
    elif body.kind is BodyKind.BARREN and body.regions != HEMISPHERES:
        yield Violation("not_hemispheres", "RS-M3", (*path, "regions"), {"name": body.name[:MOST_NAME]})


def _name_faults(chart: Chart, path: Path) -> Iterator[Violation]:
    yield from _names([system.name for system in chart.systems], path)
    for number, system in enumerate(chart.systems):
        at = (*path, number, "bodies")
        yield from _names([body.name for body in system.bodies], at)
        for place, body in enumerate(system.bodies):
            yield from _names(list(body.regions), (*at, place, "regions"))


def _names(names: Sequence[str], path: Path) -> Iterator[Violation]:
    seen: set[str] = set()
    for number, name in enumerate(names):
        if len(name) > MOST_NAME or not _NAME.fullmatch(name):
            yield Violation("unfit_name", "RS-M3", (*path, number), {"name": name[:MOST_NAME], "most": MOST_NAME})
        elif name in seen:
            yield Violation("repeated_name", "RS-M3", (*path, number), {"name": name})
        seen.add(name)


def _lane_faults(chart: Chart, seats: int, path: Path) -> Iterator[Violation]:
    if len(chart.lanes) != 5 * seats:
        yield Violation("wrong_number_of_lanes", "RS-M2", path, {"asked": len(chart.lanes), "right": 5 * seats})
        return
    kinds = {system.name: system.kind for system in chart.systems}
    for number, lane in enumerate(chart.lanes):
        ends = {kinds.get(lane.one), kinds.get(lane.other)}
        if ends not in ({SystemKind.HOME, SystemKind.MINOR}, {SystemKind.HOME, SystemKind.FEATURED}):
            params = {"one": lane.one[:MOST_NAME], "other": lane.other[:MOST_NAME]}
            yield Violation("lane_from_no_home", "RS-M2", (*path, number), params)
    yield from _circle_faults(chart, seats, path)


def _circle_faults(chart: Chart, seats: int, path: Path) -> Iterator[Violation]:
    """Each minor system lies between two neighbouring homes, each home has its lane to the featured system."""
    linked: dict[str, list[str]] = {system.name: [] for system in chart.systems}
    for lane in chart.lanes:
        if lane.one in linked and lane.other in linked:
            linked[lane.one].append(lane.other)
            linked[lane.other].append(lane.one)
    homes = [system.name for system in chart.systems if system.kind is SystemKind.HOME]
    between: dict[tuple[str, ...], list[System]] = {}
    for system in chart.systems:
        if system.kind is SystemKind.MINOR:
            between.setdefault(tuple(sorted(linked[system.name])), []).append(system)
        elif system.kind is SystemKind.FEATURED and sorted(linked[system.name]) != sorted(homes):
            yield Violation("featured_lanes", "RS-M2", path, {"name": system.name})
    if len(homes) != seats:
        return
    pairs = Counter(tuple(sorted((homes[one], homes[other]))) for one, other in neighbours(seats))
    if {pair: len(minors) for pair, minors in between.items()} != dict(pairs):
        yield Violation("minor_lanes", "RS-M2", path)
    elif len({tuple(sorted(map(repr, map(_bodies_sorted, minors)))) for minors in between.values()}) > 1:
        yield Violation("unequal_minors", "RS-M4", path)


def _bodies_sorted(system: System) -> list[tuple[BodyKind, int]]:
    return sorted(_bodies(system).elements())


# -- making a chart ----------------------------------------------------------------------------------------


def home_bodies(regions: int) -> list[tuple[BodyKind, int]]:
    """A Gaia planet of half the regions, and small bodies in turn (RS-M1)."""
    continents = min(MOST_CONTINENTS, regions // 2)
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


def generate(seats: int, regions: int, dice: Dice) -> Chart:
    """A chart that keeps every map rule; chance chooses nothing but names (RS-M4)."""
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
    return Chart(tuple(systems), tuple(lanes))


def _system(name: str, kind: SystemKind, bodies: list[tuple[BodyKind, int]], dice: Dice) -> System:
    names = dice.sample(BODIES, len(bodies))
    return System(name, kind, tuple(_body(*pair, dice) for pair in zip(names, bodies, strict=True)))


def _body(name: str, made: tuple[BodyKind, int], dice: Dice) -> Body:
    kind, regions = made
    if kind is BodyKind.GAIA:
        return Body(name, kind, tuple(sorted(dice.sample(CONTINENTS, regions))))
    return Body(name, kind, HEMISPHERES if kind is BodyKind.BARREN else ())
