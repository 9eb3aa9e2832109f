"""How `hard` judged positions of Orbit Simulator before rings closed (OS-22), to measure its successor against."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from armillary.core.values import Seat
from armillary.games.orbit import rules
from armillary.games.orbit.model import Config, Facing, Missiles, Ring, Ship, State, Subsystem, Weapon
from armillary.games.orbit.rules.space import coasting, same_angle
from armillary.games.orbit.rules.weapons import power, reaches

BEST = 10_000

FAR = 12
"""Looking further ahead than this many turns is idle."""

WORTH_OF_POWER = {
    Subsystem.ENGINES: 20,
    Subsystem.THRUSTERS: 10,
    Subsystem.LASER: 20,
    Subsystem.RAILGUN: 150,
    Subsystem.MISSILES: 60,
    Subsystem.SHIELDS: 20,
}

SCALE = 320
"""So many points ahead of one enemy, a ship wins e times as often as that enemy. All figures here were fitted to how
matches between bots ended."""

NEARING = 10
"""What a turn on the way to an enemy costs whoever is on it: otherwise two who only wait are both content."""

HOPELESS = 20.0
"""Further behind than this makes no difference, however much hull a setup gives."""


def evaluate(state: State, seat: Seat) -> int:
    """The chance to win, from the lead over each of the others: a sure loss is `-BEST`, a sure win is `BEST`."""
    if outcome := rules.outcome(state):
        if seat not in outcome.ranking[0]:
            return -BEST
        return BEST if outcome.winners == (seat,) else 0
    ship = state.ships[seat - 1]
    if ship is None:
        return -BEST
    turn = state.ships[state.active - 1]
    others = [other for other in state.ships if other is not None and other is not ship]
    leads = (_lead(state.setup.config, ship, other, turn) for other in others)
    odds = sum(exp(min(HOPELESS, -lead / SCALE)) for lead in leads)
    return max(1 - BEST, min(BEST - 1, round(BEST * (2 / (1 + odds) - 1))))


def _lead(config: Config, ship: Ship, other: Ship, turn: Ship | None) -> int:
    """How far a ship is ahead of another, when it is some ship's turn: 100 is a point of hull."""
    mine = worth(config, ship) + _danger(config, ship, other, ship is turn)
    its = worth(config, other) + _danger(config, other, ship, other is turn)
    here, there = ship.transfer or ship, other.transfer or other
    turns = _approach(config.rings, config.weapons.missiles, here.ring, here.sector, there.ring, there.sector)
    return mine - its - NEARING * turns


def _danger(config: Config, ship: Ship, target: Ship, at_once: bool) -> int:
    """What a ship's guns are worth against a target: twice as much at once, and most if that destroys it."""
    damage = threat(config, ship, target)
    if not at_once:
        return 58 * damage
    return 116 * damage + (270 if damage >= target.hull else 0)


def worth(config: Config, ship: Ship) -> int:
    """Hull, less what heat will do to it, and what the ship is ready for: 100 is a point of hull."""
    burning = max(0, ship.heat - config.return_limit)
    ready = sum(
        WORTH_OF_POWER.get(name, 0) for name, amount in ship.energy.items() if amount >= config.subsystems[name].minimum
    )
    last = 320 // max(1, ship.hull)
    return 100 * ship.hull - 190 * burning - 12 * ship.heat - last + ready + 16 * min(ship.mass, 8)


def threat(config: Config, ship: Ship, target: Ship) -> int:
    """The damage a ship could do to another in its next turn, if it coasts, past the other's shields."""
    place = coasting(config, ship)
    thrusters = ship.energy.get(Subsystem.THRUSTERS, 0) >= config.subsystems[Subsystem.THRUSTERS].minimum
    facings = tuple(Facing) if thrusters else (ship.facing,)
    armed = [
        weapon
        for weapon in Weapon
        if ship.energy.get(Subsystem(weapon), 0) >= config.subsystems[Subsystem(weapon)].minimum
    ]
    best = 0
    for facing in facings:
        bearing = [gun for gun in armed if reaches(config, gun, place.ring, place.sector, facing, target)]
        best = max(best, sum([power(config, gun) for gun in bearing]))
    shields = target.energy.get(Subsystem.SHIELDS, 0)
    return max(0, best - (shields if shields >= config.subsystems[Subsystem.SHIELDS].minimum else 0))


@lru_cache(maxsize=1 << 16)
def _approach(rings: tuple[Ring, ...], missiles: Missiles, ring: int, sector: int, its_ring: int, its: int) -> int:
    """In how many turns a ship would have another in missile range, by the best ring to drift on."""
    return min(
        abs(via - ring) // 2 + _drift(rings, missiles, (via, sector, rings[ring - 1].sectors), its_ring, its)
        for via in range(max(1, its_ring - missiles.rings), min(len(rings), its_ring + missiles.rings) + 1)
    )


def _drift(rings: tuple[Ring, ...], missiles: Missiles, start: tuple[int, int, int], its_ring: int, its: int) -> int:
    """Turns until two ships that only drift are in missile range; `start` is a ring, and a sector out of how many."""
    via, sector, sectors = start
    mine, theirs = rings[via - 1], rings[its_ring - 1]
    at = same_angle(sector, sectors, mine.sectors)
    for turns in range(FAR):
        at = (at + mine.velocity) % mine.sectors
        ahead = (its - same_angle(at, mine.sectors, theirs.sectors)) % theirs.sectors
        if min(ahead, theirs.sectors - ahead) <= missiles.sectors:
            return turns
        its = (its + theirs.velocity) % theirs.sectors
    return FAR
