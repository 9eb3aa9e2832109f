"""The working copy on which a turn is carried out."""

from __future__ import annotations

from armillary.core.values import Seat
from armillary.games.orbit.model import Config, Energy, Place, Plan, Ship, Strike, Subsystem


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
        "hull",
        "lost",
        "mass",
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

    def __init__(self, config: Config, seat: Seat, ships: tuple[Ship | None, ...], plan: Plan) -> None:
        ship = ships[seat - 1]
        assert ship is not None
        self.config = config
        self.seat = seat
        self.plan = plan
        self.before = ship
        self.ships = ships
        self.allocated, self.returned = differences(ship.energy, plan)
        self.energy = ship.energy
        self.ring, self.sector, self.facing = ship.ring, ship.sector, ship.facing
        self.hull, self.mass, self.heat = ship.hull, ship.mass, ship.heat
        self.transfer: Place | None = None
        self.scooped = self.heat_damage = self.heat_made = 0
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
