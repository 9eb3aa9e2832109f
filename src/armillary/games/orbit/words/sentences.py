"""Every sentence of Orbit Simulator: what happened, what became of a plan, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from armillary.core import prose, values
from armillary.core.prose import listed, player
from armillary.core.values import Fate, Outcome, Violation
from armillary.games.orbit.model import (
    Allocated,
    Arrived,
    Burned,
    Closed,
    Compensated,
    Destroyed,
    Ended,
    EndReason,
    Energy,
    Facing,
    Fired,
    Heated,
    Hit,
    Moved,
    OrderDrawn,
    Overheated,
    Place,
    Recoiled,
    Returned,
    Rotated,
    Scooped,
    Scorched,
    Ship,
    ShipEvent,
    Vented,
    View,
    in_table_order,
)

FACINGS = {Facing.PROGRADE: "forward", Facing.RETROGRADE: "backward"}
"""Forward is the way ships drift."""

VIOLATIONS = {
    "incomplete_table": "{place} must be complete; missing: {missing}.",
    "none_is_drawn": "Turns go by seats in this match, so no order of turns is drawn.",
    "last_order_only": "In the last round there is one order of turns: that of this round.",
    "two_orders": "There must be two orders of turns: that of this round and that of the next.",
    "impossible_turn_order": "{place} must name everybody who still has a ship or has the turn, and only players of "
    "this match, each of them once.",
    "one_per_seat": "{place} must have one entry per seat: {seats}, not {asked}.",
    "more_than_the_reactor": "{asked} energy is allocated, but the reactor makes only {reactor}.",
    "lost_does_not_fit": "The lost seats must be exactly those without a ship ({gone}), each named once.",
    "no_such_transfer": "No transfer leads from this ship's place to ring {ring}, sector {sector}.",
    "no_ship_to_turn": "It cannot be the turn of player {active}, who has no ship left.",
    "not_arrived": "The ship whose turn it is has arrived, so it cannot have a transfer to complete.",
    "both_ways": "In one turn energy goes to the {subsystem} or comes back from there, not both.",
    "differences_and_targets": "Say either how much energy subsystems should have or by how much it changes, not both.",
    "more_than_is_there": "Only {there} energy can come back from the {subsystem}, not {asked}.",
    "over_the_limit": "The limit for the {subsystem} is {limit} energy, not {asked}; you can add at most {more}.",
    "more_than_the_reactor_has": "You allocate {asked} energy, but the reactor has only {free} free this turn.",
    "over_the_return_limit": "{returned} energy returned and {vented} heat vented come to {asked}; "
    "the two together are limited to {most} per turn.",
    "more_than_the_heat": "You cannot vent {asked} heat: there was only {heat} when the turn began.",
    "not_powered": "There is no power for the {subsystem}: {energy} energy is allocated, {minimum} is needed.",
    "no_movement": "Choose a movement: coast or burn.",
    "engines_too_weak": "A {intensity} burn needs {needed} energy in the engines, not {energy}.",
    "too_little_mass": "A {intensity} burn needs {needed} reaction mass; the ship has {mass}.",
    "no_such_ring": "This burn would lead to ring {asked}, which does not exist; rings are {low} to {high}. "
    "A burn leads outward when you face forward, and inward when you face backward.",
    "nothing_to_scoop": "The scoop would gather nothing: the ship carries {mass} of at most {most} reaction mass.",
    "too_many_shots": "A plan has at most {most} shots, one for each weapon, not {asked}.",
    "too_many_targets": "You name {asked} targets for the {weapon}, but there are only {most} ships.",
    "fired_twice": "You can fire the {weapon} only once per turn.",
    "no_target": "Choose a target for the {weapon}.",
    "one_target_only": "You can fire the {weapon} at only one target, not {asked}.",
    "target_twice": "Player {target} is named twice as a target for the {weapon}.",
    "own_ship": "You cannot fire at your own ship.",
    "no_such_ship": "There is no player {target}; players are 1 to {most}.",
    "ship_is_gone": "The ship of Player {target} has already been destroyed.",
    "out_of_range": "Player {target} is out of range of the {weapon} after your move; in range: {in_range}.",
    "recoil_off_the_rings": "The recoil would throw the ship to ring {ring}, which does not exist; compensate for it.",
    "nothing_to_compensate": "Only the railgun has recoil to compensate for.",
    "compensating_while_burning": "A burning ship has no recoil to compensate for.",
    "too_little_mass_to_compensate": "Compensating needs {needed} reaction mass; the ship has {mass}.",
}

FATES = {
    "carried_out": "The plan was carried out.",
    "allocated": "{amount} energy went to the {subsystem}: {energy} now.",
    "returned": "{amount} energy came back from the {subsystem}: {energy} left.",
    "kept": "The {subsystem} kept {energy} energy.",
    "vented": "{amount} heat was vented.",
    "rotated": "The ship turned to face {facing}.",
    "coasted": "The ship coasted to ring {ring}, sector {sector}.",
    "scooped": "The ship coasted to ring {ring}, sector {sector} and scooped {gained} reaction mass.",
    "burned": "The ship burned {mass} reaction mass at ring {ring}, sector {sector} and is bound for ring {to_ring}, "
    "sector {to_sector}.",
    "hit": "Player {target} was hit by the {weapon} for {damage} damage.",
    "no_recoil": "The burn absorbed the recoil.",
    "recoiled": "The recoil throws the ship to ring {ring}, sector {sector}.",
    "compensated": "{mass} reaction mass compensated for the recoil.",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:
    """One sentence, and the rule it stands on."""
    return prose.explain(note, VIOLATIONS, FATES, _shown)


def _shown(name: str, value: Any) -> Any:
    """Seats in range are players; seats that there are none of are nobody's."""
    if name in ("in_range", "gone") and not value:
        return "nobody"
    if name == "facing":
        return FACINGS[value]
    return listed([f"Player {seat}" for seat in value]) if name == "in_range" else prose.shown(name, value)


# -- events ------------------------------------------------------------------------------------------------


def tell(event: values.Event, view: View) -> str:
    """What happened, in a sentence or two."""
    if isinstance(event, Ended):
        return f"The game is over: {ending(event.reason, view)}"
    if isinstance(event, Closed):
        return f"Ring {event.ring} closed: every turn there now ends with {event.heat} heat."
    if isinstance(event, OrderDrawn):
        first, *others = (player(seat, view) for seat in event.order)
        return f"Drawn for round {event.round}: {first}, then {listed(others)}."
    assert isinstance(event, ShipEvent)
    return SENTENCES[type(event)](event, player(event.seat, view))


def ending(reason: EndReason, view: View) -> str:
    """Why the game is over, and who is left or has the most hull."""
    hulls = {player(seat, view): ship.hull for seat, ship in enumerate(view.ships, start=1) if ship is not None}
    most = max(hulls.values(), default=0)
    first = [who for who, hull in hulls.items() if hull == most]
    if reason == EndReason.ALL_DESTROYED:
        why = "no ship is left"
    elif reason == EndReason.LAST_SHIP:
        why = f"the ship of {listed(first)} is the last one left"
    elif len(first) == 1:
        why = f"the last round has been played. {first[0]} has the most hull: {most}"
    else:
        why = f"the last round has been played. {listed(first)} share the most hull: {most} each"
    return f"{why}."


def conclude(outcome: Outcome, view: View) -> str:
    """Who won, with how much hull, and why it was over (OS-19)."""
    if ended := prose.conclude(outcome, view):
        return ended
    if outcome.reason == EndReason.ALL_DESTROYED:
        last = listed([player(seat, view) for seat in outcome.ranking[0]])
        return (
            f"A draw between {last}: no ship is left."
            if len(outcome.ranking[0]) > 1
            else "Nobody wins: no ship is left."
        )
    if outcome.reason == EndReason.LAST_SHIP:
        (winner,) = outcome.winners
        others = "the other ship is" if len(outcome.scores) == 2 else "all other ships are"
        return f"{player(winner, view)} wins with {outcome.scores[winner - 1]} hull: {others} destroyed."
    return f"{prose.won(outcome, view, 'hull', 'hull')}: all {view.setup.config.max_rounds} rounds have been played."


def _fired(event: Fired, who: str) -> str:
    targets = listed([f"Player {target}" for target in event.targets])
    return f"{who} fired the {event.weapon} at {targets} for {event.damage} damage{' each' * (len(event.targets) > 1)}."


def _hit(event: Hit, who: str) -> str:
    shields = f"; shields turned {event.absorbed} of it into heat" if event.absorbed else ""
    return f"{who} was hit for {event.damage} damage{shields}. Hull: {event.hull}."


SENTENCES: Mapping[type[values.Event], Callable[[Any, str], str]] = {
    Allocated: lambda event, who: f"{who} allocated {energy_text(event.energy)}.",
    Returned: lambda event, who: f"{who} returned {energy_text(event.energy)} to the reactor.",
    Vented: lambda event, who: f"{who} vented {event.amount} heat; {event.heat} is left.",
    Rotated: lambda event, who: f"{who} turned to face {FACINGS[event.facing]}.",
    Moved: lambda event, who: f"{who} drifted to {place(event)}.",
    Scooped: lambda event, who: f"{who} scooped {event.gained} reaction mass and now has {event.mass}.",
    Burned: lambda event, who: f"{who} made a {event.intensity} burn for {place(event)}; mass left: {event.mass}.",
    Fired: _fired,
    Compensated: lambda event, who: f"{who} compensated for the recoil; mass left: {event.mass}.",
    Recoiled: lambda event, who: f"The recoil throws {who} to {place(event)}.",
    Hit: _hit,
    Overheated: lambda event, who: f"Heat did {event.damage} damage to {who}. Hull: {event.hull}.",
    Heated: lambda event, who: f"Overclocking gave {who} {event.made} heat: {event.heat} in total.",
    Scorched: lambda event, who: f"The closed ring gave {who} {event.taken} heat: {event.heat} in total.",
    Destroyed: lambda _, who: f"The ship of {who} was destroyed.",
    Arrived: lambda event, who: f"{who} arrived at {place(event)}.",
}


def place(at: Place | Ship | Moved | Burned | Recoiled | Arrived) -> str:
    """`R4 S12`: ring 4, sector 12."""
    return f"R{at.ring} S{at.sector}"


def energy_text(energy: Energy) -> str:
    """`engines 2, laser 2`."""
    return ", ".join(f"{name} {amount}" for name, amount in in_table_order(energy).items()) or "nothing"
