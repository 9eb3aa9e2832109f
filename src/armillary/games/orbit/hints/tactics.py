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
from armillary.games.orbit.rules.space import closing_round, coasting, same_angle
from armillary.games.orbit.rules.turn import recoil_destination
from armillary.games.orbit.rules.weapons import power, reaches

BEST = 10_000

FAR = 12
"""Looking further ahead than this many turns is idle."""

FACINGS = tuple(Facing)
GUNS = tuple((weapon, Subsystem(weapon)) for weapon in Weapon)

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
"""So many points ahead of one enemy, a ship wins e times as often as that enemy. All figures here go back to fits to
how matches between bots ended (scripts/fit_evaluation.py), and were chosen by matches. A fit to 500 matches of the hard
bot by today's rules has much the same for threats (53 and 120), and more for second turns (280), kills (840) and closed
rings (100); these played no better."""

NEARING = 10
"""What a turn on the way to an enemy costs whoever is on it: otherwise two who only wait are both content."""

CLOSING_AHEAD = 3
"""Further ahead than this many rounds, it does not matter yet which rings close."""

CLOSED = 60
"""What each of these rounds on a closed ring costs."""

LATER, NOW, AGAIN = 60, 110, 200
"""What a point of damage that a ship threatens is worth: before its turn comes, in its turn, and once more in the
second of two turns in a row (OS-23). Two turns that are still to come are no more than one: they depend on an order
that was drawn a moment ago, and plans would be chosen for the luck that came after them."""

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
    turns = {state.active: 1 + plays_twice(state)}
    odds = sum([exp(min(HOPELESS, -_lead(state, seat, other, turns) / SCALE)) for other in others])
    return max(1 - BEST, min(BEST - 1, round(BEST * (2 / (1 + odds) - 1))))


def _lead(state: State, seat: Seat, other: Seat, turns: dict[Seat, int]) -> int:
    """How far a ship is ahead of another, when somebody has so many turns now: 100 is a point of hull."""
    config, ship, its = state.setup.config, state.ships[seat - 1], state.ships[other - 1]
    assert ship is not None
    assert its is not None
    mine = worth(config, ship) + _danger(config, ship, its, turns.get(seat, 0))
    theirs = worth(config, its) + _danger(config, its, ship, turns.get(other, 0))
    closed = CLOSED * (exposure(config, ship, state.round) - exposure(config, its, state.round))
    here, there = ship.transfer or ship, its.transfer or its
    away = _approach(config.rings, config.weapons.missiles, here.ring, here.sector, there.ring, there.sector)
    return mine - theirs - closed - NEARING * away


def exposure(config: Config, ship: Ship, this_round: int) -> int:
    """In how many of its next few turns a ship's ring is closed, if it stays there (OS-22)."""
    closes = closing_round(config, (ship.transfer or ship).ring)
    return 0 if closes is None else max(0, min(CLOSING_AHEAD, this_round + CLOSING_AHEAD - closes))


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
    """The damage a ship could do to another in its next turn, if it coasts, past the other's shields.

    Only the railgun minds which way the ship faces, so that there is one facing for all of them.
    """
    energy, subsystems = ship.energy, config.subsystems
    armed = [gun for gun, name in GUNS if energy.get(name, 0) >= subsystems[name].minimum]
    if not armed:
        return 0
    place = coasting(config, ship)
    turning = energy.get(Subsystem.THRUSTERS, 0) >= subsystems[Subsystem.THRUSTERS].minimum
    facings = FACINGS if turning else (ship.facing,)
    bearing = [
        gun
        for gun in armed
        if any(reaches(config, gun, place.ring, place.sector, facing, target) for facing in facings)
    ]
    damage = sum([power(config, gun) for gun in bearing])
    shields = target.energy.get(Subsystem.SHIELDS, 0)
    return max(0, damage - (shields if shields >= subsystems[Subsystem.SHIELDS].minimum else 0))


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
