"""A chart made quick to ask: places and bodies by number and by name, who is next to whom."""

from __future__ import annotations

from armillary.games.risky_stars.model import BodyKind, Chart, SystemKind

RESOURCE = {  # RS-E1: 0 population, 1 metals, 2 fuel
    BodyKind.GAIA: 0,
    BodyKind.BARREN: 0,
    BodyKind.OCEAN: 0,
    BodyKind.PLANETOID: 1,
    BodyKind.GAS_GIANT: 2,
    BodyKind.COMET: 2,
}
MOST_KNOWN = 64
NO_BODY = -1
NO_LANE = -1


class Atlas:
    """Everything the rules ask of a chart. Places stand system by system: its regions, then its mouths."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.places: list[str] = []
        self.system_of: list[int] = []
        self.body_of: list[int] = []
        self.across: list[int] = []
        """The mouth at the lane's other end; -1 for a region."""
        self.in_system: list[range] = []
        self.bodies: list[str] = []
        self.body_kind: list[BodyKind] = []
        self.resource: list[int] = []
        self.regions: list[range] = []
        """The places of each body."""
        self.body_system: list[int] = []
        for number in range(len(chart.systems)):
            self._add_system(number)
        self._join_lanes()
        self.place = {name: number for number, name in enumerate(self.places)}
        self.body = {name: number for number, name in enumerate(self.bodies)}
        self.region_count = sum(body != NO_BODY for body in self.body_of)
        self.featured = frozenset(
            number for number, system in enumerate(self.body_system) if self._kind(system) is SystemKind.FEATURED
        )
        self.homes = [number for number, system in enumerate(chart.systems) if system.kind is SystemKind.HOME]

    def _kind(self, system: int) -> SystemKind:
        return self.chart.systems[system].kind

    def _add_system(self, number: int) -> None:
        system, first = self.chart.systems[number], len(self.places)
        for body in system.bodies:
            name, at = f"{system.name}/{body.name}", len(self.places)
            self.places += [f"{name}/{region}" for region in body.regions] or [name]
            self.body_of += [len(self.bodies)] * (len(self.places) - at)
            self.regions.append(range(at, len(self.places)))
            self.bodies.append(name)
            self.body_kind.append(body.kind)
            self.resource.append(RESOURCE[body.kind])
            self.body_system.append(number)
        mouths = sum(system.name in (lane.one, lane.other) for lane in self.chart.lanes)
        self.places += [f"{system.name}/Mouth-{mouth}" for mouth in range(1, mouths + 1)]
        self.body_of += [NO_BODY] * mouths
        self.system_of += [number] * (len(self.places) - first)
        self.in_system.append(range(first, len(self.places)))

    def _join_lanes(self) -> None:
        self.across = [NO_LANE] * len(self.places)
        free = {
            system.name: [place for place in self.in_system[number] if self.body_of[place] == NO_BODY]
            for number, system in enumerate(self.chart.systems)
        }
        for lane in self.chart.lanes:
            one, other = free[lane.one].pop(0), free[lane.other].pop(0)
            self.across[one], self.across[other] = other, one

    def reach(self, source: int) -> list[int]:
        """Where an army can go from a place: the rest of its system, and through its lane (RS-V2)."""
        found = [place for place in self.in_system[self.system_of[source]] if place != source]
        if self.across[source] != NO_LANE:
            found.append(self.across[source])
        return found

    def home_planet(self, home: int) -> int:
        """The Gaia planet of a home system (RS-M1)."""
        return next(
            number
            for number, kind in enumerate(self.body_kind)
            if self.body_system[number] == home and kind is BodyKind.GAIA
        )


_known: dict[int, Atlas] = {}


def atlas_of(chart: Chart) -> Atlas:
    """The chart's atlas, known by identity: hashing a whole chart is slow.

    An atlas keeps its chart alive, so an identity found here is never another chart's.
    """
    found = _known.get(id(chart))
    if found is None:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        found = _known[id(chart)] = Atlas(chart)
    return found
