"""The whole position in plain text: the map as a picture and as a list, and how far everybody is."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import FastDice
from armillary.core.prose import counted, player
from armillary.games.kepler.model import ConflictRule, View
from armillary.games.kepler.rules import ends
from armillary.games.kepler.sight import sample_world
from armillary.games.kepler.words.picture import picture
from armillary.games.kepler.words.sentences import ending, link_changes, region_name

CONFLICTS = {
    ConflictRule.BOUNCE: "Fleets that move into a conflict go back to where they came from.",
    ConflictRule.ATTRITION: "In a conflict, every side loses as many fleets as the second-largest side has.",
}


def describe(view: View) -> str:
    """The map as a picture and as a list, and how far everybody is."""
    setup = view.setup
    head = f"Turn {view.turn} of {setup.max_turns}."
    if view.end_reason:
        head = ending(view.end_reason, ends.first(sample_world(view, FastDice(0)), view.scores), view)
    elif setup.dominance:
        part, whole = setup.dominance
        needed = part * len(setup.map.regions) // whole + 1
        if needed <= len(setup.map.regions):
            head += f" Whoever controls {needed} of {counted(len(setup.map.regions), 'region')} wins."
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
        way = f" (to {region_name(fleet.journey.to, view)} in turn {fleet.journey.turn})" if fleet.journey else ""
        there.setdefault(fleet.region, []).append(fleet.id + way)
    for region in regions:
        linked = ", ".join(region_name(other, view) for other in ways[region.id]) or "nothing"
        yield f"  {region.name} [{region.id}]: {', '.join(there.get(region.id, ['empty']))}; linked to {linked}"


def _extension_lines(view: View) -> Iterator[str]:
    """What the extensions that are switched on make worth knowing (KH-11)."""
    extensions, map_ = view.setup.extensions, view.setup.map
    slow = [(one, other, cost) for one, other, cost in map_.costs if cost > 1 and extensions.transit_costs]
    if slow:
        costs = [f"{region_name(one, view)}-{region_name(other, view)} ({cost} turns)" for one, other, cost in slow]
        yield f"Links that take longer: {', '.join(costs)}."
    if extensions.delay:
        yield f"Moves take effect {counted(extensions.delay, 'turn')} later than usual."
    if extensions.conflict in CONFLICTS:
        yield CONFLICTS[extensions.conflict]
    if extensions.dynamic_topology:
        for change in map_.schedule:
            if change.turn > view.turn and (change.opens or change.closes):
                yield link_changes(change.turn, change.opens, change.closes, view)
