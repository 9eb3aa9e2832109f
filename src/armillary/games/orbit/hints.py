"""What thinking players need to know of Orbit Simulator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import msgspec

from armillary.core import codec
from armillary.core.contract import Bot
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Outcome, Seat
from armillary.games.orbit import rules, sight, space, tactics
from armillary.games.orbit.config import Intensity, Subsystem, Weapon
from armillary.games.orbit.model import SUBSYSTEMS, Aim, Burn, Coast, Energy, Plan, Ship, Shot, State, View
from armillary.games.orbit.rules.turn import Turn, planned, recoil_destination

BEST = 10_000
SLACK = 20
"""Plans this close to the best are as good: a fifth of a point of hull."""

MOVES: tuple[Coast | Burn, ...] = (
    Coast(),
    Coast(scoop=True),
    *(Burn(intensity, adjust) for intensity in Intensity for adjust in (-1, 0, 1)),
)
WEAPONS = tuple(Subsystem(weapon) for weapon in Weapon)


# -- random ------------------------------------------------------------------------------------------------


def random_order(state: State, seat: Seat, dice: Dice) -> Plan:
    """Any legal plan: energy first, then what that energy allows."""
    ship = state.ships[seat - 1]
    assert ship is not None
    vent = dice.below(1 + min(ship.heat, state.setup.config.return_limit))
    more, less = _random_energy(state, ship, vent, dice)
    turn = planned(state, seat, Plan(allocate=more, deallocate=less))
    rotate = turn.powered(Subsystem.THRUSTERS) and dice.below(2) == 0
    move = _random_move(turn, space.outward(ship.facing) * (-1 if rotate else 1), dice)
    plan = Plan(allocate=more, deallocate=less, vent=vent, rotate=rotate, move=move)
    if any(turn.powered(weapon) for weapon in WEAPONS):
        plan = msgspec.structs.replace(plan, shots=_random_shots(state, planned(state, seat, plan), dice))
    return plan if dice.below(8) else _in_targets(state, ship, plan, dice)


def _in_targets(state: State, ship: Ship, plan: Plan, dice: Dice) -> Plan:
    """The same plan, said in targets; what does not change may be named too."""
    named = {name: ship.energy.get(name, 0) for name in SUBSYSTEMS if dice.below(4) == 0}
    other = sight.said_otherwise(state, state.active, plan)
    return msgspec.structs.replace(other, targets={**named, **(other.targets or {})})


def _random_energy(state: State, ship: Ship, vent: int, dice: Dice) -> tuple[Energy, Energy]:
    config = state.setup.config
    free, returns = sight.free_energy(config, ship), config.return_limit - vent
    more: Energy = {}
    less: Energy = {}
    for name in dice.shuffle(SUBSYSTEMS):
        there = ship.energy.get(name, 0)
        if dice.below(2) and (amount := dice.below(1 + min(free, config.subsystems[name].limit - there))):
            more[name] = amount
            free -= amount
        elif there and dice.below(2) and (amount := dice.below(1 + min(returns, there))):
            less[name] = amount
            returns -= amount
    return more, less


def _random_move(turn: Turn, outward: int, dice: Dice) -> Coast | Burn:
    """Coasting half the time, else any burn the ship can make."""
    if dice.below(2) and (burns := _possible_burns(turn, outward)):
        return Burn(dice.choice(burns), dice.below(3) - 1)
    full = turn.mass >= turn.config.most_mass or not turn.config.rings[turn.ring - 1].velocity
    return Coast(scoop=not full and turn.powered(Subsystem.SCOOP) and dice.below(2) == 0)


def _possible_burns(turn: Turn, outward: int) -> list[Intensity]:
    if not turn.powered(Subsystem.ENGINES):
        return []
    energy, rings = turn.energy[Subsystem.ENGINES], len(turn.config.rings)
    return [
        name
        for name, cost in turn.config.burns.items()
        if cost.energy <= energy and cost.mass <= turn.mass and 1 <= turn.ring + cost.rings * outward <= rings
    ]


def _random_shots(state: State, turn: Turn, dice: Dice) -> tuple[Shot, ...]:
    ready = [weapon for weapon in dice.shuffle(tuple(Weapon)) if turn.powered(Subsystem(weapon))]
    if not ready:
        return ()
    aims = space.in_range(turn.config, turn.seat, turn.ring, turn.sector, turn.facing, state.ships)
    shots = []
    for weapon in ready:
        if aims[weapon] and dice.below(4):
            most = len(aims[weapon]) if weapon is Weapon.LASER else 1
            targets = dice.sample(aims[weapon], 1 + dice.below(most))
            shots += [Shot(weapon, targets, way) for way in _ways(turn, weapon, dice)]
    return tuple(shots)


def _ways(turn: Turn, weapon: Weapon, dice: Dice) -> tuple[bool, ...]:
    """Compensate or not? One of the ways a shot can be fired, if there is one."""
    ways = [compensate for compensate in (False, True) if _can_fire(turn, weapon, compensate)]
    return (dice.choice(ways),) if ways else ()


def _can_fire(turn: Turn, weapon: Weapon, compensate: bool) -> bool:
    if weapon is not Weapon.RAILGUN or type(turn.plan.move) is Burn:
        return not compensate
    if compensate:
        return turn.powered(Subsystem.ENGINES) and turn.mass >= turn.config.weapons.railgun.compensation
    return recoil_destination(turn) is not None


# -- good ones ---------------------------------------------------------------------------------------------


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Plan, ...]:
    """Plans that make sense, those that leave the ship best off first."""
    return tuple(plan for _, plan in _judged(state, seat, dice)[:k])


def _judged(state: State, seat: Seat, dice: Dice) -> list[tuple[int, Plan]]:
    """Sensible plans and what they are worth, best first."""
    judged = [(evaluate(rules.resolve(state, {seat: plan}, dice).state, seat), plan) for plan in _sensible(state, seat)]
    return sorted(judged, key=lambda pair: -pair[0])


def _sensible(state: State, seat: Seat) -> list[Plan]:
    """Every way to move, with energy for hunting or brawling, heat vented, and every gun that bears fired."""
    found = {codec.encode(plan): plan for plan in (rules.default_order(state, seat), *_combined(state, seat))}
    return [plan for plan in found.values() if not rules.check(state, seat, plan)]


def _combined(state: State, seat: Seat) -> Iterator[Plan]:
    ship = state.ships[seat - 1]
    assert ship is not None
    for more, less, vent in _energies(state, ship):
        for rotate, move in product((False, True), MOVES):
            plan = Plan(allocate=more, deallocate=less, vent=vent, rotate=rotate, move=move)
            if rules.check(state, seat, plan):
                continue
            turn = planned(state, seat, plan)
            aims = space.in_range(turn.config, seat, turn.ring, turn.sector, turn.facing, state.ships)
            for compensate in (False, True):
                yield msgspec.structs.replace(plan, shots=_best_shots(state, turn, aims, compensate))


def _energies(state: State, ship: Ship) -> Iterator[tuple[Energy, Energy, int]]:
    """As it is, or on the way to a build; with all heat vented that can be."""
    config = state.setup.config
    vent = min(ship.heat, config.return_limit)
    yield {}, {}, vent
    for build in tactics.BUILDS:
        more, less = tactics.towards(config, ship, build, config.return_limit - vent)
        if more or less:
            yield more, less, vent
        if more and less:
            yield more, {}, vent


def _best_shots(state: State, turn: Turn, aims: Aim, compensate: bool) -> tuple[Shot, ...]:
    """Lasers at everybody, the others at the weakest hull in range, of equals at the one whose turn is nearest."""
    shots = []
    seats = state.setup.seats
    for weapon in Weapon:
        way = compensate and weapon is Weapon.RAILGUN
        if aims[weapon] and turn.powered(Subsystem(weapon)) and _can_fire(turn, weapon, way):
            weakest = min(aims[weapon], key=lambda seat: (_hull(state, seat), (seat - turn.seat) % seats))
            shots.append(Shot(weapon, aims[weapon] if weapon is Weapon.LASER else (weakest,), way))
    return tuple(shots)


def _hull(state: State, seat: Seat) -> int:
    ship = state.ships[seat - 1]
    return 0 if ship is None else ship.hull


# -- judging -----------------------------------------------------------------------------------------------


def evaluate(state: State, seat: Seat) -> int:
    """Hull and readiness against the others', threats made and met, and how near the next enemy is."""
    if outcome := rules.outcome(state):
        return _final(outcome, seat)
    ship, config = state.ships[seat - 1], state.setup.config
    if ship is None:
        return -BEST
    others = [other for _, other in tactics.living(state, seat)]
    theirs = sum(tactics.worth(config, other) for other in others)
    lead = tactics.worth(config, ship) * (state.setup.seats - 1) - theirs
    made = sum(tactics.threat(config, ship, other) for other in others)
    met = sum(tactics.threat(config, other, ship) for other in others)
    near = min(tactics.approach(config, ship, other) for other in others)
    points = lead + 45 * made - 40 * met - 10 * near
    return max(1 - BEST, min(BEST - 1, points))


def _final(outcome: Outcome, seat: Seat) -> int:
    if seat not in outcome.ranking[0]:
        return -BEST
    return BEST if outcome.winners == (seat,) else 0


class Greedy:
    """Vents its heat, closes in, and fires whatever bears: the best plan for the moment after its turn."""

    def decide(self, view: View, options: Options[Plan], dice: Dice, budget: int) -> Plan:  # noqa: ARG002
        """One of the most promising plans: a player that always takes the first is easily read."""
        assert view.seat is not None
        judged = _judged(sight.sample_world(view, dice), view.seat, dice)
        best = judged[0][0]
        return dice.choice([plan for worth, plan in judged if worth >= best - SLACK])


bots: Mapping[str, Callable[[Any], Bot[Plan, View]]] = {"greedy": lambda game: Greedy()}  # noqa: ARG005
