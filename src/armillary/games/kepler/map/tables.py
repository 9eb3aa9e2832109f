"""A setup's map as tables: which regions are linked, and when; made once per setup and kept outside the state.

Three extensions live here, since they change nothing but what is looked up: transit costs (KH-11.1), the delay of
moves (KH-11.2) and links that open and close by a schedule (KH-11.5).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from math import isqrt
from typing import TypeAlias

from armillary.core.caches import cached_by_identity
from armillary.games.kepler.map.faults import undirected
from armillary.games.kepler.model import Change, Extent, Link, Setup, Shifted

Ways: TypeAlias = dict[str, tuple[str, ...]]
"""For each region, the regions that can be reached from it."""


class Tables:
    """The tables of one setup; those that depend on the turn are made when they are first asked for."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.order = {region.id: i for i, region in enumerate(setup.map.regions)}
        self.names = {region.id: region.name for region in setup.map.regions}
        extensions = setup.extensions
        self._delay = extensions.delay
        self._later: dict[Link, int] = {}
        """How many turns later than usual a move takes effect, by link and direction (KH-11.1)."""
        for one, other, cost in setup.map.costs if extensions.transit_costs else ():
            self._later[one, other] = self._later[other, one] = cost - 1
        self.at_once = not self._later and not self._delay
        """Does every move take effect in the turn it is given in?"""
        schedule = setup.map.schedule if extensions.dynamic_topology else ()
        self._schedule = sorted(schedule, key=lambda change: change.turn)
        self._turns = [change.turn for change in self._schedule]
        self._ways: dict[int, Ways] = {}
        self._moves: dict[int, Ways] = {}

    @cached_property
    def extent(self) -> Extent:
        """The rectangle in which all regions lie."""
        xs, ys = zip(*((region.x, region.y) for region in self.setup.map.regions), strict=True)
        return Extent(min(xs), min(ys), max(xs), max(ys))

    @cached_property
    def spacing(self) -> int:
        """The median length of the map's links: how large a board draws a region."""
        at = {region.id: (region.x, region.y) for region in self.setup.map.regions}
        lengths = sorted(isqrt(_square(at[one], at[other])) for one, other in self.setup.map.links)
        return max(1, lengths[len(lengths) // 2]) if lengths else 1

    def changes(self, turn: int) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
        """The links that are open in this turn and not on the map, and those of the map that are closed (KH-11.5)."""
        return _differences(self._of_map, self._open(turn)) if self._schedule else ((), ())

    def links(self, turn: int) -> tuple[Link, ...]:
        """The links that are open in this turn, those of the map first (KH-2.2, KH-11.5)."""
        return tuple(self._open(turn).values())

    @cached_property
    def _of_map(self) -> dict[Link, Link]:
        """The map's links by the direction they are looked up in."""
        return {undirected(link): link for link in self.setup.map.links}

    def _open(self, turn: int) -> dict[Link, Link]:
        """The same by the direction they are looked up in."""
        links = dict(self._of_map)
        for change in self._changes(turn):
            for link in change.closes:
                links.pop(undirected(link), None)
            for link in change.opens:
                links.setdefault(undirected(link), link)
        return links

    def shift(self, turn: int) -> Shifted | None:
        """The links that open or close with this turn (KH-11.5)."""
        if self._last_change(turn) != turn:
            return None
        opened, closed = _differences(self._open(turn - 1), self._open(turn))
        return Shifted(turn=turn, opened=opened, closed=closed, rule="KH-11.5") if opened or closed else None

    def takes_effect(self, turn: int, origin: str, to: str) -> int:
        """The turn in whose Movement Phase a move given now is evaluated (KH-11.1, KH-11.2)."""
        return turn + self._delay + self._later.get((origin, to), 0)

    def ways(self, turn: int) -> Ways:
        """The regions linked to each region in this turn (KH-2.2)."""
        since = self._last_change(turn)
        found = self._ways.get(since)
        if found is None:
            found = self._ways[since] = (
                self._changed_ways(turn) if since else self._linked(self.setup.map.links, self.order)
            )
        return found

    def _changed_ways(self, turn: int) -> Ways:
        """Those of the map, but for the few regions whose links have changed."""
        changed = {end for each in self._changes(turn) for link in (*each.opens, *each.closes) for end in link}
        return self.ways(0) | self._linked(self._open(turn).values(), changed)

    def moves(self, turn: int) -> Ways:
        """Where a move given in this turn is valid, from each region (KH-6.1)."""
        key = turn if self._schedule else 0
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = self.ways(turn) if self.at_once else self._valid_later(turn)
        return found

    def _valid_later(self, turn: int) -> Ways:
        """Moves are valid if their link is open when they take effect, whether or not it is open now (KH-11.2)."""
        ever_open = [*self.setup.map.links, *(link for change in self._schedule for link in change.opens)]
        ever = self._linked(dict.fromkeys(undirected(link) for link in ever_open), self.order)
        return {
            origin: tuple(to for to in linked if to in self.ways(self.takes_effect(turn, origin, to))[origin])
            for origin, linked in ever.items()
        }

    def _changes(self, turn: int) -> list[Change]:
        """What was scheduled up to this turn."""
        return self._schedule[: bisect_right(self._turns, turn)]

    def _last_change(self, turn: int) -> int:
        """The turn of the last scheduled change up to this turn; 0: none yet."""
        place = bisect_right(self._turns, turn)
        return self._turns[place - 1] if place else 0

    def _linked(self, links: Iterable[Link], regions: Iterable[str]) -> Ways:
        """The regions that are linked to each of these."""
        ways: dict[str, list[str]] = {region: [] for region in regions}
        for one, other in links:
            if one in ways:
                ways[one].append(other)
            if other in ways:
                ways[other].append(one)
        return {region: tuple(sorted(linked, key=self.order.__getitem__)) for region, linked in ways.items()}


def _differences(before: dict[Link, Link], now: dict[Link, Link]) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
    """The links that have opened, and those that have closed."""
    opened = tuple(link for key, link in now.items() if key not in before)
    closed = tuple(link for key, link in before.items() if key not in now)
    return opened, closed


def _square(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


tables_of = cached_by_identity(Tables)
"""The tables of a setup."""
