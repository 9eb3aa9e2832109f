"""Positions as text: what cases, bug reports and the command line are written in.

    round 3; turn 2; ships R4S12 prograde hull 10 mass 9 heat 1 engines=2 laser=2 to R5S25 / lost / R1S0
    retrograde hull 3 mass 0; lost 2; config {"max_rounds":10}

One ship per seat, seat 1 first: where it is, which way it faces, what it has, and where a transfer takes it. `lost`
lists the seats whose ships are gone, in the order they went (`3+4` in the same turn); `config` holds what differs from
the standard config. `order` is the order of turns in this round and in the next, as drawn: `order 2 1 3 / 3 1`; without
it, turns go by seats. No heat, no losses and the standard config are left out.
"""

from __future__ import annotations

import re
from typing import Any

from armillary.core import codec, notation, trees
from armillary.core.errors import BadNotation
from armillary.games.orbit.model import (
    Config,
    Facing,
    FirstConfig,
    Place,
    Setup,
    Ship,
    State,
    Subsystem,
    in_table_order,
)

SECTIONS = ("round", "turn", "ships", "order", "lost", "config")
REQUIRED = SECTIONS[:3]
GONE = "lost"

_NUMBER = r"-?[0-9]{1,15}"
_PLACE = rf"R({_NUMBER})S({_NUMBER})"
_SHIP = re.compile(
    rf"{_PLACE} ({'|'.join(Facing)}) hull ({_NUMBER}) mass ({_NUMBER})(?: heat ({_NUMBER}))?"
    rf"((?: (?:{'|'.join(Subsystem)})={_NUMBER})*)(?: to {_PLACE})?"
)
_GROUP = re.compile(r"[0-9]{1,2}(?:\+[0-9]{1,2})*")


# -- writing -----------------------------------------------------------------------------------------------


def format_state(state: State) -> str:
    """The position as one line."""
    sections = [f"round {state.round}", f"turn {state.active}"]
    sections.append(f"ships {' / '.join(GONE if ship is None else _ship_text(ship) for ship in state.ships)}")
    if state.turn_orders:
        sections.append(f"order {' / '.join(' '.join(map(str, order)) for order in state.turn_orders)}")
    if state.lost:
        sections.append(f"lost {' '.join('+'.join(map(str, group)) for group in state.lost)}")
    if differing := trees.differing(codec.tree(config := state.setup.config), codec.tree(type(config)())):
        sections.append(f"config {notation.to_json(differing)}")
    return "; ".join(sections)


def _ship_text(ship: Ship) -> str:
    words = [f"R{ship.ring}S{ship.sector} {ship.facing} hull {ship.hull} mass {ship.mass}"]
    if ship.heat:
        words.append(f"heat {ship.heat}")
    words += [f"{name}={amount}" for name, amount in in_table_order(ship.energy).items()]
    if ship.transfer:
        words.append(f"to R{ship.transfer.ring}S{ship.transfer.sector}")
    return " ".join(words)


# -- reading -----------------------------------------------------------------------------------------------


def parse_state(text: str, kind: type[FirstConfig] = Config) -> State:
    """The position that such a line means, with a config of this kind; raises `BadNotation`."""
    parts = notation.sections(text, SECTIONS, REQUIRED)
    ships = tuple(_ship(" ".join(words.split())) for words in parts["ships"].split("/"))
    differing: dict[str, Any] = notation.from_json(parts.get("config", "{}"), dict[str, Any], "config")
    config: Any = notation.from_tree(trees.merged(codec.tree(kind()), differing), kind, "config")
    number, active = notation.number(parts["round"], "the round"), notation.number(parts["turn"], "the turn")
    groups = parts.get("lost", "").split()
    if not all(_GROUP.fullmatch(group) for group in groups):
        raise BadNotation(f"Lost seats are written '3+4 2', not {parts['lost'][:60]!r}.")
    lost = tuple(tuple(map(int, group.split("+"))) for group in groups)
    drawn = parts["order"].split("/") if "order" in parts else ()
    orders = tuple(notation.numbers(order, "a player") for order in drawn)
    return State(Setup(len(ships), config), number, active, ships, lost, orders)


def _ship(text: str) -> Ship | None:
    if text == GONE:
        return None
    found = _SHIP.fullmatch(text)
    if found is None:
        raise BadNotation(f"A ship is written 'R4S12 prograde hull 10 mass 9', not {text[:60]!r}.")
    transfer = Place(int(found[8]), int(found[9])) if found[8] else None
    ring, sector, hull, mass = (int(found[i]) for i in (1, 2, 4, 5))
    pairs = [word.split("=") for word in found[7].split()]
    energy = {Subsystem(name): int(amount) for name, amount in pairs}
    if len(energy) < len(pairs):
        raise BadNotation(f"A subsystem appears twice: {found[7].strip()[:60]!r}.")
    return Ship(ring, sector, Facing(found[3]), hull, mass, int(found[6] or 0), energy, transfer)
