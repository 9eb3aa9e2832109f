"""The board in plain text: at a glance, as a whole, or one ship, ring or subsystem of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from armillary.core.layout import filled, table
from armillary.core.prose import badge, beside, counted, find, listed, player
from armillary.core.values import Seat
from armillary.games.orbit.model import Aim, Config, Facing, Ship, Subsystem, View, Weapon
from armillary.games.orbit.rules.ends import end_reason, living, plays_twice, turns_to_come
from armillary.games.orbit.words.picture import CLOSED, MARGIN, rings
from armillary.games.orbit.words.sentences import ending, energy_text, place

WIDTH = 60
"""Of descriptions: any screen has room for them."""
WIDE = 158
"""On screens as wide as this, the tables stand beside the rings."""
WIDE_RINGS = 100
SOON = 4
"""So many rounds before a ring closes, whoever is on it is warned."""

LEGEND = "    Prograde is to the right; the right end meets the left."
ARROWS = {Facing.PROGRADE: "→", Facing.RETROGRADE: "←"}


WEAPONS = tuple(map(str, Weapon))


def ask(view: View) -> str:
    """What the seat is to do now, and what wins or, where it is in danger, what is to be done about that."""
    goal = f"The last ship wins; after round {view.setup.config.max_rounds}, the most hull."
    ship = None if view.seat is None else view.ships[view.seat - 1]
    if view.over:
        return "The match is over."
    if ship is None or view.seat != view.active:
        return f"{_turns(view)} {goal}"
    warnings = f"{_next_is_yours(view)}{_heat(ship)}{_closed(ship, view)}"
    if warnings:
        return f"Plan your turn.{warnings}"
    free = view.reactor[view.seat - 1]
    return f"Plan your turn: {f'share out {free} free energy, ' * bool(free)}move and fire. {goal}"


def _next_is_yours(view: View) -> str:
    return " The next one is yours too." if plays_twice(view) else ""


def _heat(ship: Ship) -> str:
    return f" Vent your heat ({ship.heat}), or it damages your hull." if ship.heat else ""


def _closed(ship: Ship, view: View) -> str:
    """A warning for a ship on a ring that is closed, or closes before long (OS-22)."""
    heat = view.setup.config.closing.heat
    if view.round == view.setup.config.max_rounds:
        return ""  # heat does no damage any more
    if ship.ring > view.open_rings:
        return f" Ring {ship.ring} is closed and gives {heat} heat a turn: burn inward."
    if view.next_closing and view.next_closing - view.round < SOON and ship.ring == view.open_rings:
        return f" Ring {ship.ring} closes in round {view.next_closing}: leave it."
    return ""


# -- at a glance -------------------------------------------------------------------------------------------


def overview(view: View, width: int) -> str:
    """The rings, the subsystems of the own ship, and all ships, the own first."""
    head = filled(" ".join([_heading(view), *_closing(view)]), width, hang=0)
    if width >= WIDE:
        energy, ships = _subsystem_table(view, width), _ship_table(view, width)
        lines = beside([*rings(view, WIDE_RINGS), _legend(view)], [*ships, "", *energy], width)
        if max(map(len, lines)) <= width:
            return "\n".join([*head, *lines])
    legend = filled(_legend(view).strip(), width, indent=MARGIN, hang=0)
    tables = beside(_ship_table(view, width), _subsystem_table(view, width), width)
    return "\n".join([*head, *rings(view, width), *legend, "", *tables])


def _own_first(view: View) -> list[Seat]:
    """All seats, beginning with the reader's."""
    seats = range(1, len(view.ships) + 1)
    first = view.seat or 1
    return [*seats[first - 1 :], *seats[: first - 1]]


def _ship_table(view: View, width: int) -> list[str]:
    rows: list[tuple[str, ...]] = [("", "place", "hull", "mass", "heat", "free", "arrives")]
    for seat in _own_first(view):
        ship, name = view.ships[seat - 1], f"{badge(seat)} {player(seat, view)}"
        if ship is None:
            rows.append((name, "lost", "", "", "", "", ""))
        else:
            numbers = (ship.hull, ship.mass, ship.heat, view.reactor[seat - 1])
            arrives = place(ship.transfer) if ship.transfer else ""
            rows.append((name, f"{place(ship)} {ARROWS[ship.facing]}", *map(str, numbers), arrives))
    return table(rows, "<<>>>><", width)


def _subsystem_table(view: View, width: int) -> list[str]:
    """Of the reader's own ship or, for whoever has none, of the ship whose turn it is."""
    seat = next((s for s in (view.seat, view.active) if s is not None and view.ships[s - 1] is not None), None)
    ship = None if seat is None else view.ships[seat - 1]
    if seat is None or ship is None:
        return []
    rows: list[tuple[str, ...]] = [(f"{badge(seat)} energy", "min", "rated", "limit", "now", "heat", "reach")]
    for name in Subsystem:
        spec, now = view.setup.config.subsystems[name], ship.energy.get(name, 0)
        heat = max(0, now - spec.overclock) * spec.heat
        in_range = view.in_range[seat - 1][Weapon(name)] if name in WEAPONS else ()
        numbers = (spec.minimum, spec.rated, spec.limit, now, heat)
        rows.append((str(name), *map(str, numbers), "".join(map(badge, in_range))))
    return table(rows, "<>>>>><", width)


# -- in full -----------------------------------------------------------------------------------------------


def names(view: View) -> tuple[str, ...]:
    """Subsystems, players and rings."""
    players = (f"Player {seat}" for seat in range(1, len(view.ships) + 1))
    return (*map(str, Subsystem), *players, *(f"Ring {ring}" for ring in range(1, len(view.setup.config.rings) + 1)))


def describe(view: View, part: str | None = None) -> str:
    """The rings unrolled, then every ship; or one subsystem, ship or ring."""
    if part is None:
        ships = [line for seat in range(1, len(view.ships) + 1) for line in _ship_lines(seat, view)]
        head = _wrapped([_heading(view), *_closing(view)], "")
        return "\n".join([*head, "", *rings(view, WIDTH), _legend(view), "", *ships])
    on_the_map = re.fullmatch(r"[Rr]([0-9]{1,2})", part)
    name = find(f"Ring {on_the_map[1]}" if on_the_map else part, names(view), "subsystem, player or ring")
    kind, _, number = name.partition(" ")
    if kind == "Player":
        lines = _ship_lines(int(number), view)
    elif kind == "Ring":
        lines = _ring_lines(int(number), view)
    else:
        lines = _subsystem_lines(Subsystem(name), view)
    return "\n".join(_wrapped(lines, "    "))


def _heading(view: View) -> str:
    if view.over:
        reason = end_reason(view.setup, view.round, living(view.ships))
        assert reason is not None
        return f"Final position: {ending(reason, view)}"
    return f"Round {view.round} of {view.setup.config.max_rounds}. {_turns(view)}{_turns_drawn(view)}"


def _turns(view: View) -> str:
    """Whose turn it is, and whether the next one is theirs as well."""
    return f"{player(view.active, view)} plans{' two turns in a row' * plays_twice(view)}."


def _turns_drawn(view: View) -> str:
    """Who plays when, from now to the end of the next round (OS-23)."""
    if not view.turn_orders:
        return ""
    turns = [(view.active, view.round), *turns_to_come(view)]
    now, then = (" ".join(badge(seat) for seat, number in turns if number == view.round + i) for i in (0, 1))
    return f" Turns: {now}{f'; round {view.round + 1}: {then}' * bool(then)}."


def _legend(view: View) -> str:
    """How to read the rings, and what marks a closed one where there is one."""
    most = len(view.setup.config.rings)
    return f"{LEGEND} R{most}{CLOSED}: closed." if view.open_rings < most else LEGEND


def _closing(view: View) -> list[str]:
    """Which rings are closed, and which is next (OS-22)."""
    closed = [str(ring) for ring in range(view.open_rings + 1, len(view.setup.config.rings) + 1)]
    told = [f"Closed: ring{'s' * (len(closed) > 1)} {listed(closed)}."] if closed else []
    if view.next_closing:
        told.append(f"Ring {view.open_rings} closes in round {view.next_closing}.")
    return [" ".join(told)] if told and not view.over else []


def _ship_lines(seat: Seat, view: View) -> list[str]:
    ship, name = view.ships[seat - 1], f"{badge(seat)} {player(seat, view)}"
    if ship is None:
        return [f"{name}: destroyed."]
    bound = f", bound for {place(ship.transfer)}" if ship.transfer else ""
    has = f"hull {ship.hull}, heat {ship.heat}, mass {ship.mass}"
    lines = [
        f"{name}: {place(ship)} {ship.facing}{bound}; {has}",
        f"  energy: {view.reactor[seat - 1]} free; {energy_text(ship.energy)} allocated",
    ]
    if not view.over:
        specs = view.setup.config.subsystems
        powered = [name for name, amount in ship.energy.items() if amount >= specs[name].minimum]
        lines.append(f"  in range when coasting: {aims_text(view.in_range[seat - 1], powered)}")
    return _wrapped(lines, "    ")


def _ring_lines(ring: int, view: View) -> list[str]:
    its = view.setup.config.rings[ring - 1]
    drift = counted(its.velocity, "sector")
    there = [
        f"{badge(seat)} {player(seat, view)}: sector {ship.sector}, facing {ship.facing}"
        for seat, ship in enumerate(view.ships, start=1)
        if ship is not None and ship.ring == ring
    ]
    head = f"Ring {ring}: {counted(its.sectors, 'sector')}; a ship on it drifts {drift} per turn."
    heat = view.setup.config.closing.heat
    if ring > view.open_rings:
        head += f" It is closed: every turn on it costs {heat} heat."
    elif view.next_closing and ring == view.open_rings:
        head += f" It closes in round {view.next_closing}: every turn on it then costs {heat} heat."
    return [head, *(there or ["No ship is on it."])]


def _subsystem_lines(name: Subsystem, view: View) -> list[str]:
    spec = view.setup.config.subsystems[name]
    heat = f" Every point above {spec.overclock} makes {spec.heat} heat per turn." if spec.heat else ""
    lines = [
        (
            f"{name.capitalize()}: powered with {spec.minimum} energy or more, built for {spec.rated}, "
            f"takes at most {spec.limit}.{heat}"
        ),
        _purpose(name, view.setup.config),
    ]
    for seat in _own_first(view):
        if ship := view.ships[seat - 1]:
            powered = "powered" if ship.energy.get(name, 0) >= spec.minimum else "not powered"
            lines.append(f"{badge(seat)} {player(seat, view)}: {ship.energy.get(name, 0)} energy, {powered}.")
    return lines


def _purpose(name: Subsystem, config: Config) -> str:
    """What a subsystem is for, with the numbers of this match."""
    laser, railgun, missiles = config.weapons.laser, config.weapons.railgun, config.weapons.missiles
    burns = [
        f"{intensity} {cost.energy} energy and {cost.mass} reaction mass for {counted(cost.rings, 'ring')}"
        for intensity, cost in config.burns.items()
    ]
    return {
        Subsystem.ENGINES: f"They burn to other rings, outward when prograde, inward when retrograde: {listed(burns)}.",
        Subsystem.THRUSTERS: "They turn the ship round, before it moves.",
        Subsystem.SCOOP: f"It gathers reaction mass while the ship coasts, up to {config.most_mass}.",
        Subsystem.LASER: f"It does {laser.damage} damage to every ship you choose, up to "
        f"{counted(laser.rings, 'ring')} in or out, whose sector overlaps yours.",
        Subsystem.RAILGUN: f"It does {railgun.damage} damage to one ship ahead of you on your ring, up to "
        f"{railgun.sectors_per_ring} sectors away per ring number. Its recoil throws a coasting ship "
        f"{counted(railgun.recoil, 'ring')} against its facing, unless you compensate with "
        f"{railgun.compensation} reaction mass and powered engines.",
        Subsystem.MISSILES: f"They do {missiles.damage} damage to one ship up to {counted(missiles.rings, 'ring')} "
        f"and {counted(missiles.sectors, 'sector')} away.",
        Subsystem.SHIELDS: "They turn weapon damage into heat, as much per attacking turn as they have energy.",
    }[name]


def aims_text(aims: Aim, powered: Iterable[Subsystem]) -> str:
    """Who is in range of what; weapons without power say so."""
    ready = {str(name) for name in powered}
    texts = []
    for weapon in Weapon:
        targets = listed([f"Player {target}" for target in aims[weapon]])
        texts.append(f"{weapon}: {targets or 'nobody'}" + (" if powered" if targets and weapon not in ready else ""))
    return "; ".join(texts)


def _wrapped(lines: Iterable[str], indent: str) -> list[str]:
    """The lines in this module's width, what does not fit indented below."""
    return [part for line in lines for part in filled(line, WIDTH, hang=len(indent))]
