"""What makes a position from outside impossible: `resolve` trusts one that passes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from armillary.core.bounds import number_faults
from armillary.core.values import Path, Violation
from armillary.games.orbit.model import Place, Ship, State
from armillary.games.orbit.rules.ends import end_reason, living
from armillary.games.orbit.rules.space import destination
from armillary.games.orbit.setup import FEWEST_SEATS, MOST_SEATS, config_faults, energy_faults

MOST_HEAT = 10**9
"""Far more than a ship can gather between two of its turns."""


def check_position(state: State) -> tuple[Violation, ...]:
    """Everything impossible about this position; if the config cannot be played, only that."""
    return tuple(_config_faults(state)) or tuple(_position_faults(state))


def _config_faults(state: State) -> Iterator[Violation]:
    for fault in config_faults(state.setup.config):
        yield msgspec.structs.replace(fault, path=("setup", "config", *fault.path))
    seats = state.setup.seats
    yield from number_faults(seats, FEWEST_SEATS, MOST_SEATS, ("setup", "seats"), rule="OS-1")
    if len(state.ships) != seats:
        yield Violation("one_per_seat", "OS-1", ("ships",), {"asked": len(state.ships), "seats": seats})


def _position_faults(state: State) -> Iterator[Violation]:
    config = state.setup.config
    yield from number_faults(state.round, 1, config.max_rounds + 1, ("round",), rule="OS-19")
    yield from number_faults(state.active, 1, state.setup.seats, ("active",), rule="OS-1")
    for i, ship in enumerate(state.ships):
        if ship is not None:
            yield from _ship_faults(state, ship, ("ships", i))
    yield from _lost_faults(state)
    if 1 <= state.active <= state.setup.seats and not end_reason(state.setup, state.round, living(state.ships)):
        yield from _active_faults(state)


def _ship_faults(state: State, ship: Ship, path: Path) -> Iterator[Violation]:
    config = state.setup.config
    yield from number_faults(ship.hull, 1, config.start.hull, (*path, "hull"), rule="OS-1")
    yield from number_faults(ship.mass, 0, config.most_mass, (*path, "mass"), rule="OS-1")
    yield from number_faults(ship.heat, 0, MOST_HEAT, (*path, "heat"), rule="OS-1")
    yield from energy_faults(config, ship.energy, (*path, "energy"))
    here = Place(ship.ring, ship.sector)
    off = tuple(_place_faults(state, here, path))
    yield from off
    if ship.transfer is not None and not off:
        yield from _transfer_faults(state, here, ship.transfer, (*path, "transfer"))


def _place_faults(state: State, place: Place, path: Path) -> Iterator[Violation]:
    rings = state.setup.config.rings
    if 1 <= place.ring <= len(rings):
        most = rings[place.ring - 1].sectors - 1
        yield from number_faults(place.sector, 0, most, (*path, "sector"), rule="OS-11")
    else:
        yield from number_faults(place.ring, 1, len(rings), (*path, "ring"), rule="OS-11")


def _transfer_faults(state: State, here: Place, to: Place, path: Path) -> Iterator[Violation]:
    """A transfer leads to another ring, to the mapped sector or one beside it (OS-10, OS-11)."""
    off = tuple(_place_faults(state, to, path))
    yield from off
    if off:
        return
    reached = [
        destination(state.setup.config, here.ring, here.sector, to.ring - here.ring, adjust) for adjust in (-1, 0, 1)
    ]
    if to.ring == here.ring or to not in reached:
        yield Violation("no_such_transfer", "OS-10", path, {"ring": to.ring, "sector": to.sector})


def _lost_faults(state: State) -> Iterator[Violation]:
    """Every ship that is gone was lost in some turn, and no other was (OS-8)."""
    lost = [seat for group in state.lost for seat in group]
    gone = [seat for seat, ship in enumerate(state.ships, start=1) if ship is None]
    in_order = all(group and group == tuple(sorted(group)) for group in state.lost)
    if sorted(lost) != gone or not in_order:
        yield Violation("lost_does_not_fit", "OS-8", ("lost",), {"gone": gone})


def _active_faults(state: State) -> Iterator[Violation]:
    """The player whose turn it is has a ship, and it has arrived (OS-10)."""
    ship = state.ships[state.active - 1]
    if ship is None:
        yield Violation("no_ship_to_turn", "OS-8", ("active",), {"active": state.active})
    elif ship.transfer is not None:
        yield Violation("not_arrived", "OS-10", ("ships", state.active - 1, "transfer"))
