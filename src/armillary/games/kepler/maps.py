"""What makes a map fit to be played on (KH-2.2): every fault is named with the entry it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from armillary.core.values import Path, Violation
from armillary.games.kepler.model import Link, Map, Region, Share

MOST_SEATS = 100
MOST_REGIONS = 1000
MOST_LINKS = 5000
MOST_FLEETS = 1000  # of one seat
MOST_TURNS = 1000
MOST_COST = 100
MOST_CHANGES = 1000
MOST_TEXT = 40
MOST_COORDINATE = 1_000_000
MOST_SHARE = 1_000_000

_ID = re.compile(r"[A-Za-z0-9_]{1,40}")
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What no name may hold: control characters, halves of characters, and marks that turn a line around."""


def map_faults(chart: Map, path: Path) -> Iterator[Violation]:
    """Everything that keeps a map from being played."""
    sizes = tuple(size_faults(chart, path))
    yield from sizes
    if sizes:
        return
    faults = (*graph_faults(chart, path), *_home_faults(chart, path), *share_faults(chart.dominance, path))
    yield from faults
    yield from number_faults(chart.fleets_per_home, 1, MOST_FLEETS, (*path, "fleets_per_home"))
    if not faults and (apart := _unreached(chart)):
        yield Violation("not_connected", "KH-2.2", (*path, "regions", apart[0]), {"region": chart.regions[apart[0]].id})


def size_faults(chart: Map, path: Path) -> Iterator[Violation]:
    """Lists longer than any honest map needs: nothing else is looked at before they are refused."""
    changes = sum(len(change.opens) + len(change.closes) for change in chart.schedule)
    sizes = (
        ("regions", len(chart.regions), MOST_REGIONS),
        ("links", len(chart.links), MOST_LINKS),
        ("homes", len(chart.homes), MOST_SEATS),
        ("costs", len(chart.costs), MOST_LINKS),
        ("schedule", max(changes, len(chart.schedule)), MOST_CHANGES),
    )
    for name, asked, most in sizes:
        if asked > most:
            yield Violation("too_many", "KH-2.2", (*path, name), {"asked": asked, "most": most})
    if not chart.regions:
        yield Violation("no_regions", "KH-2.2", (*path, "regions"))


def graph_faults(chart: Map, path: Path) -> Iterator[Violation]:
    """Regions, links, costs and the schedule: what the rules themselves rely on in any graph."""
    if len(chart.name) > MOST_TEXT or _UNFIT.search(chart.name):
        yield Violation("unfit_text", "KH-2.2", (*path, "name"), {"most": MOST_TEXT})
    yield from _region_faults(chart.regions, path)
    known = {region.id for region in chart.regions}
    yield from _link_faults(chart.links, known, (*path, "links"))
    yield from _cost_faults(chart, known, (*path, "costs"))
    for i, change in enumerate(chart.schedule):
        yield from number_faults(change.turn, 1, MOST_TURNS, (*path, "schedule", i, "turn"), "KH-11.5")
        yield from _link_faults(change.opens, known, (*path, "schedule", i, "opens"), "KH-11.5")
        yield from _link_faults(change.closes, known, (*path, "schedule", i, "closes"), "KH-11.5")


def _region_faults(regions: tuple[Region, ...], path: Path) -> Iterator[Violation]:
    seen: set[str] = set()
    for i, region in enumerate(regions):
        at = (*path, "regions", i)
        if not _ID.fullmatch(region.id):
            yield Violation("bad_id", "KH-2.2", (*at, "id"), {"most": MOST_TEXT})
        if region.id in seen:
            yield Violation("repeated_region", "KH-2.2", (*at, "id"), {"region": region.id})
        if not 1 <= len(region.name) <= MOST_TEXT or _UNFIT.search(region.name):
            yield Violation("unfit_text", "KH-2.2", (*at, "name"), {"most": MOST_TEXT})
        yield from number_faults(region.x, -MOST_COORDINATE, MOST_COORDINATE, (*at, "x"))
        yield from number_faults(region.y, -MOST_COORDINATE, MOST_COORDINATE, (*at, "y"))
        seen.add(region.id)


def _link_faults(links: Iterable[Link], known: set[str], path: Path, rule: str = "KH-2.2") -> Iterator[Violation]:
    seen: set[Link] = set()
    for i, link in enumerate(links):
        yield from _end_faults(link, known, (*path, i), rule)
        if undirected(link) in seen:
            yield Violation("repeated_link", rule, (*path, i), {"one": link[0], "other": link[1]})
        seen.add(undirected(link))


def _end_faults(link: Link, known: set[str], path: Path, rule: str) -> Iterator[Violation]:
    for end, region in enumerate(link):
        if region not in known:
            yield Violation("unknown_region", rule, (*path, end), {"region": region[:MOST_TEXT]})
    if link[0] == link[1]:
        yield Violation("linked_to_itself", rule, path, {"region": link[0][:MOST_TEXT]})


def _cost_faults(chart: Map, known: set[str], path: Path) -> Iterator[Violation]:
    yield from _link_faults([(one, other) for one, other, _ in chart.costs], known, path, "KH-11.1")
    for i, (_, _, cost) in enumerate(chart.costs):
        yield from number_faults(cost, 1, MOST_COST, (*path, i, 2), "KH-11.1")


def _home_faults(chart: Map, path: Path) -> Iterator[Violation]:
    known = {region.id for region in chart.regions}
    if len(chart.homes) < 2:
        yield Violation("too_few_seats", "KH-2.1", (*path, "homes"), {"asked": len(chart.homes), "fewest": 2})
    yield from home_faults(chart.homes, known, (*path, "homes"))


def home_faults(homes: tuple[tuple[str, ...], ...], known: set[str], path: Path) -> Iterator[Violation]:
    """Every seat has a home, and no home is anybody else's."""
    taken: set[str] = set()
    for i, own in enumerate(homes):
        if not own:
            yield Violation("no_home", "KH-3", (*path, i), {"seat": i + 1})
        for j, region in enumerate(own):
            if region not in known:
                yield Violation("unknown_region", "KH-2.2", (*path, i, j), {"region": region[:MOST_TEXT]})
            elif region in taken:
                yield Violation("home_taken", "KH-2.2", (*path, i, j), {"region": region})
            taken.add(region)


def share_faults(share: Share | None, path: Path) -> Iterator[Violation]:
    """A fraction from 0 to 1 (KH-9.1)."""
    if share is not None and not (0 <= share[0] <= share[1] <= MOST_SHARE and share[1] > 0):
        yield Violation("bad_share", "KH-9.1", (*path, "dominance"), {"most": MOST_SHARE})


def reach_faults(fleets: int, share: Share | None, regions: int, path: Path) -> Iterator[Violation]:
    """A fraction that nobody could ever exceed, for the most fleets anybody begins with are too few (KH-9.1)."""
    most = min(fleets, regions)
    if share is not None and most * share[1] <= share[0] * regions:
        params = {"most": most, "needed": share[0] * regions // share[1] + 1, "regions": regions}
        yield Violation("never_dominant", "KH-9.1", path, params)


def number_faults(number: int, least: int, most: int, path: Path, rule: str = "KH-2.2") -> Iterator[Violation]:
    """A number outside its bounds; it is told as text, for it may be too long for JSON."""
    if not least <= number <= most:
        asked = str(number) if abs(number) < 10**18 else "this number"
        yield Violation("out_of_bounds", rule, path, {"asked": asked, "least": least, "most": most})


def undirected(link: Link) -> Link:
    """The link in the one direction it is looked up by."""
    return link if link[0] < link[1] else (link[1], link[0])


def _unreached(chart: Map) -> list[int]:
    """The places of the regions that no way leads to from the first."""
    ways: dict[str, list[str]] = {region.id: [] for region in chart.regions}
    for one, other in chart.links:
        ways[one].append(other)
        ways[other].append(one)
    reached = {chart.regions[0].id}
    waiting = [chart.regions[0].id]
    while waiting:
        for region in ways[waiting.pop()]:
            if region not in reached:
                reached.add(region)
                waiting.append(region)
    return [i for i, region in enumerate(chart.regions) if region.id not in reached]
