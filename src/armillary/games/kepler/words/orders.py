"""Orders as text: `1a-Vega, 1b holds`."""

from __future__ import annotations

import re

from armillary.core import codec
from armillary.core.errors import BadData, BadNotation
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import FleetOrder, Map, Orders, View

MOST_CHARACTERS = 100_000

_PART = re.compile(r'\s*((?:[^,;\n"]|"(?:[^"\\]|\\.)*")*)[,;\n]?')
_ORDER = re.compile(r"([0-9]+[A-Za-z]+)\s*(?:(?:-|\s+to\s)\s*(.+)|\s+(?:holds?|stays?))", re.DOTALL)
_FLEET = re.compile(r"([0-9]+)([a-z]+)")
_PLAIN = re.compile(r"[^,;\n\"]+")
_HOLD = frozenset({"hold", "holds", "all hold", "hold all"})


def notation() -> str:
    """How orders are typed."""
    return (
        "Type where your fleets go: '1a-Vega, 1b-Lyra Gate'. Use the names or ids of regions, in upper or lower case.\n"
        "Fleets you leave out hold; to hold with all of them, type 'hold'.\n"
        "On the map, A3=2x1 is region A3 with two fleets of player 1."
    )


def parse_order(text: str, view: View) -> Orders:
    """The orders a text like `1a-Vega, 1b holds` means; fleets that are not named hold; raises `BadNotation`."""
    if len(text) > MOST_CHARACTERS:
        raise BadNotation(f"orders: more than {MOST_CHARACTERS} characters")
    given = [] if text.strip().lower() in _HOLD else [_fleet_order(part, view) for part in _parts(text)]
    named = {order.fleet for order in given}
    own = view.fleets[view.seat - 1] if view.seat else ()
    given += [FleetOrder(fleet.id) for fleet in own if fleet.id not in named and fleet.journey is None]
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


def _fleet_order(text: str, view: View) -> FleetOrder:
    found = _ORDER.fullmatch(text)
    if found is None:
        raise _not_understood(text)
    to = found[2]
    return FleetOrder(found[1].lower(), None if to is None else _region(to.strip(), view.setup.map))


def _not_understood(text: str) -> BadNotation:
    return BadNotation(f"write orders like '1a-Vega, 1b holds', not {text.strip()[:40]!r}")


def _fleet_key(fleet: str) -> tuple[int, int, str]:
    found = _FLEET.fullmatch(fleet)
    return (int(found[1][:9]), len(found[2]), found[2]) if found else (0, 0, fleet)


def _region(text: str, map_: Map) -> str:
    """The region of this name or id, in upper or lower case; any other text stays as it is (KH-6.1)."""
    if text.startswith('"'):
        try:
            return codec.decode(text, str, "orders: region")
        except BadData as error:
            raise BadNotation(str(error)) from error
    ids = {region.id for region in map_.regions}
    if text in ids:
        return text
    folded = text.casefold()
    fits = [r.id for r in map_.regions if r.name.casefold() == folded]
    fits = fits or [r.id for r in map_.regions if r.id.casefold() == folded]
    return fits[0] if len(fits) == 1 else text


def _region_text(region: str, view: View) -> str:
    """A region's name if it can be read back, else its id, else a JSON string."""
    for text in (tables_of(view.setup).names.get(region, region), region):
        if _PLAIN.fullmatch(text) and text == text.strip() and _region(text, view.setup.map) == region:
            return text
    return codec.encode(region).decode()


def format_order(order: Orders, view: View) -> str:
    """`1a-Vega, 1c-Lyra Gate`: holds are left out, and if nothing is left it is `hold`."""
    named = [given.fleet for given in order.orders]
    own = view.fleets[view.seat - 1] if view.seat else ()
    free = {fleet.id for fleet in own if fleet.journey is None}
    parts = [
        _order_text(given, view)
        for given in order.orders
        if given.to is not None or given.fleet not in free or named.count(given.fleet) > 1
    ]
    return ", ".join(parts) or "hold"


def _order_text(given: FleetOrder, view: View) -> str:
    return f"{given.fleet} holds" if given.to is None else f"{given.fleet}-{_region_text(given.to, view)}"
