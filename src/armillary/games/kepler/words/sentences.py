"""Every sentence of Kepler's Horizon about what happened, what is wrong with an order, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from armillary.core import prose, values
from armillary.core.dice import FastDice
from armillary.core.prose import counted, listed, player
from armillary.core.values import Fate, Outcome, Seat, Violation
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
from armillary.games.kepler.rules import ends
from armillary.games.kepler.sight import sample_world

MAX_LISTED = 8
"""At most this many fleets of a stack are listed."""

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
    "too_many_changes": "The schedule opens and closes {asked} links; it may change {most} at most.",
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

# Each reads as well of several fleets as of one.
FATES = {
    "held": "{fleet} held in {region}.",
    "moved": "{fleet} moved to {region}.",
    "became_hold": "{fleet} held in {region}: the move was not valid.",
    "departed": "{fleet} stayed in {region}, already under way.",
    "bounced": "{fleet} bounced back to {region}.",
    "lost": "{fleet} fell in a conflict in {region}.",
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
            some = f"{counted(len(fleets), 'fleet')} of {player(seat, view)}"
            return f"{some} moved from {region_name(origin, view)} to {region_name(to, view)}."
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
            return f"Conflict in {region_name(region, view)} between {who}: {_losses(removed, seats, view)} were lost."
    return _tell_the_rest(event, view)


def _losses(removed: tuple[str, ...], seats: tuple[Seat, ...], view: View) -> str:
    """`5 fleets of Player 1 and 1 fleet of Player 2`."""
    owners = [fleet.rstrip(ascii_lowercase) for fleet in removed]
    counts = [(owners.count(str(seat)), seat) for seat in seats]
    return listed([f"{counted(count, 'fleet')} of {player(seat, view)}" for count, seat in counts if count])


def _tell_the_rest(event: values.Event, view: View) -> str:
    match event:
        case Eliminated(seat=seat):
            return f"{player(seat, view)} has no fleets left."
        case Shifted(turn=turn, opened=opened, closed=closed):
            return link_changes(turn, opened, closed, view)
        case Ended(reason=reason, winners=winners, drawn=drawn):
            return ending(reason, winners or drawn, view)
    raise TypeError(f"Not an event of this game: {event!r}.")


def link_changes(turn: int, opened: tuple[Link, ...], closed: tuple[Link, ...], view: View) -> str:
    """`Turn 5 opens Vega-Lyra and closes Lyra-Okab.`"""
    changes = [
        f"{verb} {listed([f'{region_name(one, view)}-{region_name(other, view)}' for one, other in links])}"
        for verb, links in (("opens", opened), ("closes", closed))
        if links
    ]
    return f"Turn {turn} {' and '.join(changes)}."


def ending(reason: EndReason, top: tuple[Seat, ...], view: View) -> str:
    """Who won and why, with the figures; several seats have drawn."""
    result = f"{_players(top, view)} wins" if len(top) == 1 else f"Draw between {_players(top, view)}"
    return f"{result}{_reason(reason, top, view)}"


def conclude(outcome: Outcome, view: View) -> str:
    """Who won and why, and what the others had; whoever resigned cannot win, even if they come first."""
    if sentence := prose.conclude(outcome, view):
        return sentence
    top = outcome.winners or outcome.ranking[0]
    result = f"{_players(top, view)} {'wins' if len(top) == 1 else 'win'}"
    if not outcome.winners:
        result = f"Draw between {_players(top, view)}" if len(top) > 1 else f"{_players(top, view)} draws"
    by_the_rules = ends.first(sample_world(view, FastDice(0)), view.scores)
    if not set(top) <= set(by_the_rules):
        return f"{result}: {_players(by_the_rules, view)} came first, but had resigned."
    return f"{result}{_reason(EndReason(outcome.reason), top, view)}"


def _players(seats: tuple[Seat, ...], view: View) -> str:
    return listed([player(seat, view) for seat in seats])


def _reason(reason: EndReason, top: tuple[Seat, ...], view: View) -> str:
    """What follows the names of those in first place."""
    if reason is EndReason.ELIMINATION:
        if not any(view.fleets):
            return ": nobody has fleets left."
        fleets = sum(len(view.fleets[seat - 1]) for seat in top)
        return f" with {counted(fleets, 'fleet')} left: nobody else has any."
    others = sorted((s for seat, s in enumerate(view.scores, start=1) if seat not in top), reverse=True)
    figures = f"with {counted(view.scores[top[0] - 1], 'region')}{' each' if len(top) > 1 else ''}"
    if others:
        figures += f" to {listed([str(score) for score in others])}"
    if reason is EndReason.DOMINANCE:
        return f" by dominance, {figures}: {view.setup.needed} of {len(view.setup.match.map.regions)} are enough."
    return f" after the last turn, {figures}."


def fleets_text(fleets: Sequence[str]) -> str:
    """`1a, 1b, 1c`; the last of many are counted."""
    shown = fleets if len(fleets) <= MAX_LISTED else fleets[: MAX_LISTED - 1]
    more = f" and {len(fleets) - len(shown)} more" if len(shown) < len(fleets) else ""
    return ", ".join(shown) + more


def region_name(region: str, view: View) -> str:
    """A region's name; an id the map does not have stays as it is."""
    return tables_of(view.setup.match).names.get(region, region)
