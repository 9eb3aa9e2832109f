"""What bots need to know about Orbit Simulator."""

from __future__ import annotations

import msgspec

from armillary.core.contract import BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.orbit import sight
from armillary.games.orbit.hints.greedy import Greedy, candidates
from armillary.games.orbit.hints.tactics import can_fire, evaluate
from armillary.games.orbit.model import Burn, Coast, Energy, Plan, Ship, Shot, State, Subsystem, Weapon
from armillary.games.orbit.rules.board import Board
from armillary.games.orbit.rules.space import outward
from armillary.games.orbit.rules.turn import planned
from armillary.games.orbit.rules.weapons import in_range

__all__ = ["bots", "candidates", "evaluate", "random_order", "search"]

SUBSYSTEMS = tuple(Subsystem)
WEAPONS = tuple(Subsystem(weapon) for weapon in Weapon)

bots: tuple[BotInfo, ...] = (
    BotInfo("medium", "Medium", 3, 1, "Vents its heat, closes in, and fires whatever bears.", Greedy),
)
search: Searching | None = Searching(width=10, simulations=160)


def random_order(state: State, seat: Seat, dice: Dice) -> Plan:
    """Any legal plan: energy first, then what that energy allows."""
    ship = state.ships[seat - 1]
    assert ship is not None
    vent = dice.below(1 + min(ship.heat, state.setup.config.return_limit))
    more, less = _random_energy(state, ship, vent, dice)
    board = planned(state, seat, Plan(allocate=more, deallocate=less))
    rotate = board.powered(Subsystem.THRUSTERS) and dice.below(2) == 0
    move = _random_move(board, outward(ship.facing) * (-1 if rotate else 1), dice)
    plan = Plan(allocate=more, deallocate=less, vent=vent, rotate=rotate, move=move)
    if any(board.powered(weapon) for weapon in WEAPONS):
        plan = msgspec.structs.replace(plan, shots=_random_shots(state, planned(state, seat, plan), dice))
    if dice.below(8):
        return plan
    # The same plan in targets; subsystems that do not change may be named too.
    named = {name: ship.energy.get(name, 0) for name in SUBSYSTEMS if dice.below(4) == 0}
    other = sight.other_form(state, state.active, plan)
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


def _random_move(board: Board, way: int, dice: Dice) -> Coast | Burn:
    """Coasting half the time, else any burn the ship can make."""
    if dice.below(2) and board.powered(Subsystem.ENGINES):
        energy, rings = board.energy[Subsystem.ENGINES], len(board.config.rings)
        burns = [
            name
            for name, cost in board.config.burns.items()
            if cost.energy <= energy and cost.mass <= board.mass and 1 <= board.ring + cost.rings * way <= rings
        ]
        if burns:
            return Burn(dice.choice(burns), dice.below(3) - 1)
    full = board.mass >= board.config.most_mass or not board.config.rings[board.ring - 1].velocity
    return Coast(scoop=not full and board.powered(Subsystem.SCOOP) and dice.below(2) == 0)


def _random_shots(state: State, board: Board, dice: Dice) -> tuple[Shot, ...]:
    ready = [weapon for weapon in dice.shuffle(tuple(Weapon)) if board.powered(Subsystem(weapon))]
    if not ready:
        return ()
    aims = in_range(board.config, board.seat, board.ring, board.sector, board.facing, state.ships)
    shots = []
    for weapon in ready:
        if aims[weapon] and dice.below(4):
            most = len(aims[weapon]) if weapon is Weapon.LASER else 1
            targets = dice.sample(aims[weapon], 1 + dice.below(most))
            if ways := [compensate for compensate in (False, True) if can_fire(board, weapon, compensate)]:
                shots.append(Shot(weapon, targets, dice.choice(ways)))
    return tuple(shots)
