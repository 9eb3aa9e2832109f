"""What keeps a map from being played on (KH-2.2): every fault names the entry that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from armillary.core.bounds import setting_faults
from armillary.core.values import Path, Violation
from armillary.games.kepler.model import MAX_CHANGES, MAX_TEXT, Link, Map, Region, Share

MAX_SHARE = 1_000_000

_ID = re.compile(r"[A-Za-z0-9_]{1,40}")


def map_faults(map_: Map, path: Path) -> Iterator[Violation]:
    """Everything that keeps a map from being played."""
    faults = tuple(setting_faults(map_, path))
    yield from faults
    if not oversized(faults):
        yield from structure_faults(map_, path)


def oversized(faults: Iterable[Violation]) -> bool:
    """Are there lists longer than any map needs? They are refused before anybody looks into them."""
    return any(fault.params.get("unit") == "entries" for fault in faults)


def structure_faults(map_: Map, path: Path) -> Iterator[Violation]:
    """What is wrong with how a map is put together."""
    known, homes = {region.id for region in map_.regions}, (*path, "homes")
    faults = (
        *graph_faults(map_, path),
        *home_faults(map_.homes, known, homes),
        *share_faults(map_.dominance, path),
    )
    yield from faults
    if not faults and (apart := _unreached(map_)):
        yield Violation("not_connected", "KH-2.2", (*path, "regions", apart[0]), {"region": map_.regions[apart[0]].id})


def graph_faults(map_: Map, path: Path) -> Iterator[Violation]:
    """Regions, links, costs and the schedule: what the rules themselves rely on in any graph."""
    changes = sum(len(change.opens) + len(change.closes) for change in map_.schedule)
    if changes > MAX_CHANGES:
        yield Violation("too_many_changes", "KH-2.2", (*path, "schedule"), {"asked": changes, "most": MAX_CHANGES})
        return
    yield from _region_faults(map_.regions, path)
    known = {region.id for region in map_.regions}
    yield from _link_faults(map_.links, known, (*path, "links"))
    yield from _link_faults([(one, other) for one, other, _ in map_.costs], known, (*path, "costs"), "KH-11.1")
    for i, change in enumerate(map_.schedule):
        yield from _link_faults(change.opens, known, (*path, "schedule", i, "opens"), "KH-11.5")
        yield from _link_faults(change.closes, known, (*path, "schedule", i, "closes"), "KH-11.5")


def _region_faults(regions: tuple[Region, ...], path: Path) -> Iterator[Violation]:
    seen: set[str] = set()
    for i, region in enumerate(regions):
        at = (*path, "regions", i)
        if not _ID.fullmatch(region.id):
            yield Violation("bad_id", "KH-2.2", (*at, "id"), {"most": MAX_TEXT})
        if region.id in seen:
            yield Violation("repeated_region", "KH-2.2", (*at, "id"), {"region": region.id})
        seen.add(region.id)


def _link_faults(links: Iterable[Link], known: set[str], path: Path, rule: str = "KH-2.2") -> Iterator[Violation]:
    seen: set[Link] = set()
    for i, link in enumerate(links):
        for end, region in enumerate(link):
            if region not in known:
                yield Violation("no_such_region", rule, (*path, i, end), {"region": region[:MAX_TEXT]})
        if link[0] == link[1]:
            yield Violation("linked_to_itself", rule, (*path, i), {"region": link[0][:MAX_TEXT]})
        if undirected(link) in seen:
            yield Violation("repeated_link", rule, (*path, i), {"one": link[0], "other": link[1]})
        seen.add(undirected(link))


def home_faults(homes: tuple[tuple[str, ...], ...], known: set[str], path: Path) -> Iterator[Violation]:
    """Every seat has a home, and no two seats share one."""
    taken: set[str] = set()
    for i, own in enumerate(homes):
        if not own:
            yield Violation("no_home", "KH-3", (*path, i), {"seat": i + 1})
        for j, region in enumerate(own):
            if region not in known:
                yield Violation("no_such_region", "KH-2.2", (*path, i, j), {"region": region[:MAX_TEXT]})
            elif region in taken:
                yield Violation("home_taken", "KH-2.2", (*path, i, j), {"region": region})
            taken.add(region)


def share_faults(share: Share | None, path: Path) -> Iterator[Violation]:
    """A fraction from 0 to 1 (KH-9.1)."""
    if share is not None and not (0 <= share[0] <= share[1] <= MAX_SHARE and share[1] > 0):
        yield Violation("bad_share", "KH-9.1", (*path, "dominance"), {"most": MAX_SHARE})


def reach_faults(fleets: int, share: Share | None, regions: int, path: Path) -> Iterator[Violation]:
    """A fraction that nobody could ever exceed: even the most fleets anybody begins with are too few (KH-9.1)."""
    most = min(fleets, regions)
    if share is not None and most * share[1] <= share[0] * regions:
        params = {"most": most, "needed": share[0] * regions // share[1] + 1, "regions": regions}
        yield Violation("never_dominant", "KH-9.1", path, params)


def undirected(link: Link) -> Link:
    """The link in the one direction it is looked up by."""
    return link if link[0] < link[1] else (link[1], link[0])


def _unreached(map_: Map) -> list[int]:
    """The indexes of the regions that cannot be reached from the first."""
    ways: dict[str, list[str]] = {region.id: [] for region in map_.regions}
    for one, other in map_.links:
        ways[one].append(other)
        ways[other].append(one)
    reached = {map_.regions[0].id}
    waiting = [map_.regions[0].id]
    while waiting:
        for region in ways[waiting.pop()]:
            if region not in reached:
                reached.add(region)
                waiting.append(region)
    return [i for i, region in enumerate(map_.regions) if region.id not in reached]
