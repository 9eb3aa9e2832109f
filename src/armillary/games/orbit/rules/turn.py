"""A turn as the rule book tells it: nine stages, one after the other, on a private working copy of the ship.

The stages only reckon; what there is to tell is told afterwards (`report`). Planning walks the first five alone.
"""

from __future__ import annotations

from collections.abc import Callable

from armillary.core.values import Seat
from armillary.games.orbit import space
from armillary.games.orbit.config import Config, Facing, Subsystem, Weapon
from armillary.games.orbit.model import Burn, Coast, Energy, Place, Plan, Ship, Shot, State, Strike

SHIELDS, RAILGUN = Subsystem.SHIELDS, Weapon.RAILGUN
PROGRADE, RETROGRADE = Facing.PROGRADE, Facing.RETROGRADE


class Turn:
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
        """Has it at least its minimum? (OS-5)"""
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


# -- the stages --------------------------------------------------------------------------------------------


def allocate(turn: Turn) -> None:
    """1. Energy goes from the reactor to subsystems (OS-3)."""
    if turn.allocated:
        turn.energy = energy = dict(turn.energy)
        for name, amount in turn.allocated.items():
            energy[name] = energy.get(name, 0) + amount


def deallocate(turn: Turn) -> None:
    """2. Energy goes back; coming after allocation, it is free only for the next turn (OS-3)."""
    if turn.returned:
        turn.energy = energy = dict(turn.energy)
        for name, amount in turn.returned.items():
            if (left := energy.pop(name, 0) - amount) > 0:
                energy[name] = left


def vent(turn: Turn) -> None:
    """3. Heat is let out (OS-4)."""
    turn.heat = max(0, turn.heat - turn.plan.vent)  # a preview may ask for more than there is


def rotate(turn: Turn) -> None:
    """4. The ship turns round, before it moves (OS-12)."""
    if turn.plan.rotate:
        turn.facing = RETROGRADE if turn.facing is PROGRADE else PROGRADE


def move(turn: Turn) -> None:
    """5. Every ship drifts along its ring (OS-9); then it scoops or burns."""
    ring = turn.config.rings[turn.ring - 1]
    turn.sector = (turn.sector + ring.velocity) % ring.sectors
    movement = turn.plan.move
    if type(movement) is Burn:
        _burn(turn, movement)
    elif type(movement) is Coast and movement.scoop:
        turn.scooped = min(ring.velocity, turn.config.most_mass - turn.mass)  # OS-13
        turn.mass += turn.scooped


def _burn(turn: Turn, burn: Burn) -> None:
    """Mass is spent and the ship is under way: outward when it faces prograde, else inward (OS-10)."""
    cost = turn.config.burns[burn.intensity]
    turn.mass -= cost.mass
    rings = cost.rings * space.outward(turn.facing)
    turn.transfer = space.destination(turn.config, turn.ring, turn.sector, rings, burn.adjust)


def fire(turn: Turn) -> None:
    """6. All shots at once: damage is added up, then applied (OS-17)."""
    if not turn.plan.shots:
        return
    damage: dict[Seat, int] = {}
    for shot in turn.plan.shots:
        for target in shot.targets:
            damage[target] = damage.get(target, 0) + power(turn.config, shot.weapon)
        if shot.weapon is RAILGUN:
            _recoil(turn, shot)
    turn.strikes = tuple([_struck(turn, seat, total) for seat, total in sorted(damage.items())])
    turn.ships = _after_strikes(turn.ships, turn.strikes)
    turn.lost = tuple([strike.seat for strike in turn.strikes if not strike.hull])


def power(config: Config, weapon: Weapon) -> int:
    """The damage a weapon does (OS-14 to OS-16)."""
    weapons = config.weapons
    if weapon is RAILGUN:
        return weapons.railgun.damage
    return weapons.laser.damage if weapon is Weapon.LASER else weapons.missiles.damage


def _recoil(turn: Turn, shot: Shot) -> None:
    """A coasting ship pays with reaction mass, or is thrown a ring against its facing (OS-15)."""
    if type(turn.plan.move) is not Coast:
        return
    if shot.compensate:
        turn.mass -= turn.config.weapons.railgun.compensation
    else:
        turn.transfer = recoil_destination(turn)


def recoil_destination(turn: Turn) -> Place | None:
    """Where the recoil of a railgun throws the ship; None where there is no such ring (OS-15)."""
    rings = -turn.config.weapons.railgun.recoil * space.outward(turn.facing)
    return space.destination(turn.config, turn.ring, turn.sector, rings)


def _struck(turn: Turn, seat: Seat, damage: int) -> Strike:
    """Powered shields take up to their energy of it (OS-18); hull never goes below 0 (OS-8)."""
    ship = turn.ships[seat - 1]
    assert ship is not None
    shields = ship.energy.get(SHIELDS, 0)
    absorbed = min(damage, shields) if shields >= turn.config.subsystems[SHIELDS].minimum else 0
    return Strike(seat, damage, absorbed, max(0, ship.hull - damage + absorbed))


def _after_strikes(ships: tuple[Ship | None, ...], strikes: tuple[Strike, ...]) -> tuple[Ship | None, ...]:
    after = list(ships)
    for strike in strikes:
        ship = ships[strike.seat - 1]
        assert ship is not None
        after[strike.seat - 1] = _damaged(ship, strike) if strike.hull else None  # OS-8
    return tuple(after)


def _damaged(ship: Ship, strike: Strike) -> Ship:
    """What the shields took is heat now (OS-18)."""
    heat = ship.heat + strike.absorbed
    return Ship(ship.ring, ship.sector, ship.facing, strike.hull, ship.mass, heat, ship.energy, ship.transfer)


def suffer_heat(turn: Turn) -> None:
    """7. Heat that was there before the turn, less what was vented, goes through shields to the hull (OS-8)."""
    turn.heat_damage = turn.heat
    turn.hull = max(0, turn.hull - turn.heat)
    if not turn.hull:
        turn.lost = tuple(sorted((*turn.lost, turn.seat)))


def make_heat(turn: Turn) -> None:
    """8. What is overclocked makes heat, used or not; it hurts from the next turn on (OS-7)."""
    made = 0
    for name, amount in turn.energy.items():
        spec = turn.config.subsystems[name]
        if amount > spec.overclock:
            made += (amount - spec.overclock) * spec.heat
    turn.heat_made = made
    turn.heat += made


def stand_down(turn: Turn) -> None:
    """9. Ready for the next turn: what was used is forgotten (OS-3), what was allocated stays where it is (OS-6)."""
    ship = None
    if turn.hull:  # OS-8
        ship = Ship(turn.ring, turn.sector, turn.facing, turn.hull, turn.mass, turn.heat, turn.energy, turn.transfer)
    turn.ships = (*turn.ships[: turn.seat - 1], ship, *turn.ships[turn.seat :])


Stage = Callable[[Turn], None]

PLANNING: tuple[Stage, ...] = (allocate, deallocate, vent, rotate, move)
TURN: tuple[Stage, ...] = (*PLANNING, fire, suffer_heat, make_heat, stand_down)  # OS-3


def planned(state: State, seat: Seat, plan: Plan) -> Turn:
    """The ship as it would be when its weapons fire, whether or not the plan is legal."""
    turn = Turn(state.setup.config, seat, state.ships, plan)
    for stage in PLANNING:
        stage(turn)
    return turn
