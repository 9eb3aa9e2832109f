"""Positions as text: what cases, bug reports and the command line are written in.

    turn 3; fleets 0:a,b 3:c / 9:a 6:b>5@4; map duel

Fleets come after their region, without the number of their seat, seat 1 first; `b>5@4` is bound to move to region 5
in turn 4. A map is the name of a shipped one, or links (`a-b b-c:2 d`, with costs, and regions without any), or JSON.
Sections that may be left out, with their defaults: `lost 0 5` (when each seat lost its last fleet; nobody did),
`limit 30` (12 turns), `dominance 2/5` (the map's; `-` for off), `over dominance` (not over), `extensions {"delay":1}`
(none).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from armillary.core.errors import BadNotation
from armillary.core.notation import from_json, number, numbers, sections, to_json
from armillary.core.prose import listed
from armillary.games.kepler.map.shipped import SHIPPED, shipped
from armillary.games.kepler.model import (
    LAST_TURN,
    MAX_FLEETS,
    MAX_LINKS,
    MAX_SEATS,
    EndReason,
    Extensions,
    Fleet,
    Fleets,
    Journey,
    Map,
    Region,
    Setup,
    Share,
    State,
)
from armillary.games.kepler.presets import plain

SECTIONS = ("turn", "fleets", "lost", "limit", "dominance", "over", "extensions", "map")

_PLACE = re.compile(r"(\w+):(.+)", re.ASCII)
_FLEET = re.compile(r"([a-z]{1,3})(?:>(\w+)@([0-9]{1,9}))?", re.ASCII)
_SHARE = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")
_LINK = re.compile(r"(\w+)(?:-(\w+)(?::([0-9]{1,9}))?)?", re.ASCII)


# -- writing -----------------------------------------------------------------------------------------------


def format_state(state: State) -> str:
    """The position as one line."""
    return "; ".join(_sections(state))


def _sections(state: State) -> Iterator[str]:
    setup = state.setup
    yield f"turn {state.turn}"
    yield "fleets " + " / ".join(_own_text(own, seat) for seat, own in enumerate(state.fleets, start=1))
    if any(state.lost):
        yield "lost " + " ".join(map(str, state.lost))
    if setup.max_turns != LAST_TURN:
        yield f"limit {setup.max_turns}"
    if setup.dominance != setup.map.dominance:
        yield f"dominance {share_text(setup.dominance)}"
    if state.end_reason:
        yield f"over {state.end_reason}"
    if setup.extensions != Extensions():
        yield f"extensions {to_json(setup.extensions)}"
    yield f"map {_map_text(setup.map)}"


def share_text(share: Share | None) -> str:
    """A fraction as people write it; `-` for none."""
    return "-" if share is None else f"{share[0]}/{share[1]}"


def _own_text(own: tuple[Fleet, ...], seat: int) -> str:
    places: dict[str, list[str]] = {}
    for fleet in own:
        bound = f">{fleet.journey.to}@{fleet.journey.turn}" if fleet.journey else ""
        places.setdefault(fleet.region, []).append(fleet.id.removeprefix(str(seat)) + bound)
    return " ".join(f"{region}:{','.join(fleets)}" for region, fleets in places.items()) or "-"


def _map_text(map_: Map) -> str:
    for name in SHIPPED:
        if map_ == plain(shipped(name)):
            return name
        if map_ == shipped(name):
            return f"{name}+"
    links = _links_text(map_)
    return links if links and _reads_as(links, map_) else to_json(map_)


def _reads_as(text: str, map_: Map) -> bool:
    try:
        return _map(text) == map_
    except BadNotation:
        return False


def _links_text(map_: Map) -> str:
    """The map as a list of links and of regions that have none."""
    costs = {(one, other): f":{cost}" for one, other, cost in map_.costs}
    linked = {region for link in map_.links for region in link}
    lone = [region.id for region in map_.regions if region.id not in linked]
    return " ".join([*(f"{one}-{other}{costs.get((one, other), '')}" for one, other in map_.links), *lone])


# -- reading -----------------------------------------------------------------------------------------------


def parse_state(text: str) -> State:
    """The position that such a line describes; raises `BadNotation`."""
    parts = sections(text, SECTIONS, required=("turn", "fleets", "map"))
    map_ = _map(parts["map"])
    fleets = _fleets(parts["fleets"])
    dominance = _share(parts["dominance"]) if "dominance" in parts else map_.dominance
    limit = number(parts.get("limit", str(LAST_TURN)), "the limit of turns")
    extensions: Extensions = from_json(parts.get("extensions", "{}"), Extensions, "extensions")
    setup = Setup(len(fleets), map_, limit, dominance, extensions)
    lost = numbers(parts["lost"], "a turn in which fleets were lost") if "lost" in parts else (0,) * len(fleets)
    return State(setup, number(parts["turn"], "the turn"), fleets, lost, _over(parts.get("over")))


def _share(text: str) -> Share | None:
    if text == "-":
        return None
    found = _SHARE.fullmatch(text)
    if found is None:
        raise BadNotation(f"Dominance must be a fraction like 2/5, or -, not {text[:40]!r}.")
    return int(found[1]), int(found[2])


def _over(text: str | None) -> EndReason | None:
    if text is None:
        return None
    if text not in tuple(EndReason):
        raise BadNotation(f"The game is over by {listed(list(EndReason), 'or')}, not by {text[:40]!r}.")
    return EndReason(text)


def _fleets(text: str) -> Fleets:
    seats = text.split("/")
    if len(seats) > MAX_SEATS:
        raise BadNotation(f"A match has at most {MAX_SEATS} seats.")
    return tuple(_own(own.split(), seat) for seat, own in enumerate(seats, start=1))


def _own(words: list[str], seat: int) -> tuple[Fleet, ...]:
    """One seat's fleets in the order of their ids."""
    if words == ["-"]:
        return ()
    own = [fleet for word in words for fleet in _place(word, seat)]
    if len(own) > MAX_FLEETS:
        raise BadNotation(f"A seat has at most {MAX_FLEETS} fleets.")
    return tuple(sorted(own, key=lambda fleet: (len(fleet.id), fleet.id)))


def _place(word: str, seat: int) -> Iterator[Fleet]:
    place = _PLACE.fullmatch(word)
    if place is None:
        raise BadNotation(f"Fleets come after their region, as in 3:a,b, not {word[:40]!r}.")
    for part in place[2].split(","):
        found = _FLEET.fullmatch(part)
        if found is None:
            raise BadNotation(f"A fleet is written a, or a>5@4 when it is under way, not {part[:40]!r}.")
        journey = Journey(found[2], int(found[3])) if found[2] else None
        yield Fleet(f"{seat}{found[1]}", place[1], journey)


def _map(text: str) -> Map:
    if text in SHIPPED:
        return plain(shipped(text))
    if text.endswith("+") and text[:-1] in SHIPPED:
        return shipped(text[:-1])
    if text.startswith("{"):
        return from_json(text, Map, "map")
    return _sketch(text)


def _sketch(text: str) -> Map:
    """A map of nothing but links: regions in the order they are mentioned, named by their ids, without homes."""
    names: dict[str, None] = {}
    links, costs = [], []
    words = text.split()
    if not 0 < len(words) <= MAX_LINKS:
        raise BadNotation(f"A map is a name, 1 to {MAX_LINKS} links like a-b b-c, or JSON.")
    for word in words:
        found = _LINK.fullmatch(word)
        if found is None:
            raise BadNotation(f"A link is written a-b, or a-b:2 with its cost, not {word[:40]!r}.")
        names |= dict.fromkeys(region for region in found.groups()[:2] if region)
        if found[2]:
            links.append((found[1], found[2]))
        if found[3]:
            costs.append((found[1], found[2], int(found[3])))
    regions = tuple(Region(name, name, x, 0) for x, name in enumerate(names))
    return Map("", regions, tuple(links), homes=(), fleets_per_home=1, costs=tuple(costs))
