"""What orders must hold, and what a missed deadline means (KH-5.1, KH-5.2, KH-6.1)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.bounds import number_faults
from armillary.core.values import Path, Seat, Violation
from armillary.games.kepler.map.tables import Tables, tables_of
from armillary.games.kepler.model import MAX_FLEETS, MAX_TEXT, FleetOrder, Orders, State

MAX_ORDERS = 2 * MAX_FLEETS
MAX_NAMED = 26
"""At most this many of a player's fleets are named in a refusal."""


def default_order(state: State, seat: Seat) -> Orders:
    """A player who misses the deadline holds with every fleet (KH-5.2)."""
    return Orders(tuple([FleetOrder(fleet.id) for fleet in state.fleets[seat - 1] if fleet.journey is None]))


def check(state: State, seat: Seat, order: Orders) -> tuple[Violation, ...]:
    """Orders go to one's own living fleets, one each (KH-5.1); a move without a link is void (KH-6.1)."""
    too_many = tuple(number_faults(len(order.orders), None, MAX_ORDERS, ("orders",), rule="KH-5.1", unit="entries"))
    return too_many or tuple(_faults(state, seat, order))


def _faults(state: State, seat: Seat, order: Orders) -> Iterator[Violation]:
    own = {fleet.id: fleet for fleet in state.fleets[seat - 1]}
    living = {fleet.id for fleets in state.fleets for fleet in fleets}
    tables = tables_of(state.setup)
    seen: set[str] = set()
    for i, given in enumerate(order.orders):
        path: Path = ("orders", i, "fleet")
        fleet = own.get(given.fleet)
        if fleet is None:
            code = "not_yours" if given.fleet in living else "no_such_fleet"
            yours = list(own)[:MAX_NAMED]
            yield Violation(code, "KH-5.1", path, {"fleet": given.fleet[:MAX_TEXT], "own": yours})
        elif given.fleet in seen:
            yield Violation("ordered_twice", "KH-5.1", path, {"fleet": given.fleet})
        elif fleet.journey:
            params = {"fleet": given.fleet, "to": fleet.journey.to, "turn": fleet.journey.turn}
            yield Violation("under_way", "KH-11.1", path, params)
        elif given.to is not None and (why := why_invalid(tables, state.turn, fleet.region, given.to)):
            params = {"fleet": given.fleet, "region": fleet.region, "to": given.to[:MAX_TEXT]}
            allowed = list(tables.moves(state.turn)[fleet.region])
            yield Violation(why, "KH-6.1", ("orders", i, "to"), {**params, "allowed": allowed}, "void")
        seen.add(given.fleet)


def why_invalid(tables: Tables, turn: int, origin: str, to: str) -> str | None:
    """Why a move given in this turn is not valid; None if it is (KH-6.1)."""
    if to in tables.moves(turn)[origin]:
        return None
    if to not in tables.order:
        return "unknown_region"
    return "already_there" if to == origin else "no_link"
