"""The whole position in plain text, for 80 columns: players, diplomacy, then the map system by system."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from armillary.core.dice import FastDice
from armillary.core.prose import counted, player
from armillary.games.risky_stars.map.tables import NO_BODY, Tables, tables_of
from armillary.games.risky_stars.model import EMPTY, RESOURCES, Army, Hero, Place, State, SystemKind, View
from armillary.games.risky_stars.rules.board import regions_of, units_of
from armillary.games.risky_stars.rules.diplomacy import parties
from armillary.games.risky_stars.rules.economy import affordable, income
from armillary.games.risky_stars.rules.ends import winners_of
from armillary.games.risky_stars.sight import sample_world
from armillary.games.risky_stars.words.sentences import CLASSES, KINDS, ending, players

WIDTH = 78


def describe(view: View) -> str:
    """Who has what, who is allied, and which armies are where."""
    world = sample_world(view, FastDice(0))  # nothing below depends on the order of the deck
    tables = tables_of(view.setup.map)
    lines = [*_filled(_headline(view, world), ""), *_players(view, world, tables), *_diplomacy(view)]
    for number in range(len(view.setup.map.systems)):
        lines += ["", *_system(view, number, tables)]
    return "\n".join(lines)


def _headline(view: View, world: State) -> str:
    if view.end_reason:
        return ending(view.end_reason, winners_of(world), view)
    return f"Round {view.round} of {view.setup.config.max_rounds}. It is the turn of {player(view.turn.seat, view)}."


def _players(view: View, world: State, tables: Tables) -> Iterator[str]:
    seats = view.setup.seats
    regions, units = regions_of(view.places, tables, seats), units_of(view.places, seats)
    gains = income(world)
    for seat in range(1, seats + 1):
        if seat in view.out:
            yield f"{player(seat, view)} is out."
            continue
        stock = ", ".join(
            f"{have} {name} (+{gain})"
            for have, name, gain in zip(view.stocks[seat - 1], RESOURCES, gains[seat - 1], strict=True)
        )
        yield from _filled(
            f"{player(seat, view)}: {counted(regions[seat], 'region')}, {counted(units[seat], 'unit')}, "
            f"can buy {affordable(world, seat)} more. "
            f"Stock and income: {stock}. Heroes: {_heroes(view.heroes[seat - 1], tables)}.",
            "",
        )


def _heroes(heroes: tuple[Hero, ...], tables: Tables) -> str:
    told = [f"{CLASSES[h.rank]} {'' if h.body == NO_BODY else 'at ' + tables.bodies[h.body]}".strip() for h in heroes]
    return ", ".join(told) or "none"


def _diplomacy(view: View) -> Iterator[str]:
    for members in view.alliances:
        yield f"{players(members, view)} are allied."
    for truce in view.truces:
        yield f"Truce between {players((truce.one, truce.other), view)} through round {truce.until}."
    for proposal in view.proposals:
        agreed = players(proposal.accepted, view)
        yield from _filled(f"Proposed alliance of {players(parties(proposal), view)}; agreed so far: {agreed}.", "")
    if view.cards:
        yield f"Heroes still to be found in the featured system: {len(view.cards)}."
    if view.turn.launched:
        names = tables_of(view.setup.map).places
        yield from _filled("Launched this turn: " + ", ".join(names[place] for place in view.turn.launched) + ".", "")


def _system(view: View, number: int, tables: Tables) -> Iterator[str]:
    """A system's title, its bodies and its mouths; an empty system is described briefly."""
    system = view.setup.map.systems[number]
    what = f"{KINDS[system.kind]} system"
    if system.kind is SystemKind.HOME:
        what = f"home of {player(tables.homes.index(number) + 1, view)}"
    places = tables.in_system[number]
    bodies = [body for body, where in enumerate(tables.body_system) if where == number]
    mouths = [place for place in places if tables.body_of[place] == NO_BODY]
    if all(view.places[place] == EMPTY for place in places):
        yield f"{system.name}, {what}: nobody is there."
        yield from _packed([_title(view, body, tables) for body in bodies])
        yield from _packed([_way(place, tables) for place in mouths])
        return
    yield f"{system.name}, {what}"
    for body in bodies:
        regions = tables.regions[body]
        if len(regions) > 1:
            first, *others = [f"{_last(tables.places[r])} {_camp(view.places[r], tables)}" for r in regions]
            yield from _packed([f"{_title(view, body, tables)}: {first}", *others])
    singles = [body for body in bodies if len(tables.regions[body]) == 1]
    camps = [_camp(view.places[tables.regions[body].start], tables) for body in singles]
    yield from _packed([f"{_title(view, body, tables)}: {camp}" for body, camp in zip(singles, camps, strict=True)])
    yield from _packed([f"{_way(place, tables)}: {_camp(view.places[place], tables)}" for place in mouths])


def _title(view: View, body: int, tables: Tables) -> str:
    kind, level, regions = KINDS[tables.body_kind[body]], view.levels[body], len(tables.regions[body])
    details = [kind, *([f"{regions} regions"] if regions > 1 else []), *([f"level {level}"] if level else [])]
    return f"{_last(tables.bodies[body])} ({', '.join(details)})"


def _way(place: int, tables: Tables) -> str:
    return f"{_last(tables.places[place])} to {tables.places[tables.across[place]].partition('/')[0]}"


def _last(name: str) -> str:
    return name.rpartition("/")[2]


def _camp(place: Place, tables: Tables) -> str:
    """Who is there: `P1 3 +P2 4, attacked by P3 5`."""
    if place == EMPTY:
        return "free"
    told = f"P{place.possessor} {place.units}"
    told += "".join(f" +P{army.owner} {army.units}" for army in place.guests + place.reinforcements)
    if place.attackers:
        told += f", attacked by {' '.join(_attacker(army, tables) for army in place.attackers)}"
    return told


def _attacker(army: Army, tables: Tables) -> str:
    return f"P{army.owner} {army.units} from {tables.places[army.origin]}"


def _packed(items: list[str]) -> Iterator[str]:
    """As many items per line as fit; no item is broken."""
    line = ""
    for item in items:
        longer = f"{line}; {item}" if line else f"  {item}"
        if line and len(longer) > WIDTH:
            yield f"{line};"
            longer = f"    {item}"
        line = longer
    if line:
        yield line


def _filled(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)
