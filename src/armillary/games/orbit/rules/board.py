"""The working copy on which a turn is carried out."""

from __future__ import annotations

from armillary.core.values import Seat
from armillary.games.orbit.model import Energy, Place, Plan, State, Strike, Subsystem
from armillary.games.orbit.rules.space import open_rings


class Board:
    """The working copy: the active ship as it changes, and what happens to others."""

    __slots__ = (
        "allocated",
        "before",
        "config",
        "energy",
        "facing",
        "heat",
        "heat_damage",
        "heat_made",
        "heat_taken",
        "hull",
        "lost",
        "mass",
        "open_rings",
        "plan",
        "returned",
        "ring",
        "scooped",
        "seat",
        "sector",
        "ships",
        "strikes",
        "transfer",
    )

    def __init__(self, state: State, seat: Seat, plan: Plan) -> None:
        ship = state.ships[seat - 1]
        assert ship is not None
        self.config = state.setup.config
        self.open_rings = open_rings(self.config, state.round)
        self.seat = seat
        self.plan = plan
        self.before = ship
        self.ships = state.ships
        self.allocated, self.returned = differences(ship.energy, plan)
        self.energy = ship.energy
        self.ring, self.sector, self.facing = ship.ring, ship.sector, ship.facing
        self.hull, self.mass, self.heat = ship.hull, ship.mass, ship.heat
        self.transfer: Place | None = None
        self.scooped = self.heat_damage = self.heat_made = self.heat_taken = 0
        self.strikes: tuple[Strike, ...] = ()
        self.lost: tuple[Seat, ...] = ()

    def powered(self, subsystem: Subsystem) -> bool:
        """Does it have at least its minimum? (OS-5)"""
        return self.energy.get(subsystem, 0) >= self.config.subsystems[subsystem].minimum


def differences(energy: Energy, plan: Plan) -> tuple[Energy, Energy]:
    """What a plan allocates and returns: as it says, or from here to its targets (OS-2)."""
    if plan.targets is None:
        return plan.allocate, plan.deallocate
    more = {name: wanted - energy.get(name, 0) for name, wanted in plan.targets.items()}
    return (
        {name: amount for name, amount in more.items() if amount > 0},
        {name: -amount for name, amount in more.items() if amount < 0},
    )
