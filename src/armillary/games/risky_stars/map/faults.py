"""What a map must be (RS-M1 to RS-M4): every rule it breaks is named, with the entry that breaks it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from armillary.core.values import Path, Violation
from armillary.games.risky_stars.map.names import HEMISPHERES
from armillary.games.risky_stars.map.tables import RESOURCE
from armillary.games.risky_stars.model import Body, BodyKind, Map, System, SystemKind

FEWEST_HOMES, MAX_HOMES = 2, 6
MAX_CONTINENTS = 10
MAX_NAME = 24
_NAME = re.compile(r"(?!Mouth-)[A-Za-z][A-Za-z0-9'-]*")

REGIONS = {  # RS-M3: fewest and most regions of a body
    BodyKind.GAIA: (2, MAX_CONTINENTS),
    BodyKind.BARREN: (2, 2),
    BodyKind.OCEAN: (1, 1),
    BodyKind.PLANETOID: (1, 1),
    BodyKind.GAS_GIANT: (1, 1),
    BodyKind.COMET: (1, 1),
}


def region_count(system: System) -> int:
    """The regions of all bodies; a body that lists none is one region."""
    return sum(len(body.regions) or 1 for body in system.bodies)


def neighbours(seats: int) -> list[tuple[int, int]]:
    """Homes next to each other on the circle, once for each minor system between them (RS-M2).

    With two homes the circle goes there and back: all four minor systems lie between the same two.
    """
    return [(home, (home + 1) % seats) for home in range(seats) for _ in range(2)]


def map_faults(map_: Map, seats: int, regions: int, path: Path) -> Iterator[Violation]:
    """Every map rule this map breaks."""
    systems, lanes = (*path, "systems"), (*path, "lanes")
    if len(map_.systems) != 3 * seats + 1:
        params = {"asked": len(map_.systems), "right": 3 * seats + 1}
        yield Violation("wrong_number_of_systems", "RS-M1", systems, params)
        return
    yield from _system_faults(map_, seats, regions, systems)
    yield from _name_faults(map_, systems)
    yield from _lane_faults(map_, seats, lanes)


def _system_faults(map_: Map, seats: int, regions: int, path: Path) -> Iterator[Violation]:
    right = {SystemKind.HOME: seats, SystemKind.MINOR: 2 * seats, SystemKind.FEATURED: 1}
    size = {SystemKind.HOME: regions, SystemKind.MINOR: regions // 4, SystemKind.FEATURED: 2 * regions}
    counted = Counter(system.kind for system in map_.systems)
    for kind, wanted in right.items():
        if counted[kind] != wanted:
            params = {"kind": kind, "asked": counted[kind], "right": wanted}
            yield Violation("wrong_number_of_kind", "RS-M1", path, params)
    first_home = next((system for system in map_.systems if system.kind is SystemKind.HOME), None)
    for number, system in enumerate(map_.systems):
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
        params = {"name": body.name[:MAX_NAME], "kind": body.kind, "fewest": fewest, "most": most}
        yield Violation("wrong_regions_of_body", "RS-M3", (*path, "regions"), params)
    elif body.kind is BodyKind.BARREN and body.regions != HEMISPHERES:
        yield Violation("not_hemispheres", "RS-M3", (*path, "regions"), {"name": body.name[:MAX_NAME]})


def _name_faults(map_: Map, path: Path) -> Iterator[Violation]:
    yield from _names([system.name for system in map_.systems], path)
    for number, system in enumerate(map_.systems):
        at = (*path, number, "bodies")
        yield from _names([body.name for body in system.bodies], at)
        for place, body in enumerate(system.bodies):
            yield from _names(list(body.regions), (*at, place, "regions"))


def _names(names: Sequence[str], path: Path) -> Iterator[Violation]:
    seen: set[str] = set()
    for number, name in enumerate(names):
        if len(name) > MAX_NAME or not _NAME.fullmatch(name):
            yield Violation("unfit_name", "RS-M3", (*path, number), {"name": name[:MAX_NAME], "most": MAX_NAME})
        elif name in seen:
            yield Violation("repeated_name", "RS-M3", (*path, number), {"name": name})
        seen.add(name)


def _lane_faults(map_: Map, seats: int, path: Path) -> Iterator[Violation]:
    if len(map_.lanes) != 5 * seats:
        yield Violation("wrong_number_of_lanes", "RS-M2", path, {"asked": len(map_.lanes), "right": 5 * seats})
        return
    kinds = {system.name: system.kind for system in map_.systems}
    for number, lane in enumerate(map_.lanes):
        ends = {kinds.get(lane.one), kinds.get(lane.other)}
        if ends not in ({SystemKind.HOME, SystemKind.MINOR}, {SystemKind.HOME, SystemKind.FEATURED}):
            params = {"one": lane.one[:MAX_NAME], "other": lane.other[:MAX_NAME]}
            yield Violation("lane_from_no_home", "RS-M2", (*path, number), params)
    yield from _circle_faults(map_, seats, path)


def _circle_faults(map_: Map, seats: int, path: Path) -> Iterator[Violation]:
    """Each minor system lies between two neighbouring homes, each home has its lane to the featured system."""
    linked: dict[str, list[str]] = {system.name: [] for system in map_.systems}
    for lane in map_.lanes:
        if lane.one in linked and lane.other in linked:
            linked[lane.one].append(lane.other)
            linked[lane.other].append(lane.one)
    homes = [system.name for system in map_.systems if system.kind is SystemKind.HOME]
    between: dict[tuple[str, ...], list[System]] = {}
    for system in map_.systems:
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
