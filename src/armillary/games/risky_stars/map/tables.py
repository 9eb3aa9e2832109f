"""A map as tables: places and bodies by number and by name, and where one gets from each place."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from armillary.core.caches import cached_by_identity
from armillary.games.risky_stars.map.layout import layout
from armillary.games.risky_stars.map.names import HEMISPHERES
from armillary.games.risky_stars.model import BodyKind, Globe, Map, Site, Spot, SystemKind

RESOURCE = {  # RS-E1: 0 population, 1 metals, 2 fuel
    BodyKind.GAIA: 0,
    BodyKind.BARREN: 0,
    BodyKind.OCEAN: 0,
    BodyKind.PLANETOID: 1,
    BodyKind.GAS_GIANT: 2,
    BodyKind.COMET: 2,
}
NO_BODY = -1
NO_LANE = -1


class Tables:
    """Everything the rules look up in a map. Places come system by system: its regions, then its mouths."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
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
        for number in range(len(map_.systems)):
            self._add_system(number)
        self._join_lanes()
        self.place = {name: number for number, name in enumerate(self.places)}
        self.body = {name: number for number, name in enumerate(self.bodies)}
        self.region_count = sum(body != NO_BODY for body in self.body_of)
        self.featured = frozenset(
            number for number, system in enumerate(self.body_system) if map_.systems[system].kind is SystemKind.FEATURED
        )
        self.homes = [number for number, system in enumerate(map_.systems) if system.kind is SystemKind.HOME]

    def _add_system(self, number: int) -> None:
        system, first = self.map.systems[number], len(self.places)
        for body in system.bodies:
            name, at = f"{system.name}/{body.name}", len(self.places)
            self.places += [f"{name}/{region}" for region in body.regions] or [name]
            self.body_of += [len(self.bodies)] * (len(self.places) - at)
            self.regions.append(range(at, len(self.places)))
            self.bodies.append(name)
            self.body_kind.append(body.kind)
            self.resource.append(RESOURCE[body.kind])
            self.body_system.append(number)
        mouths = sum(system.name in (lane.one, lane.other) for lane in self.map.lanes)
        self.places += [f"{system.name}/Mouth-{mouth}" for mouth in range(1, mouths + 1)]
        self.body_of += [NO_BODY] * mouths
        self.system_of += [number] * (len(self.places) - first)
        self.in_system.append(range(first, len(self.places)))

    def _join_lanes(self) -> None:
        self.across = [NO_LANE] * len(self.places)
        free = {
            system.name: [place for place in self.in_system[number] if self.body_of[place] == NO_BODY]
            for number, system in enumerate(self.map.systems)
        }
        for lane in self.map.lanes:
            one, other = free[lane.one].pop(0), free[lane.other].pop(0)
            self.across[one], self.across[other] = other, one

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Where each system is drawn."""
        return layout(self.map)

    @cached_property
    def globes(self) -> tuple[Globe, ...]:
        """Every body, as a board draws it."""
        titles = (self.titles[name] for name in self.bodies)
        return tuple(map(Globe, self.bodies, titles, self.body_system, self.body_kind, self.resource))

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """Every place, as a board draws it."""
        bodies = (None if body == NO_BODY else body for body in self.body_of)
        across = (None if mouth == NO_LANE else mouth for mouth in self.across)
        titles = (self.titles[name] for name in self.places)
        return tuple(map(Site, self.places, titles, self.system_of, bodies, across))

    @cached_property
    def titles(self) -> dict[str, str]:
        """What players call places and bodies, by what orders call them.

        `Ithaca`, or `Arden (Vega)` where other systems have one, too; `Brine North`; `Vega's Izar mouth`.
        """
        named = {name: self._title(place, name) for place, name in enumerate(self.places)}
        named |= {name: name.rpartition("/")[2] for name in self.bodies}
        times = Counter(named.values())
        return {
            name: title if times[title] == 1 else f"{title} ({name.partition('/')[0]})" for name, title in named.items()
        }

    def _title(self, place: int, name: str) -> str:
        """A region's own name; a hemisphere is called by its body, and a mouth by where its lane leads."""
        system, *parts = name.split("/")
        if self.across[place] != NO_LANE:
            return f"{system}'s {self.places[self.across[place]].partition('/')[0]} mouth"
        return " ".join(parts) if parts[-1] in HEMISPHERES else parts[-1]

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


tables_of = cached_by_identity(Tables)
"""The tables of a map."""
