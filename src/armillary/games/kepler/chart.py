"""A setup's map as tables: who is linked to whom and when, worked out once a setup and kept outside the state."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.games.kepler.extensions.delayed_movement import turns_waited
from armillary.games.kepler.extensions.dynamic_topology import epoch, links_at
from armillary.games.kepler.extensions.transit_costs import extra_turns
from armillary.games.kepler.maps import undirected
from armillary.games.kepler.model import Link, Setup

MOST_KEPT = 32

Ways = dict[str, tuple[str, ...]]
"""Where one gets from a region."""


class Chart:
    """The tables of one setup, the rest of them made when they are asked for."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.order = {region.id: i for i, region in enumerate(setup.map.regions)}
        self.names = {region.id: region.name for region in setup.map.regions}
        self._later = extra_turns(setup)
        self._delay = turns_waited(setup)
        self.at_once = not self._later and not self._delay
        """Does every move take effect in the turn it is given in?"""
        self._moving_map = setup.extensions.dynamic_topology
        self._ways: dict[int, Ways] = {}
        self._moves: dict[int, Ways] = {}

    def takes_effect(self, turn: int, origin: str, to: str) -> int:
        """The turn in whose Movement Phase a move given now is evaluated (KH-11.1, KH-11.2)."""
        return turn + self._delay + self._later.get((origin, to), 0)

    def ways(self, turn: int) -> Ways:
        """The regions linked to each region in this turn (KH-2.2)."""
        since = epoch(self.setup, turn)
        if since not in self._ways:
            self._ways[since] = self._linked(links_at(self.setup, turn))
        return self._ways[since]

    def moves(self, turn: int) -> Ways:
        """Where a move given in this turn is valid, from each region (KH-6.1)."""
        key = turn if self._moving_map else 0
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = self._valid(turn)
        return found

    def _linked(self, links: tuple[Link, ...]) -> Ways:
        ways: dict[str, list[str]] = {region: [] for region in self.order}
        for one, other in links:
            ways[one].append(other)
            ways[other].append(one)
        return {region: tuple(sorted(linked, key=self.order.__getitem__)) for region, linked in ways.items()}

    def _valid(self, turn: int) -> Ways:
        if self.at_once:
            return self.ways(turn)
        ever = self._linked(tuple(dict.fromkeys(self._ever_open())))
        return {
            origin: tuple(to for to in linked if to in self.ways(self.takes_effect(turn, origin, to))[origin])
            for origin, linked in ever.items()
        }

    def _ever_open(self) -> Iterator[Link]:
        """Every link there is at one time or another, in one direction."""
        yield from map(undirected, self.setup.map.links)
        if self._moving_map:
            for change in self.setup.map.schedule:
                yield from map(undirected, change.opens)


_kept: dict[int, Chart] = {}


def chart_of(setup: Setup) -> Chart:
    """The tables of this setup: kept for the last few, found by identity, since hashing a map takes longer."""
    chart = _kept.get(id(setup))
    if chart is None or chart.setup is not setup:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        chart = _kept[id(setup)] = Chart(setup)
    return chart
