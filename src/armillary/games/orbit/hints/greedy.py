"""The game's own player: every sensible plan, and the best of them for the moment after its turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product

import msgspec

from armillary.core import codec
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.games.orbit import rules, sight
from armillary.games.orbit.hints import tactics
from armillary.games.orbit.model import (
    Aim,
    Burn,
    Energy,
    Plan,
    Shot,
    State,
    View,
    Weapon,
)
from armillary.games.orbit.rules.board import Board
from armillary.games.orbit.rules.turn import planned
from armillary.games.orbit.rules.weapons import in_range

SLACK = 300
"""Plans this close to the best are as good: a chance to win that is smaller by 1.5 in a hundred."""

MOVES = tuple(
    tuple(alike) for _, alike in groupby(sight.MOVES, lambda move: move.intensity if isinstance(move, Burn) else move)
)
"""Those that stand together can be made, and can fire, where one of them can: they differ in where they arrive."""


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Plan, ...]:
    """Plans that make sense, those that leave the ship best off first."""
    return tuple(plan for _, plan in _judged(state, seat, dice)[:k])


def _judged(state: State, seat: Seat, dice: Dice) -> list[tuple[int, Plan]]:
    """Sensible plans and what they are worth, best first.

    Every way to move, with energy for hunting or brawling, heat vented, and every gun that bears fired.
    """
    plans = (rules.default_order(state, seat), *_combined(state, seat, dice))
    found = dice.shuffle([*{codec.encode(plan): plan for plan in plans}.values()])
    judged = [(tactics.evaluate(rules.resolve(state, {seat: plan}, dice).state, seat), plan) for plan in found]
    return sorted(judged, key=lambda pair: -pair[0])


def _combined(state: State, seat: Seat, dice: Dice) -> Iterator[Plan]:
    ship = state.ships[seat - 1]
    assert ship is not None
    config, preferred = state.setup.config, dice.shuffle(range(1, state.setup.seats + 1))
    vent = min(ship.heat, config.return_limit)
    energies: list[tuple[Energy, Energy]] = [({}, {})]  # as it is, or on the way to a build
    for build in tactics.BUILDS:
        more, less = tactics.towards(config, ship, build, config.return_limit - vent)
        energies += [change for change in ((more, less), (more, {})) if change not in energies]
    for more, less in energies:
        for rotate, moves in product((False, True), MOVES):
            plan = Plan(allocate=more, deallocate=less, vent=vent, rotate=rotate, move=moves[0])
            if rules.check(state, seat, plan):
                continue
            board = planned(state, seat, plan)
            aims = in_range(board.config, seat, board.ring, board.sector, board.facing, state.ships)
            for compensate in (False, True) if aims[Weapon.RAILGUN] else (False,):
                shots = _best_shots(state, board, aims, compensate, preferred)
                yield from (msgspec.structs.replace(plan, move=move, shots=shots) for move in moves)


def _best_shots(state: State, board: Board, aims: Aim, compensate: bool, preferred: Sequence[Seat]) -> tuple[Shot, ...]:
    """The laser at everybody, the others at the weakest hull in range; among equals, at the first preferred."""
    hulls = [ship.hull if ship else 0 for ship in state.ships]
    shots = []
    for weapon, subsystem in tactics.GUNS:
        way = compensate and weapon is Weapon.RAILGUN
        if aims[weapon] and board.powered(subsystem) and tactics.can_fire(board, weapon, way):
            weakest = min(aims[weapon], key=lambda seat: (hulls[seat - 1], preferred.index(seat)))
            shots.append(Shot(weapon, aims[weapon] if weapon is Weapon.LASER else (weakest,), way))
    return tuple(shots)


class Greedy:
    """Vents its heat, closes in, and fires whatever bears: the best plan for the moment after its turn."""

    def decide(self, view: View, options: Options[Plan], dice: Dice, budget: int) -> Plan:
        """One of the most promising plans: a player that always takes the first is easily read."""
        assert view.seat is not None
        judged = _judged(sight.sample_world(view, dice), view.seat, dice)
        best = judged[0][0]
        return dice.choice([plan for worth, plan in judged if worth >= best - SLACK])
