"""Every sentence of Kepler's Horizon about what happened, what is wrong with an order, and what became of it."""

from __future__ import annotations

from string import ascii_lowercase

from armillary.core import prose, values
from armillary.core.prose import counted, listed, player
from armillary.core.values import Fate, Seat, Violation
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import (
    Bounced,
    Conflict,
    Departed,
    Eliminated,
    Ended,
    EndReason,
    Link,
    Moved,
    Shifted,
    Stayed,
    View,
)

MOST_NAMED = 3
"""More fleets than this are counted, not named."""

INVALID_MOVES = {
    "unknown_region": "There is no region {to}",
    "already_there": "{fleet} is already in {to}",
    "no_link": "No transit link leads from {region} to {to}",
}

VIOLATIONS = {
    # orders
    "not_yours": "{fleet} is not your fleet. Yours are {own}.",
    "no_such_fleet": "There is no fleet {fleet}, or not any more. Yours are {own}.",
    "ordered_twice": "{fleet} has two orders; give it one.",
    "under_way": "{fleet} is under way to {to} until turn {turn} and takes no orders.",
    **{why: f"{text}, so {{fleet}} will hold. It can go to {{allowed}}." for why, text in INVALID_MOVES.items()},
    # configs and maps
    "bad_id": "{place} must be made of 1 to {most} letters, digits and underscores.",
    "repeated_region": "There are two regions with the id {region}.",
    "no_such_region": "{place}: there is no region {region} on the map.",
    "repeated_link": "{one} and {other} are linked twice.",
    "linked_to_itself": "{region} is linked to itself.",
    "not_connected": "No way leads to {region}; every region must be linked to the others.",
    "no_home": "Seat {seat} has no home region.",
    "home_taken": "Region {region} is a home already; every home needs a region of its own.",
    "bad_share": "{place} must be a fraction between 0 and 1, in whole numbers up to {most}.",
    "never_dominant": (
        "Dominance takes {needed} of {regions} regions, but nobody has the fleets to control more than {most}. "
        "Give everybody more fleets, or lower the fraction."
    ),
    "one_per_seat": "{place} must have one entry per seat: {seats}, not {asked}.",
    # positions
    "bad_fleet_id": "{fleet} is not a fleet of seat {seat}, or not in the order of its letters.",
    "nobody_has_fleets": "Nobody has fleets, so the game must be over.",
    "not_over": "The game is said to be over because {reason}, but that is not so.",
    "nobody_drew": "Nobody lost their last fleet in turn {turn}, so there is nobody to draw.",
}

FATES = {
    "held": "{fleet} held in {region}.",
    "moved": "{fleet} moved to {region}.",
    "became_hold": "The move of {fleet} was not valid, so it held in {region}.",
    "departed": "{fleet} is under way and still in {region}.",
    "bounced": "{fleet} bounced back to {region}.",
    "lost": "{fleet} was lost in a conflict in {region}.",
    "nothing_ordered": "No fleet was given an order.",
}

ENDINGS = {
    "dominance": "somebody dominates the map",
    "elimination": "at most one player has fleets left",
    "turn_limit": "the last turn has been played",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:
    """One sentence with the rule it stands on; regions go by their names where the view knows them."""

    def shown(name: str, value: object) -> str:
        if isinstance(value, list):
            return ", ".join(shown("to" if name == "allowed" else "", item) for item in value) or "nowhere"
        if name == "reason":
            return ENDINGS[str(value)]
        return region_name(str(value), view) if view and name in ("region", "to") else str(value)

    return prose.explain(note, VIOLATIONS, FATES, shown)


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    match event:
        case Moved(seat=seat, fleets=fleets, origin=origin, to=to):
            return f"{_some(fleets, seat, view)} moved from {region_name(origin, view)} to {region_name(to, view)}."
        case Stayed(fleet=fleet, region=region, to=to, why=why):
            here = region_name(region, view)
            reason = INVALID_MOVES[why].format(fleet=fleet, region=here, to=region_name(to, view))
            return f"{reason}, so {fleet} held in {here}."
        case Departed(fleet=fleet, origin=origin, to=to, turn=turn):
            return f"{fleet} will leave {region_name(origin, view)} for {region_name(to, view)} in turn {turn}."
        case Bounced(fleet=fleet, contested=contested, region=region):
            return f"{fleet} met enemies in {region_name(contested, view)} and returned to {region_name(region, view)}."
        case Conflict(region=region, seats=seats, removed=removed):
            who = listed([player(seat, view) for seat in seats])
            lost = listed([_some(own, seat, view) for seat in seats if (own := _of(seat, removed))])
            return f"Conflict in {region_name(region, view)} between {who}: {lost} were lost."
    return _tell_the_rest(event, view)


def _of(seat: Seat, fleets: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these fleets that belong to a seat."""
    return tuple(fleet for fleet in fleets if fleet.rstrip(ascii_lowercase) == str(seat))


def _some(fleets: tuple[str, ...], seat: Seat, view: View) -> str:
    """`1a and 1b`; more than a few are counted."""
    return listed(fleets) if len(fleets) <= MOST_NAMED else f"{len(fleets)} fleets of {player(seat, view)}"


def _tell_the_rest(event: values.Event, view: View) -> str:
    match event:
        case Eliminated(seat=seat):
            return f"{player(seat, view)} has no fleets left."
        case Shifted(turn=turn, opened=opened, closed=closed):
            return link_changes(turn, opened, closed, view)
        case Ended(reason=reason, winners=winners, drawn=drawn):
            return ending(reason, winners or drawn, view)
    raise TypeError(f"not an event of this game: {event!r}")


def link_changes(turn: int, opened: tuple[Link, ...], closed: tuple[Link, ...], view: View) -> str:
    """`Turn 5 opens Vega-Lyra and closes Lyra-Okab.`"""
    changes = [
        f"{verb} {listed([f'{region_name(one, view)}-{region_name(other, view)}' for one, other in links])}"
        for verb, links in (("opens", opened), ("closes", closed))
        if links
    ]
    return f"Turn {turn} {' and '.join(changes)}."


def ending(reason: EndReason, top: tuple[Seat, ...], view: View) -> str:
    """Who won and why, at the end of the game; several seats have drawn."""
    who = listed([player(seat, view) for seat in top])
    regions = f"{view.scores[top[0] - 1]} of {counted(len(view.setup.map.regions), 'region')}"
    control = regions if len(top) == 1 else f"{regions} each"
    result = f"{who} wins" if len(top) == 1 else f"Draw between {who}"
    match reason:
        case EndReason.DOMINANCE:
            return f"{result} by dominance, with {control}."
        case EndReason.ELIMINATION:
            return f"{result}: {'nobody else' if len(top) == 1 else 'nobody'} has fleets left."
        case EndReason.TURN_LIMIT:
            return f"{result} after the last turn, with {control}."


def region_name(region: str, view: View) -> str:
    """A region's name; an id the map does not have stays as it is."""
    return tables_of(view.setup).names.get(region, region)
