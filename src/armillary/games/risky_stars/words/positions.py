"""Positions as text: what cases, bug reports and the command line are written in.

    seats 2; round 3; turn 1; stock 100 50 50 / 0 0 0; heroes 1@Vega/Aurum 2* 3 / -
    at Vega: Aurum/Arden 1:3, Mouth-1 1:2 !2:5<Naos/Mouth-1

Sections stand on lines of their own or are separated by semicolons, in any order; what is left out is nobody's,
empty or as usual. An army is `seat:units`: the possessor's first, then guests (+), defending reinforcements (^) and
attackers (!), each with the place it was launched from after `<` (none: the place itself).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from armillary.core import codec
from armillary.core.errors import BadNotation
from armillary.core.notation import from_json, number, numbers, sections, to_json
from armillary.core.prose import listed
from armillary.core.trees import differing
from armillary.core.values import Seat
from armillary.games.risky_stars.map.faults import map_faults
from armillary.games.risky_stars.map.shipped import SEATS, shipped
from armillary.games.risky_stars.map.tables import NO_BODY, Tables, tables_of
from armillary.games.risky_stars.model import (
    EMPTY,
    Army,
    Config,
    CurrentTurn,
    EndReason,
    Hero,
    Map,
    Place,
    Proposal,
    Setup,
    State,
    Stock,
    Truce,
)
from armillary.games.risky_stars.rules.board import living
from armillary.games.risky_stars.setup import config_faults, hero_classes
from armillary.games.risky_stars.words.sentences import explain

T = TypeVar("T")

SECTIONS = (
    "seats",
    "map",
    "config",
    "round",
    "order",
    "turn",
    "launched",
    "arrived",
    "proposed",
    "stock",
    "heroes",
    "levels",
    "allotments",
    "alliances",
    "truces",
    "proposals",
    "deck",
    "claimed",
    "out",
    "end",
)
_ARMY = re.compile(r"([+^!]?)(-?[0-9]{1,12}):(-?[0-9]{1,12})(?:<(\S+))?")
_HERO = re.compile(r"([0-9]{1,3})(?:@([^\s*]+))?(\*?)")
_PROPOSAL = re.compile(r"([0-9]{1,3})>([0-9+]{1,40}):([0-9+]{1,40})")
_TRUCE = re.compile(r"([0-9]{1,3})-([0-9]{1,3}):([0-9]{1,12})")


# -- writing -----------------------------------------------------------------------------------------------


def format_state(state: State) -> str:
    """The position, one section per line."""
    return "\n".join((*(f"{name} {text}" for name, text in _sections(state) if text), *_systems(state)))


def _sections(state: State) -> Iterator[tuple[str, str]]:
    setup, turn, tables = state.setup, state.turn, tables_of(state.setup.map)
    names, bodies = tables.places, tables.bodies
    yield "seats", str(setup.seats)
    yield "map", "" if setup.map == _usual_map(setup.seats) else to_json(setup.map)
    yield "config", _config_text(setup.config)
    yield "round", str(state.round)
    usual_order = tuple(range(1, setup.seats + 1))
    yield "order", "" if state.turn_order == usual_order else " ".join(map(str, state.turn_order))
    yield "turn", str(turn.seat)
    yield "launched", ", ".join(names[place] for place in turn.launched)
    yield "arrived", ", ".join(f"{names[place]} {units}" for place, units in turn.arrived)
    yield "proposed", " ".join(map(str, turn.proposed))
    yield "stock", " / ".join(" ".join(map(str, stock)) for stock in state.stocks)
    yield "heroes", " / ".join(" ".join(_hero_text(hero, tables) for hero in heroes) or "-" for heroes in state.heroes)
    yield "levels", ", ".join(f"{bodies[body]} {level}" for body, level in enumerate(state.levels) if level)
    pooled = any(allotted is not None for allotted in state.allotments)
    yield "allotments", " ".join("-" if a is None else str(a) for a in state.allotments) if pooled else ""
    yield "alliances", ", ".join("+".join(map(str, alliance)) for alliance in state.alliances)
    yield "truces", ", ".join(f"{truce.one}-{truce.other}:{truce.until}" for truce in state.truces)
    yield "proposals", ", ".join(_proposal_text(proposal) for proposal in state.proposals)
    usual = state.deck == _usual_deck(setup, len(state.claimed))
    yield "deck", "" if usual else " ".join(map(str, state.deck)) or "-"
    yield "claimed", ", ".join(bodies[body] for body in state.claimed)
    yield "out", "" if state.out == _usual_out(state.places, setup.seats) else " ".join(map(str, state.out))
    yield "end", state.end_reason or ""


def _config_text(config: Config) -> str:
    """What differs from the usual config, as JSON."""
    changed = differing(codec.tree(config), codec.tree(Config()))
    return to_json(changed) if changed else ""


def _hero_text(hero: Hero, tables: Tables) -> str:
    at = "" if hero.body == NO_BODY else f"@{tables.bodies[hero.body]}"
    return f"{hero.rank}{at}{'*' if hero.spent else ''}"


def _proposal_text(proposal: Proposal) -> str:
    members, accepted = "+".join(map(str, proposal.members)), "+".join(map(str, proposal.accepted))
    return f"{proposal.outsider}>{members}:{accepted}"


def _systems(state: State) -> Iterator[str]:
    """One line for every system with somebody in it."""
    tables = tables_of(state.setup.map)
    for system, places in zip(state.setup.map.systems, tables.in_system, strict=True):
        camps = [
            f"{tables.places[at].partition('/')[2]} {_place_text(state.places[at], at, tables)}"
            for at in places
            if state.places[at] != EMPTY
        ]
        if camps:
            yield f"at {system.name}: {', '.join(camps)}"


def _place_text(place: Place, at: int, tables: Tables) -> str:
    groups = [("+", army) for army in place.guests]
    groups += [("^", army) for army in place.reinforcements]
    groups += [("!", army) for army in place.attackers]
    texts = [f"{place.possessor}:{place.units}"]
    for sign, army in groups:
        origin = "" if army.origin == at else f"<{tables.places[army.origin]}"
        texts.append(f"{sign}{army.owner}:{army.units}{origin}")
    return " ".join(texts)


def _usual_map(seats: int) -> Map | None:
    return shipped(seats) if seats in SEATS else None


def _usual_deck(setup: Setup, claimed: int) -> tuple[int, ...]:
    if not setup.config.featured_heroes:
        return ()
    return tuple(hero_classes(len(tables_of(setup.map).featured))[claimed:])


def _usual_out(places: Sequence[Place], seats: int) -> tuple[Seat, ...]:
    alive = living(tuple(places))
    return tuple(seat for seat in range(1, seats + 1) if seat not in alive)


# -- reading -----------------------------------------------------------------------------------------------


def parse_state(text: str) -> State:
    """The position that such a text describes; raises `BadNotation`."""
    parts = sections(text, SECTIONS, required=("seats",), many=("at",), ends=";\n")
    setup = _setup(parts)
    tables = tables_of(setup.map)
    places = _places(parts.get("at", "").splitlines(), setup.map, tables)
    seats = setup.seats
    claimed = tuple(_body(name, tables) for name in _list(parts, "claimed"))
    return State(
        setup=setup,
        round=number(parts.get("round", "1"), "the round"),
        turn_order=numbers(parts["order"], "a player") if "order" in parts else tuple(range(1, seats + 1)),
        turn=_turn(parts, tables),
        places=places,
        stocks=_by_seat(parts, "stock", seats, _stock, (0, 0, 0)),
        levels=_levels(parts, tables),
        heroes=_by_seat(parts, "heroes", seats, lambda text: _heroes(text, tables), ()),
        allotments=_allotments(parts, seats),
        alliances=tuple(_members(group) for group in _list(parts, "alliances")),
        truces=tuple(_truce(truce) for truce in _list(parts, "truces")),
        proposals=tuple(_proposal(proposal) for proposal in _list(parts, "proposals")),
        deck=numbers(parts["deck"], "a class in the deck") if "deck" in parts else _usual_deck(setup, len(claimed)),
        claimed=claimed,
        out=numbers(parts["out"], "a player who is out") if "out" in parts else _usual_out(places, seats),
        end_reason=_end(parts.get("end")),
    )


def _setup(parts: dict[str, str]) -> Setup:
    """Seats, config and map are checked here: everything else depends on them."""
    seats = number(parts["seats"], "the number of seats")
    config: Config = replace(from_json(parts.get("config", "{}"), Config, "config"), map=None)
    map_: Map | None = from_json(parts["map"], Map, "map") if "map" in parts else _usual_map(seats)
    faults = list(config_faults(config, seats, ()))
    if map_ is not None and not faults:
        faults += map_faults(map_, seats, config.home_regions, ("map",))
    if faults or map_ is None:
        raise BadNotation(f"{' '.join(explain(fault) for fault in faults[:3])}")
    return Setup(seats, config, map_)


def _turn(parts: dict[str, str], tables: Tables) -> CurrentTurn:
    arrived = [_named_number(text, "the units that arrived") for text in _list(parts, "arrived")]
    return CurrentTurn(
        seat=number(parts.get("turn", "1"), "whose turn it is"),
        launched=tuple(sorted(_place(name, tables) for name in _list(parts, "launched"))),
        arrived=tuple(sorted((_place(name, tables), units) for name, units in arrived)),
        proposed=numbers(parts.get("proposed", "-"), "a player who was proposed to"),
    )


def _places(camps: Iterable[str], map_: Map, tables: Tables) -> tuple[Place, ...]:
    places = [EMPTY] * len(tables.places)
    for line in camps:
        system, colon, rest = line.partition(":")
        if not colon or system not in {known.name for known in map_.systems}:
            raise BadNotation(f"There is no system {system[:30]!r}.")
        for camp in rest.split(","):
            name, _, armies = camp.strip().partition(" ")
            at = _place(f"{system}/{name}", tables)
            if places[at] != EMPTY:
                raise BadNotation(f"{name[:30]!r} appears twice.")
            places[at] = _camp(armies.split(), at, tables)
    return tuple(places)


def _camp(texts: Sequence[str], at: int, tables: Tables) -> Place:
    groups: dict[str, list[Army]] = {"": [], "+": [], "^": [], "!": []}
    for text in texts:
        found = _ARMY.fullmatch(text)
        if found is None:
            raise BadNotation(f"An army is seat:units, with +, ^ or ! before it, not {text[:30]!r}.")
        origin = at if found[4] is None else _place(found[4], tables)
        groups[found[1]].append(Army(int(found[2]), int(found[3]), origin))
    if len(groups[""]) != 1:
        raise BadNotation(f"{tables.places[at]} needs one possessor.")
    first = groups[""][0]
    return Place(first.owner, first.units, tuple(groups["+"]), tuple(groups["^"]), tuple(groups["!"]))


def _place(name: str, tables: Tables) -> int:
    if name not in tables.place:
        raise BadNotation(f"There is no place {name[:60]!r}.")
    return tables.place[name]


def _body(name: str, tables: Tables) -> int:
    if name not in tables.body:
        raise BadNotation(f"There is no body {name[:60]!r}.")
    return tables.body[name]


def _list(parts: dict[str, str], name: str) -> list[str]:
    return [item.strip() for item in parts[name].split(",")] if parts.get(name) else []


def _by_seat(parts: dict[str, str], name: str, seats: int, read: Callable[[str], T], empty: T) -> tuple[T, ...]:
    if name not in parts:
        return (empty,) * seats
    return tuple(read(text.strip()) for text in parts[name].split(" / "))


def _named_number(text: str, what: str) -> tuple[str, int]:
    name, _, amount = text.partition(" ")
    return name, number(amount, what)


def _stock(text: str) -> Stock:
    amounts = numbers(text, "a stock")
    if len(amounts) != 3:
        raise BadNotation(f"A stock is population, metals and fuel, not {text[:30]!r}.")
    return (amounts[0], amounts[1], amounts[2])


def _heroes(text: str, tables: Tables) -> tuple[Hero, ...]:
    heroes = []
    for word in () if text == "-" else text.split():
        found = _HERO.fullmatch(word)
        if found is None:
            raise BadNotation(f"A hero is class@body, with * when spent, not {word[:30]!r}.")
        heroes.append(Hero(int(found[1]), NO_BODY if found[2] is None else _body(found[2], tables), found[3] == "*"))
    return tuple(sorted(heroes))


def _levels(parts: dict[str, str], tables: Tables) -> tuple[int, ...]:
    levels = [0] * len(tables.bodies)
    for name, level in (_named_number(text, "a level") for text in _list(parts, "levels")):
        levels[_body(name, tables)] = level
    return tuple(levels)


def _allotments(parts: dict[str, str], seats: int) -> tuple[int | None, ...]:
    if "allotments" not in parts:
        return (None,) * seats
    return tuple(None if word == "-" else number(word, "an allotment") for word in parts["allotments"].split())


def _members(text: str) -> tuple[Seat, ...]:
    return tuple(number(word, "a player") for word in text.split("+"))


def _truce(text: str) -> Truce:
    found = _TRUCE.fullmatch(text)
    if found is None:
        raise BadNotation(f"A truce is seat-seat:round, not {text[:30]!r}.")
    return Truce(int(found[1]), int(found[2]), int(found[3]))


def _proposal(text: str) -> Proposal:
    found = _PROPOSAL.fullmatch(text)
    if found is None:
        raise BadNotation(f"A proposal is outsider>members:accepted, not {text[:30]!r}.")
    return Proposal(int(found[1]), _members(found[2]), _members(found[3]))


def _end(text: str | None) -> EndReason | None:
    if text is None:
        return None
    if text not in list(EndReason):
        raise BadNotation(f"An end is {listed(list(EndReason), 'or')}, not {text[:30]!r}.")
    return EndReason(text)
