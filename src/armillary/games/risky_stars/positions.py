"""Positions as text: what cases, bug reports and the command line are written in.

    seats 2; round 3; turn 1; stock 100 50 50 / 0 0 0; heroes 1@Vega/Aurum 2* 3 / -
    at Vega: Aurum/Arden 1:3, Mouth-1 1:2 !2:5<Naos/Mouth-1

Sections stand on lines of their own or behind semicolons, in any order; what is left out is nobody's, empty or as
usual. An army is `seat:units`: the possessor's first, then guests (+), defending reinforcements (^) and attackers
(!), each with the place it was launched from behind `<` (none: the place itself).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from armillary.core import codec
from armillary.core.errors import BadData, BadNotation
from armillary.core.values import Seat
from armillary.games.risky_stars import maps
from armillary.games.risky_stars.atlas import NO_BODY, Atlas, atlas_of
from armillary.games.risky_stars.charts import chart_faults
from armillary.games.risky_stars.model import (
    EMPTY,
    Army,
    Chart,
    Config,
    EndReason,
    Hero,
    Place,
    Proposal,
    Setup,
    State,
    Stock,
    Truce,
    Turn,
)
from armillary.games.risky_stars.rules.board import living
from armillary.games.risky_stars.rules.setup import config_faults, hero_classes

T = TypeVar("T")

SECTIONS = (
    "seats",
    "map",
    "config",
    "round",
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
MOST_TEXT = 1_000_000
_NUMBER = re.compile(r"-?[0-9]{1,12}")
_ARMY = re.compile(r"([+^!]?)(-?[0-9]{1,12}):(-?[0-9]{1,12})(?:<(\S+))?")
_HERO = re.compile(r"([0-9]{1,3})(?:@([^\s*]+))?(\*?)")
_PROPOSAL = re.compile(r"([0-9]{1,3})>([0-9+]{1,40}):([0-9+]{1,40})")
_TRUCE = re.compile(r"([0-9]{1,3})-([0-9]{1,3}):([0-9]{1,12})")


# -- writing -----------------------------------------------------------------------------------------------


def format_state(state: State) -> str:
    """The position, a section a line."""
    return "\n".join((*(f"{name} {text}" for name, text in _sections(state) if text), *_systems(state)))


def _sections(state: State) -> Iterator[tuple[str, str]]:
    setup, turn, atlas = state.setup, state.turn, atlas_of(state.setup.chart)
    names, bodies = atlas.places, atlas.bodies
    yield "seats", str(setup.seats)
    yield "map", "" if setup.chart == _charted(setup.seats) else codec.encode(setup.chart).decode()
    yield "config", _config_text(setup.config)
    yield "round", str(state.round)
    yield "turn", str(turn.seat)
    yield "launched", ", ".join(names[place] for place in turn.launched)
    yield "arrived", ", ".join(f"{names[place]} {units}" for place, units in turn.arrived)
    yield "proposed", " ".join(map(str, turn.proposed))
    yield "stock", " / ".join(" ".join(map(str, stock)) for stock in state.stocks)
    yield "heroes", " / ".join(" ".join(_hero_text(hero, atlas) for hero in heroes) or "-" for heroes in state.heroes)
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
    usual, given = codec.tree(Config()), codec.tree(config)
    changed = {name: value for name, value in given.items() if usual[name] != value}
    return codec.encode(changed).decode() if changed else ""


def _hero_text(hero: Hero, atlas: Atlas) -> str:
    at = "" if hero.body == NO_BODY else f"@{atlas.bodies[hero.body]}"
    return f"{hero.rank}{at}{'*' if hero.spent else ''}"


def _proposal_text(proposal: Proposal) -> str:
    members, accepted = "+".join(map(str, proposal.members)), "+".join(map(str, proposal.accepted))
    return f"{proposal.outsider}>{members}:{accepted}"


def _systems(state: State) -> Iterator[str]:
    """One line for every system with somebody in it."""
    atlas = atlas_of(state.setup.chart)
    for system, places in zip(state.setup.chart.systems, atlas.in_system, strict=True):
        camps = [
            f"{atlas.places[number].partition('/')[2]} {_place_text(state.places[number], number, atlas)}"
            for number in places
            if state.places[number] != EMPTY
        ]
        if camps:
            yield f"at {system.name}: {', '.join(camps)}"


def _place_text(place: Place, number: int, atlas: Atlas) -> str:
    groups = [("+", army) for army in place.guests]
    groups += [("^", army) for army in place.reinforcements]
    groups += [("!", army) for army in place.attackers]
    texts = [f"{place.possessor}:{place.units}"]
    for sign, army in groups:
        origin = "" if army.origin == number else f"<{atlas.places[army.origin]}"
        texts.append(f"{sign}{army.owner}:{army.units}{origin}")
    return " ".join(texts)


def _charted(seats: int) -> Chart | None:
    return maps.load(seats) if seats in maps.SEATS else None


def _usual_deck(setup: Setup, claimed: int) -> tuple[int, ...]:
    if not setup.config.featured_heroes:
        return ()
    return tuple(hero_classes(len(atlas_of(setup.chart).featured))[claimed:])


def _usual_out(places: Sequence[Place], seats: int) -> tuple[Seat, ...]:
    alive = living(tuple(places))
    return tuple(seat for seat in range(1, seats + 1) if seat not in alive)


# -- reading -----------------------------------------------------------------------------------------------


def parse_state(text: str) -> State:
    """The position such a text means; raises `BadNotation`."""
    if len(text) > MOST_TEXT:
        raise BadNotation(f"position: {len(text)} characters are too many")
    parts, camps = _split(text)
    setup = _setup(parts)
    atlas = atlas_of(setup.chart)
    places = _places(camps, setup.chart, atlas)
    seats = setup.seats
    claimed = tuple(_body(name, atlas) for name in _list(parts, "claimed"))
    return State(
        setup=setup,
        round=_number(parts.get("round", "1")),
        turn=_turn(parts, atlas),
        places=places,
        stocks=_by_seat(parts, "stock", seats, _stock, (0, 0, 0)),
        levels=_levels(parts, atlas),
        heroes=_by_seat(parts, "heroes", seats, lambda text: _heroes(text, atlas), ()),
        allotments=_allotments(parts, seats),
        alliances=tuple(_members(group) for group in _list(parts, "alliances")),
        truces=tuple(_truce(truce) for truce in _list(parts, "truces")),
        proposals=tuple(_proposal(proposal) for proposal in _list(parts, "proposals")),
        deck=_numbers(parts["deck"]) if "deck" in parts else _usual_deck(setup, len(claimed)),
        claimed=claimed,
        out=_numbers(parts["out"]) if "out" in parts else _usual_out(places, seats),
        end_reason=_end(parts.get("end")),
    )


def _split(text: str) -> tuple[dict[str, str], list[str]]:
    """The sections by name, and the systems' lines; none may come twice."""
    parts: dict[str, str] = {}
    camps: list[str] = []
    for line in re.split(r"[;\n]", text):
        name, _, rest = line.strip().partition(" ")
        if name == "at":
            camps.append(rest.strip())
        elif name in SECTIONS and name not in parts:
            parts[name] = rest.strip()
        elif name:
            raise BadNotation(f"position: no section, or twice: {name[:20]!r}; sections are {', '.join(SECTIONS)}, at")
    return parts, camps


def _setup(parts: dict[str, str]) -> Setup:
    """Seats, config and map are checked here: everything else is read by them."""
    seats = _number(parts.get("seats", ""))
    try:
        config: Config = codec.decode(parts.get("config", "{}"), Config, "config")
        chart = codec.decode(parts["map"], Chart, "map") if "map" in parts else _charted(seats)
    except BadData as error:
        raise BadNotation(f"position: {error}") from error
    config = replace(config, chart=None)
    faults = list(config_faults(config, seats, ()))
    if chart is not None and not faults:
        faults += chart_faults(chart, seats, config.home_regions, ("map",))
    if faults or chart is None:
        raise BadNotation(f"position: {'; '.join(map(str, faults[:3])) or 'no such number of seats'}")
    return Setup(seats, config, chart)


def _turn(parts: dict[str, str], atlas: Atlas) -> Turn:
    arrived = [_named_number(text) for text in _list(parts, "arrived")]
    return Turn(
        seat=_number(parts.get("turn", "1")),
        launched=tuple(sorted(_place(name, atlas) for name in _list(parts, "launched"))),
        arrived=tuple(sorted((_place(name, atlas), units) for name, units in arrived)),
        proposed=_numbers(parts.get("proposed", "-")),
    )


def _places(camps: Iterable[str], chart: Chart, atlas: Atlas) -> tuple[Place, ...]:
    places = [EMPTY] * len(atlas.places)
    for line in camps:
        system, colon, rest = line.partition(":")
        if not colon or system not in {known.name for known in chart.systems}:
            raise BadNotation(f"position: no such system: {system[:30]!r}")
        for camp in rest.split(","):
            name, _, armies = camp.strip().partition(" ")
            number = _place(f"{system}/{name}", atlas)
            if places[number] != EMPTY:
                raise BadNotation(f"position: {name[:30]!r} stands there twice")
            places[number] = _camp(armies.split(), number, atlas)
    return tuple(places)


def _camp(texts: Sequence[str], number: int, atlas: Atlas) -> Place:
    groups: dict[str, list[Army]] = {"": [], "+": [], "^": [], "!": []}
    for text in texts:
        found = _ARMY.fullmatch(text)
        if found is None:
            raise BadNotation(f"position: an army is seat:units, with +, ^ or ! before it; not {text[:30]!r}")
        origin = number if found[4] is None else _place(found[4], atlas)
        groups[found[1]].append(Army(int(found[2]), int(found[3]), origin))
    if len(groups[""]) != 1:
        raise BadNotation(f"position: {atlas.places[number]} needs one possessor")
    first = groups[""][0]
    return Place(first.owner, first.units, tuple(groups["+"]), tuple(groups["^"]), tuple(groups["!"]))


def _place(name: str, atlas: Atlas) -> int:
    if name not in atlas.place:
        raise BadNotation(f"position: no such place: {name[:60]!r}")
    return atlas.place[name]


def _body(name: str, atlas: Atlas) -> int:
    if name not in atlas.body:
        raise BadNotation(f"position: no such body: {name[:60]!r}")
    return atlas.body[name]


def _list(parts: dict[str, str], name: str) -> list[str]:
    return [item.strip() for item in parts[name].split(",")] if parts.get(name) else []


def _by_seat(parts: dict[str, str], name: str, seats: int, read: Callable[[str], T], empty: T) -> tuple[T, ...]:
    if name not in parts:
        return (empty,) * seats
    return tuple(read(text.strip()) for text in parts[name].split(" / "))


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadNotation(f"position: a whole number belongs here, not {text[:30]!r}")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(_number(word) for word in text.split())


def _named_number(text: str) -> tuple[str, int]:
    name, _, number = text.partition(" ")
    return name, _number(number.strip())


def _stock(text: str) -> Stock:
    numbers = _numbers(text)
    if len(numbers) != 3:
        raise BadNotation(f"position: a stock is population, metals and fuel; not {text[:30]!r}")
    return (numbers[0], numbers[1], numbers[2])


def _heroes(text: str, atlas: Atlas) -> tuple[Hero, ...]:
    heroes = []
    for word in () if text == "-" else text.split():
        found = _HERO.fullmatch(word)
        if found is None:
            raise BadNotation(f"position: a hero is class@body, with * when spent; not {word[:30]!r}")
        heroes.append(Hero(int(found[1]), NO_BODY if found[2] is None else _body(found[2], atlas), found[3] == "*"))
    return tuple(sorted(heroes))


def _levels(parts: dict[str, str], atlas: Atlas) -> tuple[int, ...]:
    levels = [0] * len(atlas.bodies)
    for name, level in (_named_number(text) for text in _list(parts, "levels")):
        levels[_body(name, atlas)] = level
    return tuple(levels)


def _allotments(parts: dict[str, str], seats: int) -> tuple[int | None, ...]:
    if "allotments" not in parts:
        return (None,) * seats
    return tuple(None if word == "-" else _number(word) for word in parts["allotments"].split())


def _members(text: str) -> tuple[Seat, ...]:
    return tuple(_number(word) for word in text.split("+"))


def _truce(text: str) -> Truce:
    found = _TRUCE.fullmatch(text)
    if found is None:
        raise BadNotation(f"position: a truce is seat-seat:round; not {text[:30]!r}")
    return Truce(int(found[1]), int(found[2]), int(found[3]))


def _proposal(text: str) -> Proposal:
    found = _PROPOSAL.fullmatch(text)
    if found is None:
        raise BadNotation(f"position: a proposal is outsider>members:accepted; not {text[:30]!r}")
    return Proposal(int(found[1]), _members(found[2]), _members(found[3]))


def _end(text: str | None) -> EndReason | None:
    if text is None:
        return None
    if text not in list(EndReason):
        raise BadNotation(f"position: an end is one of {', '.join(EndReason)}; not {text[:30]!r}")
    return EndReason(text)
