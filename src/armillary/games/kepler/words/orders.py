"""Orders as text: `3 Vega-Lyra, 1a holds`."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby, takewhile

from armillary.core import codec
from armillary.core.errors import BadData, BadNotation
from armillary.core.prose import counted, find, listed
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import Fleet, FleetOrder, Map, Orders, View

MAX_CHARACTERS = 100_000

_PART = re.compile(r'\s*((?:[^,;\n"]|"(?:[^"\\]|\\.)*")*)[,;\n]?')
_FLEET_ORDER = re.compile(r"([0-9]+[A-Za-z]+)\s*(?:(?:-|\s+to\s)\s*(.+)|\s+(?:holds?|stays?))", re.DOTALL)
_STACK_ORDER = re.compile(r'([1-9][0-9]{0,8})\s+("(?:[^"\\]|\\.)*"|.+?)\s*(?:-|\s+to\s)\s*(.+)', re.DOTALL)
_FLEET = re.compile(r"([0-9]+)([a-z]+)")
_PLAIN = re.compile(r"[^,;\n\"]+")
_HOLD = frozenset({"hold", "holds", "all hold", "hold all"})


def notation() -> str:
    """How orders are typed."""
    return (
        "'3 Vega-Lyra' sends three fleets from Vega to Lyra; '1a-Lyra' sends fleet 1a, and '1a holds' keeps it.\n"
        "Use the names or ids of regions, in upper or lower case; put commas between orders.\n"
        "Orders add up; the last word for a fleet counts. Fleets without an order hold; 'hold' makes all of them hold."
    )


# -- reading -----------------------------------------------------------------------------------------------


def parse_order(text: str, view: View, draft: Orders | None = None) -> Orders:
    """The orders that a text like `3 Vega-Lyra, 1a holds` adds to the draft; raises `BadNotation`.

    Fleets without an order hold, and `hold` alone takes back the whole draft.
    """
    if len(text) > MAX_CHARACTERS:
        raise BadNotation(f"Orders of more than {MAX_CHARACTERS} characters are too long.")
    own = view.fleets[view.seat - 1] if view.seat else ()
    free = [fleet for fleet in own if fleet.journey is None]
    given: list[FleetOrder] = []
    if text.strip().lower() not in _HOLD:
        kept = draft.orders if draft else ()
        given = _orders(_parts(text), view, free, busy={order.fleet for order in kept if order.to is not None})
        named = {order.fleet for order in given}
        given += [order for order in kept if order.fleet not in named]
    named = {order.fleet for order in given}
    given += [FleetOrder(fleet.id) for fleet in free if fleet.id not in named]
    return Orders(tuple(sorted(given, key=lambda order: _fleet_key(order.fleet))))


def _parts(text: str) -> list[str]:
    parts, at = [], 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None or found.end() == at:
            raise _not_understood(text[at:])
        parts.append(found[1].strip())
        at = found.end()
    if not any(parts):
        raise _not_understood(text)
    return [part for part in parts if part]


def _orders(parts: list[str], view: View, free: list[Fleet], busy: set[str]) -> list[FleetOrder]:
    """Orders for single fleets first: stacks are made of those that have none, here or in the draft."""
    map_ = view.setup.match.map
    given, stacks = [], []
    for part in parts:
        if found := _FLEET_ORDER.fullmatch(part):
            to = None if found[2] is None else _region(found[2].strip(), map_)
            given.append(FleetOrder(found[1].lower(), to))
        elif found := _STACK_ORDER.fullmatch(part):
            origin = _region(found[2], map_)
            stacks.append((int(found[1]), _known(origin, map_) or origin, _region(found[3].strip(), map_)))
        else:
            raise _not_understood(part)
    busy |= {order.fleet for order in given}
    for asked, origin, to in stacks:
        there = [fleet.id for fleet in free if fleet.region == origin and fleet.id not in busy][:asked]
        if len(there) < asked:
            have, where = counted(len(there), "fleet"), tables_of(view.setup.match).names.get(origin, origin)
            raise BadNotation(f"You have {have} without an order in {where}, not {asked}.")
        busy |= set(there)
        given += [FleetOrder(fleet, to) for fleet in there]
    return given


def _not_understood(text: str) -> BadNotation:
    return BadNotation(f"Write orders like '3 Vega-Lyra', '1a-Vega' or '1b holds', not {text.strip()[:40]!r}.")


def _fleet_key(fleet: str) -> tuple[int, int, str]:
    found = _FLEET.fullmatch(fleet)
    return (int(found[1][:9]), len(found[2]), found[2]) if found else (0, 0, fleet)


def _region(text: str, map_: Map) -> str:
    """The region of this name or id, in upper or lower case; raises `BadNotation` with the nearest names.

    What stands in quotes is taken as it is: the rules accept a move to a region that is not there (KH-6.1).
    """
    if text.startswith('"'):
        try:
            quoted: str = codec.decode(text, str, "region")
        except BadData as error:
            raise BadNotation(str(error)) from error
        named = [r.id for r in map_.regions if r.name == quoted and not _PLAIN.fullmatch(quoted)]
        return named[0] if len(named) == 1 else quoted
    region = _known(text, map_)
    if region is None:
        name = find(text, [each.name for each in map_.regions], "region")
        raise BadNotation(f"Several regions are called {name!r}; use their ids.")
    return region


def _known(text: str, map_: Map) -> str | None:
    """The one region of this id or name, in upper or lower case."""
    if any(region.id == text for region in map_.regions):
        return text
    folded = text.casefold()
    fits = [r.id for r in map_.regions if r.name.casefold() == folded]
    fits = fits or [r.id for r in map_.regions if r.id.casefold() == folded]
    return fits[0] if len(fits) == 1 else None


# -- writing -----------------------------------------------------------------------------------------------


def format_order(order: Orders, view: View) -> str:
    """`3 Vega-Lyra, 1d-Okab`: holds are left out, and if nothing is left it is `hold`.

    From nobody's seat it is not known where the fleets were, nor whose they are.
    """
    if view.seat is None:
        return ", ".join(_fleet_text(given, view) for given in order.orders if given.to is not None) or "hold"
    own = view.fleets[view.seat - 1]
    free = [fleet for fleet in own if fleet.journey is None]
    to = {given.fleet: given.to for given in order.orders}
    if len(to) < len(order.orders) or not to.keys() <= {fleet.id for fleet in free}:
        return _fleet_by_fleet(order, free, view)
    parts = []
    for region in dict.fromkeys(fleet.region for fleet in free):
        there = [fleet.id for fleet in free if fleet.region == region]
        first = list(takewhile(lambda fleet: to.get(fleet) is not None, there))
        for goal, stack in groupby(first, to.get):
            parts.append(_stack_text(list(stack), region, str(goal), view))
        parts += [_fleet_text(FleetOrder(f, to[f]), view) for f in there[len(first) :] if to.get(f) is not None]
    return ", ".join(parts) or "hold"


def tell_order(order: Orders, view: View) -> str:
    """`send fleets from Vega (3 to Lyra, 1 to Deneb) and Okab (2 to Lyra)`, or `hold`."""
    names = tables_of(view.setup.match).names
    goals = {given.fleet: given.to for given in order.orders if given.to is not None}
    ways: dict[str, Counter[str]] = {}
    for fleet in view.fleets[view.seat - 1] if view.seat else ():
        if fleet.id in goals:
            ways.setdefault(fleet.region, Counter())[goals[fleet.id]] += 1
    parts = [
        f"{names[region]} ({', '.join(f'{number} to {names.get(to, to)}' for to, number in goal.items())})"
        for region, goal in ways.items()
    ]
    return f"send fleets from {listed(parts)}" if parts else "hold"


def _fleet_by_fleet(order: Orders, free: list[Fleet], view: View) -> str:
    """Orders that will be refused are written as they are."""
    named = Counter(given.fleet for given in order.orders)
    ids = {fleet.id for fleet in free}
    parts = [
        _fleet_text(given, view)
        for given in order.orders
        if given.to is not None or given.fleet not in ids or named[given.fleet] > 1
    ]
    return ", ".join(parts) or "hold"


def _stack_text(stack: list[str], region: str, to: str, view: View) -> str:
    """A stack is taken in the order of ids from those without an order, so only the first fleets can be one."""
    if len(stack) == 1:
        return _fleet_text(FleetOrder(stack[0], to), view)
    origin = _region_text(region, view)
    if "-" in origin or " to " in origin:
        origin = codec.encode(region).decode()
    return f"{len(stack)} {origin}-{_region_text(to, view)}"


def _fleet_text(given: FleetOrder, view: View) -> str:
    return f"{given.fleet} holds" if given.to is None else f"{given.fleet}-{_region_text(given.to, view)}"


def _region_text(region: str, view: View) -> str:
    """A region's name if it can be read back, else its id, else a JSON string."""
    for text in (tables_of(view.setup.match).names.get(region, region), region):
        if _PLAIN.fullmatch(text) and text == text.strip() and _known(text, view.setup.match.map) == region:
            return text
    return codec.encode(region).decode()
