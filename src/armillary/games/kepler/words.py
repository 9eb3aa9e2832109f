"""Kepler's Horizon in words: notation for orders and positions, and every sentence of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from armillary.core import values
from armillary.core.values import Fate, Seat, Violation, path_text
from armillary.games.kepler.chart import chart_of
from armillary.games.kepler.model import (
    Bounced,
    Conflict,
    ConflictRule,
    Departed,
    Eliminated,
    Ended,
    Fleet,
    Link,
    Moved,
    Preview,
    Shifted,
    Stayed,
    View,
)
from armillary.games.kepler.orders import format_order, parse_order
from armillary.games.kepler.picture import picture
from armillary.games.kepler.positions import format_state, parse_state, share_text

__all__ = [
    "describe",
    "explain",
    "forecast",
    "format_order",
    "format_state",
    "notation",
    "parse_order",
    "parse_state",
    "tell",
]


def notation() -> str:
    """How orders are typed."""
    return (
        "Type where your fleets go: '1a-Vega, 1b-Lyra Gate'. Regions go by name or id, in any case.\n"
        "'1c holds' says what a fleet does anyway when you do not name it; 'hold' alone: all of them hold.\n"
        "On the map, A3=2x1 is region A3 with two fleets of player 1."
    )


# -- sentences ---------------------------------------------------------------------------------------------

VIOLATIONS = {
    "too_few_seats": "{asked} seats are too few; the game needs at least {fewest}.",
    "too_many": "{asked} are too many; {most} is the most.",
    "out_of_bounds": "{asked} is out of bounds: from {least} to {most}.",
    "no_regions": "A map needs regions.",
    "unfit_text": "A text here has 1 to {most} characters, none of them a control character.",
    "bad_id": "An id is made of 1 to {most} letters, digits and underscores.",
    "repeated_region": "There are two regions with the id {region}.",
    "repeated_link": "{one} and {other} are linked twice.",
    "linked_to_itself": "{region} is linked to itself.",
    "not_connected": "No way leads to {region}.",
    "no_home": "Seat {seat} has no home region.",
    "home_taken": "{region} is a home already.",
    "bad_share": "A fraction lies between 0 and 1, in whole numbers up to {most}.",
    "never_dominant": (
        "Dominance takes {needed} of {regions} regions, but nobody has the fleets to control more than {most}."
    ),
    "one_a_seat": "{asked} are given for {seats} seats.",
    "bad_fleet_id": "{fleet} is no fleet of seat {seat}, or not in its place.",
    "nobody_has_fleets": "Nobody has fleets, and yet it is not over.",
    "not_over": "By {asked} it is not over.",
    "nobody_drew": "Nobody lost the last fleet in turn {turn}.",
    "not_yours": "{fleet} is not your fleet; yours are {own}.",
    "no_such_fleet": "There is no fleet {fleet} (any more); yours are {own}.",
    "ordered_twice": "{fleet} is given two orders.",
    "under_way": "{fleet} is under way to {to} until turn {turn}, and takes no orders.",
    "unknown_region": "There is no region {region}.",
}

VOID = {
    "unknown_region": "There is no region {to}",
    "already_there": "{fleet} is in {to} already",
    "no_link": "No transit link leads from {region} to {to}",
}

FATES = {
    "held": "{fleet} held in {region}.",
    "moved": "{fleet} moved to {region}.",
    "became_hold": "The move of {fleet} was not valid: it held in {region}.",
    "departed": "{fleet} is under way, still in {region}.",
    "bounced": "{fleet} bounced back to {region}.",
    "lost": "{fleet} was lost in a conflict in {region}.",
    "nothing_ordered": "No fleet was given an order.",
}

ENDINGS = {
    "dominance": "more regions than the fraction are controlled",
    "elimination": "at most one player has fleets left",
    "turn_limit": "the last turn has been played",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:
    """One sentence with the rule it stands on."""
    params = {name: _shown(name, value, view) for name, value in note.params.items()}
    if isinstance(note, Fate):
        return f"{FATES[note.verdict].format(**params)} [{note.rule}]"
    if note.weight == "void":
        why = VOID[note.code].format(**params)
        return f"{why}: {params['fleet']} will hold; it can go to {params['allowed']}. [{note.rule}]"
    return f"{VIOLATIONS[note.code].format(**params)} ({path_text(note.path)}) [{note.rule}]"


def _shown(name: str, value: object, view: View | None) -> str:
    """A parameter as a reader wants it: regions by their names, lists with commas."""
    if isinstance(value, list):
        return ", ".join(_shown("to" if name == "allowed" else "", item, view) for item in value) or "nowhere"
    return _name(str(value), view) if view and name in ("region", "to") else str(value)


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    match event:
        case Moved(fleet=fleet, origin=origin, to=to):
            return f"{fleet} moved from {_name(origin, view)} to {_name(to, view)}."
        case Stayed(fleet=fleet, region=region, to=to, why=why):
            reason = VOID[why].format(fleet=fleet, region=_name(region, view), to=_name(to, view))
            return f"{reason}: {fleet} held in {_name(region, view)}."
        case Departed(fleet=fleet, origin=origin, to=to, turn=turn):
            return f"{fleet} sets out from {_name(origin, view)} to {_name(to, view)}, to move in turn {turn}."
        case Bounced(fleet=fleet, contested=contested, region=region):
            return f"{fleet} met others in {_name(contested, view)} and went back to {_name(region, view)}."
        case Conflict(region=region, seats=seats, removed=removed):
            who = _list([_player(seat, view) for seat in seats])
            return f"Conflict in {_name(region, view)} between {who}: {_list(removed)} lost."
    return _tell_the_rest(event, view)


def _tell_the_rest(event: values.Event, view: View) -> str:
    match event:
        case Eliminated(seat=seat):
            return f"{_player(seat, view)} has no fleets left."
        case Shifted(turn=turn, opened=opened, closed=closed):
            changes = [*_changes("opened", opened, view), *_changes("closed", closed, view)]
            return f"In turn {turn} {_list(changes)}."
        case Ended(reason=reason, winners=(winner,)):
            return f"The game is over, {ENDINGS[reason]}: {_player(winner, view)} wins."
        case Ended(reason=reason, drawn=drawn):
            who = _list([_player(seat, view) for seat in drawn])
            return f"The game is over, {ENDINGS[reason]}: a draw between {who}."
    raise TypeError(f"not an event of this game: {event!r}")


def _changes(what: str, links: tuple[Link, ...], view: View) -> Iterator[str]:
    if links:
        named = [f"{_name(one, view)}-{_name(other, view)}" for one, other in links]
        yield f"{what} {', '.join(named)}"


def forecast(preview: Preview, view: View) -> str:
    """Where everybody would be if all others held."""
    lines = ["If everybody else held:"]
    for region, fleets in preview.occupancy.items():
        lines.append(f"  {_name(region, view)}: {' '.join(fleets)}")
    lines += [f"  Conflict in {_name(region, view)}." for region in preview.conflicts]
    scores = [f"{_player(seat, view)} {score}" for seat, score in enumerate(preview.scores, start=1)]
    return "\n".join([*lines, f"Regions controlled: {', '.join(scores)}."])


# -- the position ------------------------------------------------------------------------------------------


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
        lines.append(f"{_player(seat, view)}: {_count(score, 'region')}, {_count(len(own), 'fleet')}.")
    return "\n".join(lines)


def _extension_lines(view: View) -> Iterator[str]:
    """What the extensions that are switched on make worth knowing (KH-11)."""
    extensions, chart = view.setup.extensions, view.setup.map
    if extensions.transit_costs and chart.costs:
        costs = [f"{_name(one, view)}-{_name(other, view)} {cost}" for one, other, cost in chart.costs]
        yield f"Links that cost more than 1: {', '.join(costs)}."
    if extensions.delay:
        yield f"Moves take effect {_count(extensions.delay, 'turn')} later."
    if extensions.conflict is not ConflictRule.LETHAL:
        yield f"Conflicts: {extensions.conflict}."
    if extensions.dynamic_topology:
        for change in chart.schedule:
            changes = [*_changes("open", change.opens, view), *_changes("close", change.closes, view)]
            if change.turn > view.turn and changes:
                yield f"From turn {change.turn}: {_list(changes)}."


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _region_lines(view: View) -> Iterator[str]:
    chart = view.setup.map
    ways: dict[str, list[str]] = {region.id: [] for region in chart.regions}
    for one, other in view.links:
        ways[one].append(other)
        ways[other].append(one)
    there: dict[str, list[str]] = {}
    for fleet in (fleet for own in view.fleets for fleet in own):
        there.setdefault(fleet.region, []).append(_fleet_text(fleet, view))
    for region in chart.regions:
        linked = ", ".join(_name(other, view) for other in ways[region.id]) or "nowhere"
        yield f"  {region.name} [{region.id}]: {', '.join(there.get(region.id, '-'))}; to {linked}"


def _fleet_text(fleet: Fleet, view: View) -> str:
    journey = fleet.journey
    return f"{fleet.id} (to {_name(journey.to, view)}, turn {journey.turn})" if journey else fleet.id


def _name(region: str, view: View) -> str:
    return chart_of(view.setup).names.get(region, region)


def _player(seat: Seat, view: View) -> str:
    return f"Player {seat} (you)" if seat == view.seat else f"Player {seat}"


def _list(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
