"""Orbit Simulator in words: every sentence of the game, and the position as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from textwrap import wrap
from typing import Any

from armillary.core import values
from armillary.core.values import Fate, Seat, Violation, path_text
from armillary.games.orbit.config import Subsystem, Weapon
from armillary.games.orbit.model import (
    Aim,
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
    Preview,
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
from armillary.games.orbit.plans import HELP, format_order, parse_order
from armillary.games.orbit.positions import format_state, parse_state

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

WIDTH = 80
MAP_WIDTH = 72
"""Columns for a whole circle: ring 1's six sectors get twelve each."""

LEGEND = "    Prograde is to the right; the right end meets the left."


def notation() -> str:
    """How plans are typed."""
    return HELP


# -- violations and fates ----------------------------------------------------------------------------------

VIOLATIONS = {
    "out_of_bounds": "{asked} is outside {low} to {high}.",
    "incomplete_table": "The table lacks: {missing}.",
    "one_a_seat": "{asked} are given for {seats} seats.",
    "more_than_the_reactor": "{asked} energy is allocated; the reactor makes {reactor}.",
    "lost_does_not_fit": "The ships that are gone are those of seats {gone}, each lost in one turn.",
    "no_such_transfer": "No transfer from here leads to ring {ring}, sector {sector}.",
    "no_ship_to_turn": "Player {active} has no ship left to move.",
    "not_arrived": "The ship whose turn it is has arrived: it has no transfer to complete.",
    "too_small": "{asked} is too small; {fewest} is the least.",
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
    """One sentence with the rule it stands on."""
    params = {name: _plain(value) for name, value in note.params.items()}
    if isinstance(note, Fate):
        return f"{FATES[note.verdict].format(**params)} [{note.rule}]"
    return f"{VIOLATIONS[note.code].format(**params)} ({path_text(note.path)}) [{note.rule}]"


def _plain(value: object) -> object:
    """Lists as people write them."""
    return (", ".join(map(str, value)) or "nobody") if isinstance(value, list) else value


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
    Allocated: lambda event, who: f"{who} allocated {_energy(event.energy)}.",
    Returned: lambda event, who: f"{who} returned {_energy(event.energy)} to the reactor.",
    Vented: lambda event, who: f"{who} vented {event.amount} heat; {event.heat} is left.",
    Rotated: lambda event, who: f"{who} turned {event.facing}.",
    Moved: lambda event, who: f"{who} drifted to {_place(event)}.",
    Scooped: lambda event, who: f"{who} scooped {event.gained} reaction mass: {event.mass}.",
    Burned: lambda event, who: f"{who} made a {event.intensity} burn for {_place(event)}; mass left: {event.mass}.",
    Fired: _tell_fired,
    Compensated: lambda event, who: f"{who} compensated for the recoil; mass left: {event.mass}.",
    Recoiled: lambda event, who: f"The recoil throws {who} to {_place(event)}.",
    Hit: _tell_hit,
    Overheated: lambda event, who: f"Heat did {event.damage} damage to {who}: hull {event.hull}.",
    Heated: lambda event, who: f"{who} made {event.made} heat: {event.heat}.",
    Arrived: lambda event, who: f"{who} arrived at {_place(event)}.",
}


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    if isinstance(event, Ended):
        return f"The game is over: {ENDINGS[event.reason]}."
    assert isinstance(event, ShipEvent)
    who = _player(event.seat, view)
    return f"{who} was destroyed." if isinstance(event, Destroyed) else SENTENCES[type(event)](event, who)


def _player(seat: Seat, view: View) -> str:
    return f"Player {seat} (you)" if seat == view.seat else f"Player {seat}"


def _place(place: Place | Moved | Burned | Recoiled | Arrived) -> str:
    return f"R{place.ring} S{place.sector}"


def _energy(energy: Energy) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in in_table_order(energy).items()) or "nothing"


def _aims(aims: Aim, powered: Iterable[Subsystem]) -> str:
    """Who is in range of what; weapons without power say so."""
    ready = {str(name) for name in powered}
    texts = []
    for weapon in Weapon:
        targets = ", ".join(map(str, aims[weapon]))
        texts.append(f"{weapon} {targets or 'nobody'}" + (" if powered" if targets and weapon not in ready else ""))
    return "; ".join(texts)


# -- planning ----------------------------------------------------------------------------------------------


def forecast(preview: Preview, view: View) -> str:
    """The planning phase as a few lines: what this plan would come to."""
    lines = [
        f"Energy   {_energy(preview.energy)}; reactor {preview.reactor} free next turn",
        f"Powered  {', '.join(preview.powered) or 'nothing'}",
        f"Returns  {preview.returns_left} of {view.config.return_limit} left for energy and heat this turn",
        f"Course   {_course(preview)}, facing {preview.facing}",
        f"Range    {_aims(preview.in_range, preview.powered)}",
    ]
    lines += [
        f"Strike   {_strike(strike.seat, strike.damage, strike.absorbed, strike.hull)}" for strike in preview.strikes
    ]
    lines.append(f"Heat     {_heat(preview)}")
    lines.append(f"After    hull {preview.hull}, mass {preview.mass} of {view.config.most_mass}, heat {preview.heat}")
    return "\n".join(_wrapped(lines, " " * 9))


def _course(preview: Preview) -> str:
    course = f"{_place(preview.now)} -> {_place(preview.after_orbit)}"
    return course if preview.arrival is None else f"{course}, arriving next turn at {_place(preview.arrival)}"


def _strike(seat: Seat, damage: int, absorbed: int, hull: int) -> str:
    shields = f", shields take {absorbed}" if absorbed else ""
    return f"player {seat}: {damage} damage{shields}, " + (f"hull {hull} left" if hull else "destroyed")


def _heat(preview: Preview) -> str:
    hurts = f"{preview.heat_damage} damage to the hull" if preview.heat_damage else "no damage"
    made = f"{preview.heat_made} new, hurting from next turn" if preview.heat_made else "none new"
    return f"{hurts}; {made}"


# -- the position ------------------------------------------------------------------------------------------


def describe(view: View) -> str:
    """The whole board in plain text: the rings unrolled, then every ship."""
    lines = [_heading(view), "", *_map(view), LEGEND, ""]
    for seat, ship in enumerate(view.ships, start=1):
        lines += [f"{_player(seat, view)}: destroyed."] if ship is None else _ship_lines(seat, ship, view)
    return "\n".join(lines)


def _heading(view: View) -> str:
    if view.over:
        return "The game is over."
    return f"Round {view.round} of {view.config.max_rounds}. {_player(view.active, view)} plans."


def _map(view: View) -> list[str]:
    """A line a ring, outermost first."""
    return [f"R{ring:<2} {_ring_line(ring, view)}" for ring in range(len(view.config.rings), 0, -1)]


def _ring_line(ring: int, view: View) -> str:
    sectors = view.config.rings[ring - 1].sectors
    columns = ["."] * MAP_WIDTH
    if sectors * 3 <= MAP_WIDTH:
        for sector in range(sectors):
            columns[_column(sector, sectors)] = "|"
    for seat, ship in enumerate(view.ships, start=1):
        if ship is not None and ship.ring == ring:
            _put(columns, _column(2 * ship.sector + 1, 2 * sectors), str(seat))
    return "".join(columns)


def _column(part: int, parts: int) -> int:
    return part * MAP_WIDTH // parts


def _put(columns: list[str], at: int, mark: str) -> None:
    """Ships that would cover each other stand side by side."""
    while columns[at] not in ".|":
        at = (at + 1) % MAP_WIDTH
    columns[at] = mark


def _ship_lines(seat: Seat, ship: Ship, view: View) -> list[str]:
    bound = f", bound for {_place(ship.transfer)}" if ship.transfer else ""
    place = f"R{ship.ring} S{ship.sector} {ship.facing}{bound}"
    lines = [
        f"{_player(seat, view)}: {place}; hull {ship.hull}, heat {ship.heat}, mass {ship.mass}",
        f"  {view.reactor[seat - 1]} energy free; {_energy(ship.energy)}",
    ]
    if not view.over:
        lines.append(f"  coasting, in range: {_aims(view.in_range[seat - 1], _powered(ship, view))}")
    return _wrapped(lines, "    ")


def _wrapped(lines: Iterable[str], indent: str) -> list[str]:
    return [part for line in lines for part in wrap(line, WIDTH, subsequent_indent=indent)]


def _powered(ship: Ship, view: View) -> list[Subsystem]:
    specs = view.config.subsystems
    return [name for name, amount in ship.energy.items() if amount >= specs[name].minimum]
