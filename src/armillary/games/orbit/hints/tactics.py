"""How bots judge a ship: threats, the way to the next enemy, energy worth aiming for."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from armillary.core.values import Seat
from armillary.games.orbit import rules
from armillary.games.orbit.model import (
    Burn,
    Config,
    Energy,
    Facing,
    Missiles,
    Ring,
    Ship,
    State,
    Subsystem,
    Weapon,
    in_table_order,
)
from armillary.games.orbit.rules.board import Board
from armillary.games.orbit.rules.ends import plays_twice
from armillary.games.orbit.rules.space import coasting, open_rings, same_angle
from armillary.games.orbit.rules.turn import recoil_destination
from armillary.games.orbit.rules.weapons import power, reaches

BEST = 10_000

FAR = 12
"""Looking further ahead than this many turns is idle."""

BUILDS: tuple[tuple[tuple[Subsystem, int], ...], ...] = (
    (
        (Subsystem.ENGINES, 1),
        (Subsystem.MISSILES, 2),
        (Subsystem.SHIELDS, 2),
        (Subsystem.THRUSTERS, 1),
        (Subsystem.RAILGUN, 4),
    ),
    (
        (Subsystem.ENGINES, 2),
        (Subsystem.MISSILES, 2),
        (Subsystem.SHIELDS, 2),
        (Subsystem.THRUSTERS, 1),
        (Subsystem.LASER, 2),
        (Subsystem.SCOOP, 1),
    ),
)
"""Ways to share out ten energy, most needed first: hunt with the railgun, or move and brawl."""

WORTH_OF_POWER = {
    Subsystem.ENGINES: 20,
    Subsystem.THRUSTERS: 10,
    Subsystem.LASER: 20,
    Subsystem.RAILGUN: 150,
    Subsystem.MISSILES: 60,
    Subsystem.SHIELDS: 20,
}

SCALE = 320
"""So many points ahead of one enemy, a ship wins e times as often as that enemy. All figures here go back to how
matches between bots ended. Those for turns in a row, kills and closed rings are rounded by hand from one fit
(scripts/fit_evaluation.py), made when every second round was played backwards, and were tried in matches as a whole,
not one by one; the others are older than OS-22."""

NEARING = 10
"""What a turn on the way to an enemy costs whoever is on it: otherwise two who only wait are both content."""

CLOSING_AHEAD = 3
"""Further ahead than this many rounds, it does not matter yet which rings close."""

CLOSED = 60
"""What each of these rounds on a closed ring costs."""

LATER, NOW, AGAIN = 20, 90, 100
"""What a point of damage that a ship threatens is worth: before its turn comes, in its turn, and once more in the
second of two turns in a row (OS-23)."""

KILL, LATE_KILL = 400, 200
"""What it is worth that this destroys the other: in this turn, or in the second of two."""

INITIATIVE = 50
"""What two turns in a row are worth by themselves."""

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
    others = [
        other for other in range(1, state.setup.seats + 1) if other != seat and state.ships[other - 1] is not None
    ]
    turns = _turns(state)
    odds = sum([exp(min(HOPELESS, -_lead(state, seat, other, turns) / SCALE)) for other in others])
    return max(1 - BEST, min(BEST - 1, round(BEST * (2 / (1 + odds) - 1))))


def _turns(state: State) -> dict[Seat, int]:
    """Who is to play, and how many turns in a row they have (OS-23)."""
    return {state.active: 1 + plays_twice(state)}


def _lead(state: State, seat: Seat, other: Seat, turns: dict[Seat, int]) -> int:
    """How far a ship is ahead of another: 100 is a point of hull."""
    config, ship, its = state.setup.config, state.ships[seat - 1], state.ships[other - 1]
    assert ship is not None
    assert its is not None
    ahead = _strength(state, ship, its, turns.get(seat, 0)) - _strength(state, its, ship, turns.get(other, 0))
    here, there = ship.transfer or ship, its.transfer or its
    away = _approach(config.rings, config.weapons.missiles, here.ring, here.sector, there.ring, there.sector)
    return ahead - NEARING * away


def _strength(state: State, ship: Ship, other: Ship, turns: int) -> int:
    """What a ship has against another, if it has so many turns now."""
    config = state.setup.config
    closed = CLOSED * exposure(config, ship, state.round)
    return worth(config, ship) + _danger(config, ship, other, turns) - closed


def exposure(config: Config, ship: Ship, this_round: int) -> int:
    """In how many of its next few turns a ship's ring is closed, if it stays there (OS-22)."""
    ring = (ship.transfer or ship).ring
    return sum([ring > open_rings(config, this_round + ahead) for ahead in range(CLOSING_AHEAD)])


def _danger(config: Config, ship: Ship, target: Ship, turns: int) -> int:
    """What a ship's guns are worth against a target: more at once, still more in two turns in a row."""
    damage = threat(config, ship, target)
    if not turns:
        return LATER * damage
    kill = KILL if damage >= target.hull else LATE_KILL if turns * damage >= target.hull else 0
    return NOW * damage + (AGAIN * damage + INITIATIVE if turns > 1 else 0) + kill


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


def towards(
    config: Config, ship: Ship, build: tuple[tuple[Subsystem, int], ...], returns: int
) -> tuple[Energy, Energy]:
    """What to allocate and return this turn to come nearer to a build, returning no more than this."""
    free = config.reactor - sum(ship.energy.values())
    wanted = dict(build)
    more: Energy = {}
    for name, amount in build:
        missing = min(amount, config.subsystems[name].limit) - ship.energy.get(name, 0)
        if (given := min(free, missing)) > 0:
            more[name] = given
            free -= given
    less: Energy = {}
    for name, amount in in_table_order(ship.energy).items():
        if (given := min(returns, amount - wanted.get(name, 0))) > 0:
            less[name] = given
            returns -= given
    return more, less


def can_fire(board: Board, weapon: Weapon, compensate: bool) -> bool:
    """May this weapon be fired this way, recoil considered? (OS-15)"""
    if weapon is not Weapon.RAILGUN or type(board.plan.move) is Burn:
        return not compensate
    if compensate:
        return board.powered(Subsystem.ENGINES) and board.mass >= board.config.weapons.railgun.compensation
    return recoil_destination(board) is not None
