"""What makes a position from outside impossible: `resolve` trusts one that passes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from armillary.core.bounds import number_faults
from armillary.core.values import Path, Violation
from armillary.games.orbit.model import Place, Ship, State, TurnOrder
from armillary.games.orbit.rules.ends import afloat, end_reason, living
from armillary.games.orbit.rules.space import destination
from armillary.games.orbit.setup import FEWEST_SEATS, MAX_SEATS, config_faults, energy_faults

MAX_HEAT = 10**9
"""Far more than a ship can gather between two of its turns."""


def check_position(state: State) -> tuple[Violation, ...]:
    """Everything impossible about this position; if the config cannot be played, only that."""
    seats, config = state.setup.seats, state.setup.config
    faults = [replace(fault, path=("setup", "config", *fault.path)) for fault in config_faults(config)]
    faults += number_faults(seats, FEWEST_SEATS, MAX_SEATS, ("setup", "seats"), rule="OS-1")
    if len(state.ships) != seats:
        faults.append(Violation("one_per_seat", "OS-1", ("ships",), {"asked": len(state.ships), "seats": seats}))
    return tuple(faults or _position_faults(state))


def _position_faults(state: State) -> Iterator[Violation]:
    config = state.setup.config
    yield from number_faults(state.round, 1, config.max_rounds + 1, ("round",), rule="OS-19")
    yield from number_faults(state.active, 1, state.setup.seats, ("active",), rule="OS-1")
    for i, ship in enumerate(state.ships):
        if ship is not None:
            yield from _ship_faults(state, ship, ("ships", i))
    # Every ship that is gone was lost in some turn, and no other was (OS-8).
    lost = sorted([seat for group in state.lost for seat in group])
    gone = [seat for seat, ship in enumerate(state.ships, start=1) if ship is None]
    if lost != gone or any(not group or group != tuple(sorted(group)) for group in state.lost):
        yield Violation("lost_does_not_fit", "OS-8", ("lost",), {"gone": gone})
    yield from _order_faults(state)
    # The player whose turn it is has a ship, and it has arrived (OS-10).
    if 1 <= state.active <= state.setup.seats and not end_reason(state.setup, state.round, living(state.ships)):
        active = state.ships[state.active - 1]
        if active is None:
            yield Violation("no_ship_to_turn", "OS-8", ("active",), {"active": state.active})
        elif active.transfer is not None:
            yield Violation("not_arrived", "OS-10", ("ships", state.active - 1, "transfer"))


def _order_faults(state: State) -> Iterator[Violation]:
    """Orders are drawn for this round and the next, and leave out nobody who still has a ship (OS-23)."""
    config, orders = state.setup.config, state.turn_orders
    if not orders or not (1 <= state.round <= config.max_rounds + 1 and 1 <= state.active <= state.setup.seats):
        return
    is_last = state.round >= config.max_rounds
    if config.turn_order is TurnOrder.FIXED:
        yield Violation("none_is_drawn", "OS-23", ("turn_orders",))
    elif is_last and len(orders) != 1:
        yield Violation("last_order_only", "OS-23", ("turn_orders",))
    elif not is_last and len(orders) != 2:
        yield Violation("two_orders", "OS-23", ("turn_orders",))
    else:
        seats, left = {*range(1, state.setup.seats + 1)}, {*afloat(state.ships)}
        for i, order in enumerate(orders):
            named, needed = {*order}, left if i else {*left, state.active}
            if len(named) < len(order) or not needed <= named <= seats:
                yield Violation("impossible_turn_order", "OS-23", ("turn_orders", i))


def _ship_faults(state: State, ship: Ship, path: Path) -> Iterator[Violation]:
    config = state.setup.config
    yield from number_faults(ship.hull, 1, config.start.hull, (*path, "hull"), rule="OS-1")
    yield from number_faults(ship.mass, 0, config.most_mass, (*path, "mass"), rule="OS-1")
    yield from number_faults(ship.heat, 0, MAX_HEAT, (*path, "heat"), rule="OS-1")
    yield from energy_faults(config, ship.energy, (*path, "energy"))
    off = [*_place_faults(state, Place(ship.ring, ship.sector), path)]
    if (to := ship.transfer) and not off:
        there = (*path, "transfer")
        rings = to.ring - ship.ring
        reached = [destination(config, ship.ring, ship.sector, rings, adjust) for adjust in (-1, 0, 1)]
        off = [*_place_faults(state, to, there)]
        if not off and (not rings or to not in reached):  # to another ring, the mapped sector or one beside it (OS-11)
            off = [Violation("no_such_transfer", "OS-10", there, {"ring": to.ring, "sector": to.sector})]
    yield from off


def _place_faults(state: State, place: Place, path: Path) -> Iterator[Violation]:
    rings = state.setup.config.rings
    if 1 <= place.ring <= len(rings):
        most = rings[place.ring - 1].sectors - 1
        yield from number_faults(place.sector, 0, most, (*path, "sector"), rule="OS-11")
    else:
        yield from number_faults(place.ring, 1, len(rings), (*path, "ring"), rule="OS-11")
