"""Every sentence of Risky Stars about what happened, what is wrong with an order, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from armillary.core import prose, values
from armillary.core.dice import FastDice
from armillary.core.prose import counted, listed, player
from armillary.core.values import Fate, Outcome, Seat, Violation
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import (
    Accepted,
    Allied,
    Allotted,
    Bought,
    Departed,
    Drew,
    Ended,
    EndReason,
    Fought,
    Held,
    Lapsed,
    Moved,
    Out,
    Posted,
    Produced,
    Proposed,
    Recalled,
    Retreated,
    RoundBegan,
    Ruined,
    State,
    Stock,
    Taken,
    TurnBegan,
    Upgraded,
    View,
)
from armillary.games.risky_stars.rules.board import regions_of, side
from armillary.games.risky_stars.rules.ends import strengths, winners_of
from armillary.games.risky_stars.sight import sample_world

CLASSES = {1: "I", 2: "II", 3: "III"}
KINDS = {
    "gaia": "Gaia planet",
    "barren": "barren planet",
    "ocean": "ocean planet",
    "planetoid": "planetoid",
    "gas_giant": "gas giant",
    "comet": "comet",
    "home": "home",
    "minor": "minor",
    "featured": "featured",
}

VIOLATIONS = {
    # orders
    "buying_is_closed": "You have moved already; buying is over for this turn.",
    "nothing_bought": "Say how many units to buy, and where.",
    "unknown_place": "There is no place called {name}.",
    "unknown_body": "There is no body called {name}.",
    "not_in_possession": "New units go to places you possess; {name} is not yours.",
    "cannot_pay": "You can buy {most} units now, not {asked}.",
    "not_owned": "You do not own {name}: you must possess all of its regions.",
    "highest_level": "{name} is already at level {most}, the highest.",
    "upgrade_not_paid": "This upgrade costs {asked} {resource}; you have {have}.",
    "no_room": "{name} has room for no more heroes than {most}.",
    "no_such_hero": "You have no hero of class {rank} there.",
    "hero_is_spent": "Your hero of class {rank} has already been posted or recalled this turn.",
    "in_combat": "Armies in a combat cannot be launched.",
    "no_army_there": "You have no army there.",
    "launched_already": "This place has already launched an army this turn.",
    "one_launch_per_turn": "In this match you have one launch per turn, and you have made it.",
    "nothing_to_launch": "No unit can leave: one must stay, and so must those that arrived this turn.",
    "outside_launch": "You can launch {fewest} to {most} units from there, not {asked}.",
    "guests_leave_whole": "A guest army leaves as a whole: all {most} units, not {asked}.",
    "no_way_there": "No way leads from {source} to {target}.",
    "sent_back": "Others are fighting there: your army would come back at once and could not be launched again.",
    "may_not_attack": "You may not attack player {players}: you are allied or have a truce.",
    "no_such_player": "There is no player {asked} to propose to.",
    "proposed_already": "You have already made player {asked} a proposal this turn.",
    "allied_already": "Player {asked} is already your ally.",
    "both_allied": "You and player {asked} both have allies; one side of a proposal must be a single player.",
    "proposal_is_open": "A proposal between you and player {asked} is open: accept, decline or withdraw it.",
    "everybody_allied": "This alliance would include everybody who is left; at least one player must stay out.",
    "alliance_too_large": "An alliance of {asked} is too large: with {players} players still in, {most} is the most.",
    "too_late_to_ally": "No alliances are made in the last {rounds} rounds.",
    "at_war": "Players who fight each other in an open combat cannot become allies.",
    "no_such_proposal": "There is no open proposal between you and player {asked}.",
    "accepted_already": "You have already agreed to the proposal with player {asked}; you can withdraw it.",
    "not_accepted": "You have not agreed to the proposal with player {asked}; you can decline it.",
    "not_allied": "You are not in an alliance.",
    # configs and maps
    "not_a_multiple": "{place} must be a multiple of {of}.",
    "no_fraction": "{place} must be a fraction above 0 and up to 1, in whole numbers up to {most}.",
    "wrong_number_of_systems": "A map for this number of seats has {right} systems, not {asked}.",
    "wrong_number_of_kind": "The map must have {right} {kind} systems, not {asked}.",
    "wrong_number_of_regions": "{name} must have {right} regions, not {asked}.",
    "homes_differ": "{name} and {other} have different bodies; all homes must have the same.",
    "no_home_planet": "{name} needs exactly one Gaia planet, the home planet.",
    "resource_missing": "{name} must produce all three resources.",
    "wrong_regions_of_body": "{name} is a {kind} and must have {fewest} to {most} regions, with names where several.",
    "not_hemispheres": "The regions of {name} must be North and South.",
    "unfit_name": "{name} cannot be a name: a name is a letter, then letters, digits, ' and -, at most {most} in all.",
    "repeated_name": "The name {name} is used twice.",
    "wrong_number_of_lanes": "A map for this number of seats has {right} lanes, not {asked}.",
    "lane_from_no_home": "A lane leads from a home to a minor or the featured system, not from {one} to {other}.",
    "featured_lanes": "{name} must have one lane to every home.",
    "minor_lanes": "Every two neighbouring homes share two minor systems, each with a lane to both.",
    "unequal_minors": "The minor systems between one pair of homes differ from those between another.",
    # positions
    "map_in_config": "In a position the map is part of the setup, not of its config.",
    "wrong_number_of_entries": "{place} must have {right} entries, not {asked}.",
    "no_such_seat": "The position names a seat that does not exist.",
    "army_at_nobodys_place": "{place}: a place with armies must have a possessor.",
    "possession_without_army": "{place}: the possessor has no army there.",
    "reinforcements_without_combat": "{place}: there are reinforcements, but nobody attacks.",
    "impossible_army": "{place}: an army needs at least one unit and an existing place it came from.",
    "impossible_alliances": "An alliance is two or more players in seat order; nobody is in two of them.",
    "allied_and_out": "Somebody without armies is in an alliance.",
    "out_does_not_fit": "Exactly the seats without armies are out: {right}.",
    "nobody_left": "Nobody has an army.",
    "impossible_guests": "{place} must be armies of the possessor's allies, one each.",
    "impossible_reinforcements": "{place} must be armies of the possessor or its allies.",
    "impossible_attackers": "{place} must be armies of one side, and not of the possessor's.",
    "turn_of_a_seat_that_is_out": "It cannot be the turn of a seat that is out.",
    "impossible_turn_order": "The order of turns must name every seat once.",
    "impossible_launches": "Launches must be existing places in map order, each only once.",
    "impossible_proposals_made": "Proposals made this turn must be to other players, in seat order, each only once.",
    "impossible_arrivals": "Arrivals must be units the acting seat has there, in map order, each place only once.",
    "turn_after_the_end": "The game is over, so nothing of a turn can be used up.",
    "out_with_belongings": "A seat that is out has no stock, no heroes and no allotment.",
    "upgraded_and_not_owned": "{place}: an upgraded body must have one owner.",
    "impossible_heroes": "{place} must be sorted, of class I to III, on bodies their player owns that have room.",
    "impossible_claims": "Claimed bodies must be featured ones in map order, each only once.",
    "impossible_deck": "The deck must hold one card per featured body not yet claimed, of the classes there are.",
    "impossible_truces": "A truce joins two players who are in, each pair once, for at most three more rounds.",
    "proposal_twice": "The same proposal is open twice.",
    "impossible_proposal": "A proposal joins a single player and a whole side; some of them have agreed, but not all.",
    "end_reason_does_not_fit": "The game is said to be over because {reason}, but that is not so.",
    "combat_after_the_end": "A combat is open after the end of the game.",
}

FATES = {
    "ended": "The turn is over.",
    "placed": "{units} placed at {place}.",
    "upgraded": "{body} is now at level {level}.",
    "posted": "The hero of class {rank} works at {body}.",
    "recalled": "The hero of class {rank} is back from {body}.",
    "proposed": "The proposal to player {player} is open.",
    "accepted": "The proposal with player {player} is accepted; others have yet to agree.",
    "allied": "The alliance with player {player} is made.",
    "declined": "The proposal with player {player} is declined.",
    "withdrawn": "The proposal with player {player} is withdrawn.",
    "left": "The player has left the alliance; the truce holds through round {until}.",
    "possession": "{units} took {target}.",
    "merged": "{units} joined their own army at {target}.",
    "guest": "{units} joined an ally at {target}.",
    "defends": "{units} joined the defence of {target}.",
    "captured": "The attack of {units} took {target}.",
    "repelled": "The attack of {units} on {target} failed: no attacker is left.",
    "fighting": "The attack of {units} on {target} goes on.",
    "returned": "Others are fighting at {target}, so {units} came back to {source}.",
}

ARRIVALS = {
    "possession": ", which was free",
    "merged": " to join their own army",
    "guest": " to join an ally",
    "defends": " to join the defence",
    "attacks": " to attack",
    "reinforces": " to reinforce the attack",
    "returned": ", but others are fighting there, and they come back",
}

LAPSES = {
    "declined": "was declined",
    "withdrawn": "was withdrawn",
    "changed": "has lapsed, because one of the sides has changed",
}

REASONS = {
    "conquest": "only one side has armies left",
    "domination": "one side dominates the map",
    "last_round": "the last round has been played",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:
    """One sentence with the rule it stands on."""
    titles = {} if view is None else titles_of(view)
    return prose.explain(note, VIOLATIONS, FATES, partial(_shown, titles))


def titles_of(view: View) -> Mapping[str, str]:
    """What to call places and bodies, by what orders call them."""
    return tables_of(view.setup.map).titles


def _shown(titles: Mapping[str, str], name: str, value: Any) -> Any:
    """A parameter as a reader wants it: places by their titles, classes in Roman numerals, kinds in words."""
    if isinstance(value, str) and value in titles:
        return titles[value]
    match name:
        case "rank":
            return CLASSES.get(value, value)
        case "kind":
            return KINDS[value]
        case "reason":
            return REASONS[value]
        case "units":
            return counted(value, "unit")
    return prose.shown(name, value) if value != [] else "none"


def world_of(view: View) -> State:
    """A state for the rules to look at; nothing in a text depends on the order of the deck."""
    return sample_world(view, FastDice(0))


def stock_text(stock: Stock) -> str:
    """`100 population, 50 metals, 50 fuel`."""
    return f"{stock[0]} population, {stock[1]} metals, {stock[2]} fuel"


# -- events ------------------------------------------------------------------------------------------------


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    for kind, sentence in SENTENCES.items():
        if isinstance(event, kind):
            return sentence(event, view)
    raise TypeError(f"Not an event of this game: {event!r}.")


def players(seats: tuple[Seat, ...], view: View) -> str:
    """`Player 1 (you), Player 2 and Player 4`."""
    return listed([player(seat, view) for seat in seats])


def turns_text(order: tuple[Seat, ...], view: View) -> str:
    """`Player 2 moves first, then Player 1 (you), then Player 3`."""
    first, *others = [player(seat, view) for seat in order]
    return ", then ".join([f"{first} moves first", *others])


def _allotted(event: Allotted, view: View) -> str:
    shares = [
        f"{counted(units, 'unit')} for {player(seat, view)}"
        for seat, units in zip(event.members, event.units, strict=True)
    ]
    return f"The alliance's pool allots {listed(shares)}."


def _bought(event: Bought, view: View) -> str:
    titles = titles_of(view)
    where = ", ".join(f"{units} at {titles[place]}" for place, units in event.units.items())
    return f"{player(event.seat, view)} buys {counted(sum(event.units.values()), 'unit')}: {where}."


def _moved(event: Moved, view: View) -> str:
    titles = titles_of(view)
    way = f"{counted(event.units, 'unit')} from {titles[event.source]} to {titles[event.target]}"
    return f"{player(event.seat, view)} sends {way}{ARRIVALS[event.arrival]}."


def _fought(event: Fought, view: View) -> str:
    """Numbers and losses: there may be hundreds of dice (RS-C5)."""
    one, several = ("fights on", "fight on") if event.rule == "RS-C4" else ("attacks", "attack")
    verb = one if len(event.attackers) == 1 else several
    losses = [
        f"{player(int(seat), view)} loses {counted(units, 'unit')}"
        for lost in (event.attack_lost, event.defence_lost)
        for seat, units in lost.items()
    ]
    if not event.attack_lost:
        losses.insert(0, "the attack loses none")
    if not event.defence_lost:
        losses.append("the defence loses none")
    place, numbers = titles_of(view)[event.place], f"{len(event.attack)} against {len(event.defence)}"
    return f"At {place} {players(event.attackers, view)} {verb}, {numbers}: {listed(losses)}."


def _taken(event: Taken, view: View) -> str:
    place = titles_of(view)[event.place]
    return f"{player(event.by, view)} takes {place}" + (f" from {player(event.of, view)}." if event.of else ".")


def _retreated(event: Retreated, view: View) -> str:
    who, ending = f"{counted(event.units, 'unit')} of {player(event.seat, view)}", "s" if event.units == 1 else ""
    titles = titles_of(view)
    if event.to is None:
        return f"{who} at {titles[event.place]} disband{ending}."
    return f"{who} withdraw{ending} from {titles[event.place]} to {titles[event.to]}."


def _ruined(event: Ruined, view: View) -> str:
    lost = [f"its upgrades (level {event.levels})"] if event.levels else []
    lost += [f"a hero of class {CLASSES[rank]}" for rank in event.heroes]
    return f"{titles_of(view)[event.body]} loses {listed(lost)}."


def conclude(outcome: Outcome, view: View) -> str:
    """Who won and why, with the figures."""
    if told := prose.conclude(outcome, view):
        return told
    first = winners_of(world_of(view))
    if not set(outcome.winners) <= set(first):
        wins = "wins" if len(outcome.winners) == 1 else "win"
        return f"{players(outcome.winners, view)} {wins}: {players(first, view)} came first, but resigned."
    return ending(EndReason(outcome.reason), outcome.winners, view)


def ending(reason: EndReason, winners: tuple[Seat, ...], view: View) -> str:
    """Who won and why, at the end of the game; allies win together, sides of equal strength share the win."""
    groups = list(dict.fromkeys(side(view, seat) for seat in winners))
    who = players(winners, view) + (
        " wins" if len(winners) == 1 else " win together" if len(groups) == 1 else " share the win"
    )
    if reason is EndReason.CONQUEST:
        return f"{who}: nobody else has an army left."
    tables = tables_of(view.setup.map)
    strong = strengths(world_of(view))
    regions, units = strong[groups[0]]
    others = [strength for members, strength in strong.items() if members not in groups]
    behind = max(others, default=(0, 0))
    if reason is EndReason.DOMINATION and view.setup.config.domination:
        part, whole = view.setup.config.domination
        held = regions_of(view.places, tables, view.setup.seats)
        leader = max(winners, key=lambda seat: held[seat])
        figures = f"{held[leader]} of {tables.region_count} regions"
        if len(winners) > 1:
            return f"{who} by domination: {player(leader, view)} has {figures}, more than {part}/{whole}."
        return f"{who} by domination, with {figures} to {behind[0]}: more than {part}/{whole}."
    if len(groups) > 1:
        return f"{who} after the last round, with {counted(regions, 'region')} and {counted(units, 'unit')} each."
    if behind[0] == regions:
        return f"{who} after the last round, with {units} units to {behind[1]} at {counted(regions, 'region')} each."
    return f"{who} after the last round, with {regions} of {tables.region_count} regions to {behind[0]}."


Sentence: TypeAlias = Callable[[Any, View], str]

SENTENCES: Mapping[type[values.Event], Sentence] = {
    RoundBegan: lambda event, view: f"Round {event.round} begins: {turns_text(event.order, view)}.",
    Produced: lambda event, view: f"{player(event.seat, view)} receives {stock_text(event.gained)}.",
    Allotted: _allotted,
    TurnBegan: lambda event, view: f"It is the turn of {player(event.seat, view)}.",
    Bought: _bought,
    Moved: _moved,
    Fought: _fought,
    Taken: _taken,
    Held: lambda event, view: (
        f"{player(event.possessor, view)} holds {titles_of(view)[event.place]}: no attacker is left."
    ),
    Retreated: _retreated,
    Upgraded: lambda event, view: (
        f"{player(event.seat, view)} upgrades {titles_of(view)[event.body]} to level {event.level}."
    ),
    Posted: lambda event, view: (
        f"{player(event.seat, view)} posts a hero of class {CLASSES[event.rank]} to {titles_of(view)[event.body]}."
    ),
    Recalled: lambda event, view: (
        f"{player(event.seat, view)} recalls a hero of class {CLASSES[event.rank]} from {titles_of(view)[event.body]}."
    ),
    Drew: lambda event, view: (
        f"{player(event.seat, view)} finds a hero of class {CLASSES[event.rank]} on {titles_of(view)[event.body]}."
    ),
    Ruined: _ruined,
    Proposed: lambda event, view: f"{player(event.seat, view)} proposes an alliance of {players(event.parties, view)}.",
    Accepted: lambda event, view: (
        f"{player(event.seat, view)} agrees to an alliance of {players(event.parties, view)}."
    ),
    Allied: lambda event, view: f"{players(event.members, view)} are now allied.",
    Lapsed: lambda event, view: f"The proposed alliance of {players(event.parties, view)} {LAPSES[event.why]}.",
    Departed: lambda event, view: (
        f"{player(event.seat, view)} leaves the alliance with {players(event.members, view)}; "
        f"a truce holds through round {event.until}."
    ),
    Out: lambda event, view: f"{player(event.seat, view)} has no army left and is out.",
    Ended: lambda event, view: ending(event.reason, event.winners, view),
}
