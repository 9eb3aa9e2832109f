"""Every sentence of Orbit Simulator: what happened, what became of a plan, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from armillary.core import prose, values
from armillary.core.prose import player
from armillary.core.values import Fate, Violation
from armillary.games.orbit.model import (
    Allocated,
    Arrived,
    Burned,
    Compensated,
    Destroyed,
    Ended,
    Energy,
    Fired,
    Heated,
    Hit,
    Moved,
    Overheated,
    Place,
    Recoiled,
    Returned,
    Rotated,
    Scooped,
    Ship,
    ShipEvent,
    Vented,
    View,
    in_table_order,
)

VIOLATIONS = {
    "incomplete_table": "The table lacks: {missing}.",
    "one_per_seat": "{asked} are given for {seats} seats.",
    "more_than_the_reactor": "{asked} energy is allocated; the reactor makes {reactor}.",
    "lost_does_not_fit": "The ships that are gone are those of seats {gone}, each lost in one turn.",
    "no_such_transfer": "No transfer from here leads to ring {ring}, sector {sector}.",
    "no_ship_to_turn": "Player {active} has no ship left to move.",
    "not_arrived": "The ship whose turn it is has arrived: it has no transfer to complete.",
    "both_ways": "Energy goes to the {subsystem} or comes back from there in one turn, not both.",
    "differences_and_targets": "Say what subsystems shall have, or by how much they change; not both.",
    "more_than_is_there": "{asked} energy cannot come back from the {subsystem}: only {there} is there.",
    "over_the_limit": "{asked} energy is too much for the {subsystem}: {limit} is the limit, so {more} more at most.",
    "more_than_the_reactor_has": "{asked} energy is allocated, but the reactor has {free} free now.",
    "over_the_return_limit": "{returned} energy returned and {vented} heat vented make {asked}; {most} a turn is all.",
    "more_than_the_heat": "{asked} heat cannot be vented: there was {heat} when the turn began.",
    "not_powered": "No power for the {subsystem}: {energy} energy of the {minimum} needed.",
    "no_movement": "Choose one movement: coast or burn.",
    "engines_too_weak": "A {intensity} burn needs {needed} energy in the engines; there is {energy}.",
    "too_little_mass": "A {intensity} burn needs {needed} reaction mass; there is {mass}.",
    "no_such_ring": "The burn would lead to ring {asked}; rings go from {low} to {high}.",
    "nothing_to_scoop": "The scoop would gather nothing: {mass} of {most} reaction mass is on board.",
    "fired_twice": "One shot a turn is all for the {weapon}.",
    "no_target": "The shot of the {weapon} needs a target.",
    "one_target_only": "One target at a time for the {weapon}, not {asked}.",
    "target_twice": "Player {target} is named twice for the {weapon}.",
    "own_ship": "A ship does not fire at itself.",
    "no_such_ship": "There is no player {target}; players are 1 to {most}.",
    "ship_is_gone": "The ship of player {target} is gone already.",
    "out_of_range": "Player {target} is out of range of the {weapon} after the move; in range: {in_range}.",
    "recoil_off_the_rings": "The recoil would throw the ship to ring {ring}, and there is none: compensate for it.",
    "nothing_to_compensate": "Only a railgun's recoil is compensated for.",
    "compensating_while_burning": "A burning ship has no recoil to compensate for.",
    "too_little_mass_to_compensate": "To compensate takes {needed} reaction mass; there is {mass}.",
}

FATES = {
    "carried_out": "The plan was carried out.",
    "allocated": "{amount} energy went to the {subsystem}: {energy} now.",
    "returned": "{amount} energy came back from the {subsystem}: {energy} left.",
    "kept": "{energy} energy stayed with the {subsystem}.",
    "vented": "{amount} heat was vented.",
    "rotated": "The ship turned {facing}.",
    "coasted": "The ship coasted to ring {ring}, sector {sector}.",
    "scooped": "The ship coasted to ring {ring}, sector {sector} and scooped {gained} reaction mass.",
    "burned": "The ship burned {mass} reaction mass at ring {ring}, sector {sector} and is bound for ring {to_ring}, "
    "sector {to_sector}.",
    "hit": "The {weapon} hit player {target} for {damage}.",
    "no_recoil": "The burn took up the recoil.",
    "recoiled": "The recoil throws the ship to ring {ring}, sector {sector}.",
    "compensated": "{mass} reaction mass took up the recoil.",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:  # noqa: ARG001
    """One sentence, and the rule it stands on."""
    return prose.explain(note, VIOLATIONS, FATES, _shown)


def _shown(name: str, value: Any) -> Any:
    """Lists with commas; where nobody is in range, that."""
    return "nobody" if name == "in_range" and not value else prose.shown(name, value)


# -- events ------------------------------------------------------------------------------------------------

ENDINGS = {
    "last_ship": "one ship is left",
    "all_destroyed": "no ship is left",
    "max_rounds": "the last round is played",
}


def _tell_hit(event: Hit, who: str) -> str:
    shields = f", shields took {event.absorbed} and turned it into heat" if event.absorbed else ""
    return f"{who} was hit for {event.damage}{shields}: hull {event.hull}."


def _tell_fired(event: Fired, who: str) -> str:
    targets = " and ".join(f"player {target}" for target in event.targets)
    return f"{who} fired the {event.weapon} at {targets}: {event.damage} damage each."


SENTENCES: Mapping[type[values.Event], Callable[[Any, str], str]] = {
    Allocated: lambda event, who: f"{who} allocated {energy_text(event.energy)}.",
    Returned: lambda event, who: f"{who} returned {energy_text(event.energy)} to the reactor.",
    Vented: lambda event, who: f"{who} vented {event.amount} heat; {event.heat} is left.",
    Rotated: lambda event, who: f"{who} turned {event.facing}.",
    Moved: lambda event, who: f"{who} drifted to {place(event)}.",
    Scooped: lambda event, who: f"{who} scooped {event.gained} reaction mass: {event.mass}.",
    Burned: lambda event, who: f"{who} made a {event.intensity} burn for {place(event)}; mass left: {event.mass}.",
    Fired: _tell_fired,
    Compensated: lambda event, who: f"{who} compensated for the recoil; mass left: {event.mass}.",
    Recoiled: lambda event, who: f"The recoil throws {who} to {place(event)}.",
    Hit: _tell_hit,
    Overheated: lambda event, who: f"Heat did {event.damage} damage to {who}: hull {event.hull}.",
    Heated: lambda event, who: f"{who} made {event.made} heat: {event.heat}.",
    Arrived: lambda event, who: f"{who} arrived at {place(event)}.",
}


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    if isinstance(event, Ended):
        return f"The game is over: {ENDINGS[event.reason]}."
    assert isinstance(event, ShipEvent)
    who = player(event.seat, view)
    return f"{who} was destroyed." if isinstance(event, Destroyed) else SENTENCES[type(event)](event, who)


def place(at: Place | Ship | Moved | Burned | Recoiled | Arrived) -> str:
    """`R4 S12`: ring 4, sector 12."""
    return f"R{at.ring} S{at.sector}"


def energy_text(energy: Energy) -> str:
    """`engines 2, laser 2`."""
    return ", ".join(f"{name} {amount}" for name, amount in in_table_order(energy).items()) or "nothing"
