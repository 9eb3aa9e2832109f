"""The position in words: what is asked of a seat, the board at a glance, and everything on it that has a name."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import FastDice
from armillary.core.layout import FIRM, filled
from armillary.core.prose import badge, counted, find, listed, player
from armillary.core.values import Seat
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import ConflictRule, Fleet, View
from armillary.games.kepler.rules import ends
from armillary.games.kepler.sight import sample_world
from armillary.games.kepler.words.picture import MAX_DRAWN, TIMES, picture
from armillary.games.kepler.words.sentences import ending, fleets_text, link_changes, region_name

CONFLICTS = {
    ConflictRule.LETHAL: "Where players meet, every fleet there is lost.",
    ConflictRule.BOUNCE: "Fleets that move into a conflict go back to where they came from.",
    ConflictRule.ATTRITION: "In a conflict, every side loses as many fleets as the second-largest side has.",
}
LEAST_PICTURE = 90
"""On a screen where this many columns are left for the map, the players stand beside it."""
GAP = 4


def ask(view: View) -> str:
    """What the seat is to do now and what wins; whom everybody waits for, for those who have nothing to do."""
    if view.end_reason:
        return _state_of_play(view)
    if view.seat is None or not view.fleets[view.seat - 1]:
        acting = [player(seat, view) for seat, own in enumerate(view.fleets, start=1) if own]
        return f"{_state_of_play(view)} Waiting for the orders of {listed(acting)}."
    meeting = CONFLICTS[view.setup.match.extensions.conflict]
    return f"Send your fleets along the links, or let them hold. {meeting} {_goal(view)}"


def _goal(view: View) -> str:
    last = f"after turn {view.setup.match.max_turns}, the most regions win"
    needed = view.setup.needed
    if needed is None:
        return f"{last[0].upper()}{last[1:]}."
    return f"{needed} of {counted(len(view.setup.match.map.regions), 'region')} win; {last}."


def _state_of_play(view: View) -> str:
    """The turn, or how it ended."""
    if view.end_reason:
        return ending(view.end_reason, ends.first(sample_world(view, FastDice(0)), view.scores), view)
    return f"Turn {view.turn} of {view.setup.match.max_turns}."


# -- at a glance -------------------------------------------------------------------------------------------


def overview(view: View, width: int) -> str:
    """The turn, the map, and how far everybody is: beside the map on a wide screen, else below it."""
    head = _state_of_play(view) if view.end_reason else f"{_state_of_play(view)} {_goal(view)}"
    notes = [line for note in (head, *_extension_lines(view)) for line in filled(note, width, hang=0)]
    players = [f"{badge(seat)} {_standing(seat, view)}" for seat in _own_first(view)]
    left = width - GAP - max(map(len, players))
    if left >= LEAST_PICTURE and (drawn := picture(view, left)):
        beside = dict(enumerate(players, start=(len(drawn) - len(players)) // 2))
        lines = [f"{line:<{left + GAP}}{beside.get(i, '')}".rstrip() for i, line in enumerate(drawn)]
    elif drawn := picture(view, width):
        lines = [*drawn, *_in_columns(players, width)]
    else:
        stays = [_whereabouts(seat, view, width) for seat in _own_first(view)]
        lines = [line for name, places in zip(players, stays, strict=True) for line in (name, *places)]
        return "\n".join([*notes, *_links(view, width), *lines])
    return "\n".join([*notes, *lines, *_names_of_ids(view, drawn, width)])


def _names_of_ids(view: View, drawn: list[str], width: int) -> list[str]:
    """What the regions are called, below a map with room for their ids only."""
    regions = view.setup.match.map.regions
    if all(any(region.name in line for line in drawn) for region in regions):
        return []
    called = [f"{region.id} {region.name}".replace(" ", FIRM) for region in regions]
    return filled(f"{', '.join(called)}.", width)


def _links(view: View, width: int) -> list[str]:
    """The links of a map that would be drawn if the screen were wider."""
    if len(view.setup.match.map.regions) > MAX_DRAWN:
        return []
    links = [
        f"{region_name(one, view)}-{region_name(other, view)}"
        for one, other in tables_of(view.setup.match).links(view.turn)
    ]
    return filled(f"Links: {', '.join(links)}.", width)


def _own_first(view: View) -> list[Seat]:
    return sorted(range(1, view.setup.match.seats + 1), key=lambda seat: (seat != view.seat, seat))


def _standing(seat: Seat, view: View) -> str:
    """`Player 1 (you): 7 of 10 regions, 25 fleets`."""
    needed = view.setup.needed
    held = view.scores[seat - 1]
    regions = counted(held, "region") if needed is None or held > needed else f"{held} of {counted(needed, 'region')}"
    return f"{player(seat, view)}: {regions}, {counted(len(view.fleets[seat - 1]), 'fleet')}"


def _whereabouts(seat: Seat, view: View, width: int) -> list[str]:
    """Where a player's fleets are, the largest stacks first."""
    stacks = sorted(_stacks(view.fleets[seat - 1]).items(), key=lambda stack: -len(stack[1]))
    places = [f"{region_name(region, view)}{FIRM}{TIMES}{len(fleets)}" for region, fleets in stacks]
    return filled(", ".join(places) or "no fleets", width, indent=2, hang=0)


def _in_columns(players: list[str], width: int) -> list[str]:
    """As many players on a line as fit."""
    column = max(map(len, players)) + GAP
    per_line = max(1, (width + GAP) // column)
    lines = [players[i : i + per_line] for i in range(0, len(players), per_line)]
    return ["".join(f"{each:<{column}}" for each in line).rstrip() for line in lines]


def _stacks(fleets: tuple[Fleet, ...]) -> dict[str, list[Fleet]]:
    stacks: dict[str, list[Fleet]] = {}
    for fleet in fleets:
        stacks.setdefault(fleet.region, []).append(fleet)
    return stacks


# -- part by part ------------------------------------------------------------------------------------------


def names(view: View) -> tuple[str, ...]:
    """Regions by name and by id, players, and fleets."""
    return tuple(_meanings(view))


def _meanings(view: View) -> dict[str, tuple[str, str]]:
    """What every name means: the kind of thing and its id. A region's name comes before the id of another."""
    regions = view.setup.match.map.regions
    titles = [region.name for region in regions]
    meanings = {r.name: ("region", r.id) for r in regions if titles.count(r.name) == 1}
    for region in regions:
        meanings.setdefault(region.id, ("region", region.id))
    for seat in range(1, view.setup.match.seats + 1):
        meanings.setdefault(f"Player {seat}", ("player", str(seat)))
    for fleet in (fleet for own in view.fleets for fleet in own):
        meanings.setdefault(fleet.id, ("fleet", fleet.id))
    return meanings


def describe(view: View, part: str | None = None) -> str:
    """The whole position, region by region, or one region, player or fleet by its name."""
    if part is None:
        return _whole(view)
    meanings = _meanings(view)
    kind, found = meanings[find(part, tuple(meanings), "region, player or fleet")]
    if kind == "player":
        return _player(int(found), view)
    return _region(found, view) if kind == "region" else _fleet(found, view)


def _whole(view: View) -> str:
    head = _state_of_play(view) if view.end_reason else f"{_state_of_play(view)} {_goal(view)}"
    ways = tables_of(view.setup.match).ways(view.turn)
    lines = [head]
    for region in view.setup.match.map.regions:
        linked = ", ".join(region_name(other, view) for other in ways[region.id]) or "nothing"
        lines.append(f"  {region.name} [{region.id}]: {_occupants(region.id, view)}; linked to {linked}")
    return "\n".join(
        [
            *lines,
            *_extension_lines(view),
            *(f"{_standing(seat, view)}." for seat in range(1, view.setup.match.seats + 1)),
        ]
    )


def _occupants(region: str, view: View) -> str:
    """`3 fleets of Player 1 (1a, 1b, 1c)`, for every player there."""
    sides = []
    for seat, own in enumerate(view.fleets, start=1):
        if there := _stacks(own).get(region):
            ids = fleets_text([_under_way(fleet, view) for fleet in there])
            sides.append(f"{counted(len(there), 'fleet')} of {player(seat, view)}: {ids}")
    return " and ".join(sides) or "empty"


def _under_way(fleet: Fleet, view: View) -> str:
    if fleet.journey is None:
        return fleet.id
    return f"{fleet.id} (to {region_name(fleet.journey.to, view)} in turn {fleet.journey.turn})"


def _region(region: str, view: View) -> str:
    """Whose it is, who is there, and what lies around it."""
    homes = [player(seat, view) for seat, own in enumerate(view.setup.match.map.homes, start=1) if region in own]
    title = region_name(region, view) + (f", home of {listed(homes)}" if homes else "")
    linked = tables_of(view.setup.match).ways(view.turn)[region]
    around = [f"  {region_name(near, view)}: {_occupants(near, view)}" for near in linked]
    return "\n".join([title, f"  {_occupants(region, view)}", "Linked to", *(around or ["  nothing"])])


def _player(seat: Seat, view: View) -> str:
    stacks = _stacks(view.fleets[seat - 1])
    places = [
        f"  {region_name(r, view)}: {fleets_text([_under_way(f, view) for f in own])}" for r, own in stacks.items()
    ]
    return "\n".join([f"{_standing(seat, view)}.", *places])


def _fleet(fleet_id: str, view: View) -> str:
    seat, fleet = next((seat, f) for seat, own in enumerate(view.fleets, start=1) for f in own if f.id == fleet_id)
    lines = [f"{_under_way(fleet, view)}: a fleet of {player(seat, view)} in {region_name(fleet.region, view)}."]
    if fleet.journey is None:
        near = [region_name(to, view) for to in tables_of(view.setup.match).moves(view.turn)[fleet.region]]
        lines.append(f"It can go to {listed(near, 'or')}, or hold." if near else "It can only hold.")
    return "\n".join(lines)


def _extension_lines(view: View) -> Iterator[str]:
    """What the extensions that are switched on make worth knowing (KH-11)."""
    extensions, map_ = view.setup.match.extensions, view.setup.match.map
    slow = [(one, other, cost) for one, other, cost in map_.costs if cost > 1 and extensions.transit_costs]
    if slow:
        costs = [f"{region_name(one, view)}-{region_name(other, view)} ({cost} turns)" for one, other, cost in slow]
        yield f"Links that take longer: {', '.join(costs)}."
    if extensions.delay:
        yield f"Moves take effect {counted(extensions.delay, 'turn')} later than usual."
    if extensions.conflict is not ConflictRule.LETHAL:
        yield CONFLICTS[extensions.conflict]
    if extensions.dynamic_topology:
        for change in map_.schedule:
            if change.turn > view.turn and (change.opens or change.closes):
                yield link_changes(change.turn, change.opens, change.closes, view)
