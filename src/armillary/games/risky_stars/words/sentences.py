"""Every sentence of Risky Stars about what happened, what is wrong with an order, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from armillary.core import prose, values
from armillary.core.prose import counted, listed, player
from armillary.core.values import Fate, Seat, Violation
from armillary.games.risky_stars.model import (
    Accepted,
    Allied,
    Allotted,
    Bought,
    Departed,
    Drew,
    Ended,
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
    Stock,
    Taken,
    TurnBegan,
    Upgraded,
    View,
)

MOST_DICE_SHOWN = 24
CLASSES = {1: "I", 2: "II", 3: "III"}

VIOLATIONS = {
    # orders
    "buying_is_closed": "The first move of a turn closes buying.",
    "nothing_bought": "Say how many units, and where.",
    "unknown_place": "There is no place called {name!r}.",
    "unknown_body": "There is no body called {name!r}.",
    "not_in_possession": "New units go where you are in possession; {name} is not yours.",
    "cannot_pay": "You can buy {most} units now, not {asked}.",
    "not_owned": "You do not possess every region of {name}.",
    "highest_level": "{name} is at level {most} already, the highest.",
    "upgrade_not_paid": "This upgrade costs {asked} {resource}; you have {have}.",
    "no_room": "{name} has room for {most} heroes and no more.",
    "no_such_hero": "You have no hero of class {rank} there.",
    "hero_is_spent": "Your hero of class {rank} has been posted or recalled this turn.",
    "in_combat": "Armies in a combat cannot be launched.",
    "no_army_there": "You have no army there.",
    "launched_already": "This place has launched an army this turn.",
    "one_launch_a_turn": "In this match a turn has one launch, and you have made it.",
    "nothing_to_launch": "Nobody can leave: one unit stays behind, and units that came this turn stay too.",
    "outside_launch": "You can launch {fewest} to {most} units from there, not {asked}.",
    "guests_leave_whole": "A guest army leaves whole: all {most} units, not {asked}.",
    "no_way_there": "No way leads from {source} to {target}.",
    "sent_back": "Others fight there: your army would come back at once, its launch spent.",
    "may_not_attack": "You may not attack player {players}: allies and truces hold.",
    "no_such_player": "There is no player {asked} to propose to.",
    "proposed_already": "You have made player {asked} a proposal this turn.",
    "allied_already": "Player {asked} is your ally.",
    "both_allied": "You and player {asked} are both allied: one side must be a single player.",
    "proposal_is_open": "A proposal between you and player {asked} is open: accept, decline or withdraw it.",
    "everybody_allied": "An alliance of everybody who is left is none.",
    "too_late_to_ally": "No alliance is made in the last {rounds} rounds.",
    "at_war": "Players who fight each other in an open combat cannot become allies.",
    "no_such_proposal": "No open proposal joins you and player {asked}.",
    "accepted_already": "You have agreed to the proposal with player {asked}: withdraw it if you like.",
    "not_accepted": "You have not agreed to the proposal with player {asked}: decline it if you like.",
    "not_allied": "You are in no alliance.",
    # configs and maps
    "not_a_multiple": "This must be a multiple of {of}.",
    "no_fraction": "A fraction has a part above 0 and a whole of at most {most} that is no smaller.",
    "wrong_number_of_systems": "A map for so many seats has {right} systems, not {asked}.",
    "wrong_number_of_kind": "There must be {right} systems of kind {kind}, not {asked}.",
    "wrong_number_of_regions": "{name} must have {right} regions, not {asked}.",
    "homes_differ": "{name} has other bodies than {other}: homes are alike.",
    "no_home_planet": "{name} needs exactly one Gaia planet, the home planet.",
    "resource_missing": "{name} must produce all three resources.",
    "wrong_regions_of_body": "{name} is of kind {kind}: {fewest} to {most} regions, named where several.",
    "not_hemispheres": "The regions of {name} are North and South.",
    "unfit_name": "{name!r} is no name: a letter, then letters, digits, ' and -, at most {most}.",
    "repeated_name": "{name} is there twice.",
    "wrong_number_of_lanes": "A map for so many seats has {right} lanes, not {asked}.",
    "lane_from_no_home": "A lane leads from a home to a minor system or the featured one; not {one} to {other}.",
    "featured_lanes": "{name} must have one lane to every home.",
    "minor_lanes": "Every two neighbouring homes share two minor systems, with a lane to each home.",
    "unequal_minors": "The minor systems between one pair of homes differ from those between another.",
    # positions
    "map_in_config": "In a position the map is part of the setup, not of its config.",
    "wrong_number_of_entries": "{asked} entries stand where {right} belong.",
    "no_such_seat": "A seat is named that does not play.",
    "army_at_nobodys_place": "Armies stand at a place that is nobody's.",
    "possession_without_army": "A possessor has no army there.",
    "reinforcements_without_combat": "Reinforcements stand where nobody attacks.",
    "impossible_army": "An army has units, and a place it comes from.",
    "impossible_alliances": "Alliances are sorted groups of two and more; nobody is in two.",
    "allied_and_out": "An ally has no army.",
    "out_does_not_fit": "Out are exactly the seats without armies: {right}.",
    "nobody_left": "Nobody has an army.",
    "impossible_guests": "Guests are allies of the possessor, one army each.",
    "impossible_reinforcements": "Reinforcements are the possessor's or its allies'.",
    "impossible_attackers": "Attackers are of one side, and not the possessor's.",
    "turn_of_a_seat_that_is_out": "It cannot be the turn of a seat that is out.",
    "impossible_launches": "Launches are places, each once, in map order.",
    "impossible_proposals_made": "Proposals are made to others, each once, in seat order.",
    "impossible_arrivals": "Arrivals are the acting seat's units, each place once, in map order.",
    "turn_after_the_end": "After the end there is no turn to take.",
    "out_with_belongings": "A seat that is out has no stock, no heroes and no allotment.",
    "upgraded_and_not_owned": "An upgraded body has one owner.",
    "impossible_heroes": "Heroes are sorted, of class 1 to 3, on bodies their player owns that have room.",
    "impossible_claims": "Claimed bodies are featured ones, each once, in map order.",
    "impossible_deck": "The deck holds a card for every featured body not claimed yet, of the classes printed.",
    "impossible_truces": "Truces join two players who are in, each pair once, for at most three rounds more.",
    "proposal_twice": "The same proposal is open twice.",
    "impossible_proposal": "A proposal joins a single player and a whole side, agreed to by some and not by all.",
    "end_reason_does_not_fit": "The position is not over by {reason}.",
    "combat_after_the_end": "A combat is open after the end.",
}

FATES = {
    "ended": "The turn is over.",
    "placed": "{units} placed at {place}.",
    "upgraded": "{body} is at level {level}.",
    "posted": "The hero of class {rank} works at {body}.",
    "recalled": "The hero of class {rank} is back from {body}.",
    "proposed": "The proposal to player {player} is open.",
    "accepted": "You have agreed with player {player}; others have not yet.",
    "allied": "You and player {player} are allied.",
    "declined": "The proposal with player {player} is declined.",
    "withdrawn": "The proposal with player {player} is withdrawn.",
    "left": "You are out of the alliance; the truce holds through round {until}.",
    "possession": "{units} took {target}.",
    "merged": "{units} joined your army at {target}.",
    "guest": "{units} are guests at {target}.",
    "defends": "{units} joined the defence of {target}.",
    "captured": "The attack of {units} took {target}.",
    "repelled": "The attack of {units} on {target} failed: none is left there.",
    "fighting": "The attack of {units} on {target} goes on.",
    "returned": "{units} came back to {source}.",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:  # noqa: ARG001 (names are in the note)
    """One sentence with the rule it stands on."""
    return prose.explain(note, VIOLATIONS, FATES, _shown)


def _shown(name: str, value: Any) -> Any:
    """A parameter as a reader wants it: classes in Roman numerals, kinds and reasons in words."""
    if name == "kind":
        return str(value).replace("_", " ")
    return REASONS[value] if name == "reason" else prose.shown(name, value)


# -- events ------------------------------------------------------------------------------------------------


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    for kind, sentence in SENTENCES.items():
        if isinstance(event, kind):
            return sentence(event, lambda seat: player(seat, view))
    raise TypeError(f"not an event of this game: {event!r}")


Name = Callable[[Seat], str]


def _players(seats: tuple[Seat, ...], name: Name) -> str:
    return listed([name(seat) for seat in seats])


def stock_text(stock: Stock) -> str:
    """`100 population, 50 metals, 50 fuel`."""
    return f"{stock[0]} population, {stock[1]} metals, {stock[2]} fuel"


def _bought(event: Bought, name: Name) -> str:
    where = ", ".join(f"{units} at {place}" for place, units in event.units.items())
    return f"{name(event.seat)} raises {counted(sum(event.units.values()), 'unit')}: {where}."


ARRIVALS = {
    "possession": "and finds nobody there",
    "merged": "and joins its own army there",
    "guest": "as a guest",
    "defends": "and joins the defence",
    "attacks": "and attacks",
    "reinforces": "and reinforces the attack",
    "returned": "but finds a combat of others and returns",
}


def _moved(event: Moved, name: Name) -> str:
    way = f"{counted(event.units, 'unit')} from {event.source} to {event.target}"
    return f"{name(event.seat)} sends {way} {ARRIVALS[event.arrival]}."


def _fought(event: Fought, name: Name) -> str:
    dice = f"attack {_dice(event.attack)} against defence {_dice(event.defence)}"
    losses = ", ".join(f"{name(int(seat))} {units}" for seat, units in event.defence_lost.items()) or "nobody any"
    return (
        f"At {event.place} {name(event.attacker)} rolls {dice}: "
        f"the attack loses {counted(event.attack_lost, 'unit')}; of the defence, {losses}."
    )


def _dice(dice: tuple[int, ...]) -> str:
    """Few dice one by one, many counted: every die is shown."""
    if len(dice) <= MOST_DICE_SHOWN:
        return " ".join(map(str, dice))
    return " ".join(f"{face}x{dice.count(face)}" for face in range(10, 0, -1) if face in dice)


def _taken(event: Taken, name: Name) -> str:
    return f"{event.place} now belongs to {name(event.by)}" + (f", no longer to {name(event.of)}." if event.of else ".")


def _retreated(event: Retreated, name: Name) -> str:
    one = event.units == 1
    fate = f"{'goes' if one else 'go'} to {event.to}" if event.to else "disbands" if one else "disband"
    return f"{counted(event.units, 'unit')} of {name(event.seat)} at {event.place} {fate}."


def _ruined(event: Ruined, name: Name) -> str:  # noqa: ARG001
    lost = [f"its upgrades (level {event.levels})"] if event.levels else []
    lost += [f"the hero of class {CLASSES[rank]}" for rank in event.heroes]
    return f"With the place that was taken, {event.body} has lost {', '.join(lost)}."


REASONS = {
    "conquest": "no other side has an army left",
    "domination": "one side holds more than the dominating part of all regions",
    "last_round": "the last round is played",
}

SENTENCES: Mapping[type[values.Event], Callable[[Any, Name], str]] = {
    RoundBegan: lambda event, name: f"Round {event.round} begins with {name(event.first)}.",
    Produced: lambda event, name: f"{name(event.seat)} receives {stock_text(event.gained)}.",
    Allotted: lambda event, name: (
        "The alliance's pool allots "
        + ", ".join(f"{name(s)} {counted(n, 'unit')}" for s, n in zip(event.members, event.units, strict=True))
        + "."
    ),
    TurnBegan: lambda event, name: f"It is the turn of {name(event.seat)}.",
    Bought: _bought,
    Moved: _moved,
    Fought: _fought,
    Taken: _taken,
    Held: lambda event, name: f"{event.place} is held by {name(event.possessor)}: the combat is over.",
    Retreated: _retreated,
    Upgraded: lambda event, name: f"{name(event.seat)} upgrades {event.body} to level {event.level}.",
    Posted: lambda event, name: f"{name(event.seat)} posts a hero of class {CLASSES[event.rank]} to {event.body}.",
    Recalled: lambda event, name: (
        f"{name(event.seat)} recalls a hero of class {CLASSES[event.rank]} from {event.body}."
    ),
    Drew: lambda event, name: f"{name(event.seat)} finds a hero of class {CLASSES[event.rank]} on {event.body}.",
    Ruined: _ruined,
    Proposed: lambda event, name: f"{name(event.seat)} proposes an alliance of {_players(event.parties, name)}.",
    Accepted: lambda event, name: f"{name(event.seat)} agrees to an alliance of {_players(event.parties, name)}.",
    Allied: lambda event, name: f"{_players(event.members, name)} are allied now.",
    Lapsed: lambda event, name: f"The proposed alliance of {_players(event.parties, name)} is off ({event.why}).",
    Departed: lambda event, name: (
        f"{name(event.seat)} leaves the alliance with {_players(event.members, name)}; "
        f"a truce holds through round {event.until}."
    ),
    Out: lambda event, name: f"{name(event.seat)} has no army left and is out.",
    Ended: lambda event, name: f"The game is over, {REASONS[event.reason]}: {_players(event.winners, name)} won.",
}
