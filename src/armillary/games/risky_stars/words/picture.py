"""The position at a glance: stocks, own armies and threats, then the systems, a line for each.

    Vega     home ●  Aurum ●3 3 3 3  Brine ●2  Cinder ·  Dross ●1  Ember ·  Mouths · ●4 · ▲2 ·
    Rigel    Aurum ●2 vs ▲5  Brine ▲1  Mouths ●1 ▲3

A number is an army, the shape before it its player; an army without a shape is the same player's as the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from armillary.core.layout import FIRM, filled, table
from armillary.core.prose import badge, counted, player
from armillary.core.values import Seat
from armillary.games.risky_stars.map.tables import NO_BODY, Tables, tables_of
from armillary.games.risky_stars.model import NOBODY, Place, SystemKind, View
from armillary.games.risky_stars.rules.board import at_peace, at_rest
from armillary.games.risky_stars.rules.diplomacy import parties

FREE = "·"
GAP = "   "
BESIDE = 140
"""From this width on, armies and threats stand beside the players."""
NARROWEST = 50
"""Columns that armies and threats need there."""
MAX_ARMIES = 5


def overview(view: View, width: int) -> str:
    """Players, own armies, threats and systems, no line longer than `width`."""
    tables = tables_of(view.setup.map)
    players = _players(view, width)
    left = max(map(len, players)) + len(GAP)
    if width >= BESIDE and width - left >= NARROWEST:
        lines = _beside(players, _notes(view, tables, width - left), left)
    else:
        lines = [*players, *_notes(view, tables, width)]
    return "\n".join([*lines, "", *_systems(view, tables, width), *filled(_legend(view), width)])


def _legend(view: View) -> str:
    home = view.setup.map.systems[(view.seat or 1) - 1].name
    one, other = badge(1), badge(2)
    return (
        f"{FREE} free, {one}3+{other}2 allies, {one}3 vs {other}5 a combat; 'look {home}' shows where its mouths lead."
    )


def _beside(left: Sequence[str], right: Sequence[str], width: int) -> list[str]:
    rows = max(len(left), len(right))
    padded = [[*column, *[""] * (rows - len(column))] for column in (left, right)]
    return [f"{one:{width}}{other}".rstrip() for one, other in zip(*padded, strict=True)]


# -- players -----------------------------------------------------------------------------------------------


def _players(view: View, width: int) -> list[str]:
    """Round and table of players: the reader first, the others in this round's order of turns."""
    rows = [[f"Round {view.round} of {view.setup.config.max_rounds}"]]
    rows[0] += ["turn", "regions", "units", "population", "metals", "fuel", "can buy"]
    for seat in sorted(view.turn_order, key=lambda seat: seat != view.seat):
        name = f"{badge(seat)} {player(seat, view)}"
        if seat in view.out:
            rows.append([name, "out", *[""] * 6])
            continue
        turn = "now" if seat == view.turn.seat and not view.end_reason else str(1 + view.turn_order.index(seat))
        stock = [f"{have} +{gain}" for have, gain in zip(view.stocks[seat - 1], view.income[seat - 1], strict=True)]
        rows.append(
            [name, turn, str(view.regions[seat - 1]), str(view.units[seat - 1]), *stock, str(view.affordable[seat - 1])]
        )
    return table(rows, "<<" + ">" * (len(rows[0]) - 2), width, gap=2)


# -- armies, threats, diplomacy ----------------------------------------------------------------------------


def _notes(view: View, tables: Tables, width: int) -> list[str]:
    notes = [*_armies(view, tables), *_diplomacy(view)]
    return [line for note in notes for line in filled(note, width)]


def _armies(view: View, tables: Tables) -> Iterator[str]:
    """Combats the reader is in, the reader's largest armies, and the enemy's that could come next turn."""
    seat = view.seat
    if seat is None or seat in view.out:
        return
    fights = [
        f"{tables.places[place]}{FIRM}{_camp(here, NOBODY)}"
        for place, here in enumerate(view.places)
        if here.attackers and seat in {here.possessor, *(army.owner for army in here.attackers)}
    ]
    if fights:
        yield f"Combats: {', '.join(fights)}."
    own = [(at_rest(here, seat), place) for place, here in enumerate(view.places)]
    large = sorted(((units, place) for units, place in own if units > 1), key=lambda army: -army[0])
    few = sum(units == 1 for units, _ in own)
    told = [f"{units}{FIRM}at{FIRM}{tables.places[place]}" for units, place in large[:MAX_ARMIES]]
    told += [counted(len(large) - MAX_ARMIES, "smaller army", "smaller armies")] if large[MAX_ARMIES:] else []
    told += [counted(few, "single unit")] if few else []
    yield f"Your armies: {', '.join(told)}."
    threats = sorted(_threats(view, seat, tables), reverse=True)
    told = [f"{badge(owner)}{units}{FIRM}at{FIRM}{place}" for units, owner, place in threats[:MAX_ARMIES]]
    told += [f"{len(threats) - MAX_ARMIES} more"] if threats[MAX_ARMIES:] else []
    yield f"Threats: {', '.join(told)}." if told else "Threats: no enemy army can reach you."


def _threats(view: View, seat: Seat, tables: Tables) -> Iterator[tuple[int, Seat, str]]:
    """Enemy armies that can be launched at one of the reader's places (RS-V2, RS-V3)."""
    for place, here in enumerate(view.places):
        launchable = here.possessor != NOBODY and here.units > 1 and not here.attackers
        hostile = launchable and not at_peace(view, seat, here.possessor)
        if hostile and any(view.places[target].possessor == seat for target in tables.reach(place)):
            yield here.units - 1, here.possessor, tables.places[place]


def _diplomacy(view: View) -> Iterator[str]:
    told = ["+".join(map(badge, members)) + " are allied" for members in view.alliances]
    told += [f"truce {badge(t.one)}-{badge(t.other)} through round {t.until}" for t in view.truces]
    for proposal in view.proposals:
        agreed = "".join(map(badge, proposal.accepted))
        told.append(f"{'+'.join(map(badge, parties(proposal)))} proposed, {agreed} agreed")
    if told:
        yield f"Alliances: {'; '.join(told)}."


# -- systems -----------------------------------------------------------------------------------------------


def _systems(view: View, tables: Tables, width: int) -> Iterator[str]:
    """The reader's home first; systems of one kind side by side where there is room for it."""
    systems = view.setup.map.systems
    name = max(len(system.name) for system in systems)
    for kind in SystemKind:
        numbers = [number for number, system in enumerate(systems) if system.kind is kind]
        if kind is SystemKind.HOME and view.seat is not None:
            first = view.seat - 1
            numbers = numbers[first:] + numbers[:first]
        cells = [f"{systems[number].name:{name}}  {_contents(view, number, tables)}" for number in numbers]
        widest = max(map(len, cells))
        columns = max(1, (width + len(GAP)) // (widest + len(GAP)))
        for start in range(0, len(cells), columns):
            line = GAP.join(f"{cell:{widest}}" for cell in cells[start : start + columns]).rstrip()
            yield from filled(line, width, hang=name + 2)


def _contents(view: View, number: int, tables: Tables) -> str:
    """Whose home it is, its bodies with the armies in their regions, and its mouths by number."""
    system = view.setup.map.systems[number]
    parts = [f"home{FIRM}{badge(tables.homes.index(number) + 1)}"] if system.kind is SystemKind.HOME else []
    places = tables.in_system[number]
    if all(view.places[place].possessor == NOBODY for place in places):
        return "  ".join([*parts, f"free: {', '.join(body.name for body in system.bodies)}"])
    for body, where in enumerate(tables.body_system):
        if where == number:
            parts.append(f"{tables.bodies[body].partition('/')[2]}{FIRM}{_camps(view, tables.regions[body])}")
    mouths = [place for place in places if tables.body_of[place] == NO_BODY]
    return "  ".join([*parts, f"Mouths{FIRM}{_camps(view, mouths)}"])


def _camps(view: View, places: Sequence[int]) -> str:
    before, told = NOBODY, []
    for here in (view.places[place] for place in places):
        told.append(_camp(here, before))
        before = NOBODY if here.guests or here.attackers else here.possessor
    return FIRM.join(told)


def _camp(place: Place, before: Seat) -> str:
    """`●3`, with guests `●3+▲2`, in a combat `●3 vs ▲5`; no shape after an army of the same player."""
    if place.possessor == NOBODY:
        return FREE
    told = f"{'' if place.possessor == before else badge(place.possessor)}{place.units}"
    told += "".join(f"+{badge(army.owner)}{army.units}" for army in place.guests + place.reinforcements)
    if place.attackers:
        told += f"{FIRM}vs{FIRM}" + "+".join(f"{badge(army.owner)}{army.units}" for army in place.attackers)
    return told
