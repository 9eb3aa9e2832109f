"""The whole position in plain text: the map as a picture and as a list, and how far everybody is."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.prose import counted, listed, player
from armillary.games.kepler.model import ConflictRule, View
from armillary.games.kepler.words.picture import picture
from armillary.games.kepler.words.positions import share_text
from armillary.games.kepler.words.sentences import ENDINGS, link_changes, region_name


def describe(view: View) -> str:
    """The map as a picture and as a list, and how far everybody is."""
    setup = view.setup
    head = (
        f"Turn {view.turn} of {setup.max_turns}." if view.end_reason is None else f"Over: {ENDINGS[view.end_reason]}."
    )
    if setup.dominance:
        part, whole = setup.dominance
        needed = part * len(setup.map.regions) // whole + 1
        head += f" More than {share_text(setup.dominance)} of {len(setup.map.regions)} regions wins: {needed}."
    lines = [head, *picture(view), *_region_lines(view), *_extension_lines(view)]
    for seat, (own, score) in enumerate(zip(view.fleets, view.scores, strict=True), start=1):
        lines.append(f"{player(seat, view)}: {counted(score, 'region')}, {counted(len(own), 'fleet')}.")
    return "\n".join(lines)


def _region_lines(view: View) -> Iterator[str]:
    regions = view.setup.map.regions
    ways: dict[str, list[str]] = {region.id: [] for region in regions}
    for one, other in view.links:
        ways[one].append(other)
        ways[other].append(one)
    there: dict[str, list[str]] = {}
    for fleet in (fleet for own in view.fleets for fleet in own):
        way = f" (to {region_name(fleet.journey.to, view)}, turn {fleet.journey.turn})" if fleet.journey else ""
        there.setdefault(fleet.region, []).append(fleet.id + way)
    for region in regions:
        linked = ", ".join(region_name(other, view) for other in ways[region.id]) or "nowhere"
        yield f"  {region.name} [{region.id}]: {', '.join(there.get(region.id, '-'))}; to {linked}"


def _extension_lines(view: View) -> Iterator[str]:
    """What the extensions that are switched on make worth knowing (KH-11)."""
    extensions, map_ = view.setup.extensions, view.setup.map
    if extensions.transit_costs and map_.costs:
        costs = [f"{region_name(one, view)}-{region_name(other, view)} {cost}" for one, other, cost in map_.costs]
        yield f"Links that cost more than 1: {', '.join(costs)}."
    if extensions.delay:
        yield f"Moves take effect {counted(extensions.delay, 'turn')} later."
    if extensions.conflict is not ConflictRule.LETHAL:
        yield f"Conflicts: {extensions.conflict}."
    if extensions.dynamic_topology:
        for change in map_.schedule:
            changes = [*link_changes("open", change.opens, view), *link_changes("close", change.closes, view)]
            if change.turn > view.turn and changes:
                yield f"From turn {change.turn}: {listed(changes)}."
