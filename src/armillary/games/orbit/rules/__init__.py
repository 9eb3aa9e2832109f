"""The rules of Orbit Simulator (docs/rules/orbit.md): a module a chapter, bound together here.

`turn` is what a ship does, stage by stage; `plan` what it may not do; `report` what is told of it; `ending` who is
next and who has won; `position` what a position from outside must hold.
"""

from __future__ import annotations

from collections.abc import Mapping

from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Phase, Seat
from armillary.games.orbit.model import Coast, Plan, State
from armillary.games.orbit.rules.ending import end_reason, hand_over, living, outcome
from armillary.games.orbit.rules.plan import check
from armillary.games.orbit.rules.position import check_position
from armillary.games.orbit.rules.report import events, fates
from armillary.games.orbit.rules.turn import TURN, Turn
from armillary.games.orbit.setup import check_config, start

__all__ = [
    "check",
    "check_config",
    "check_position",
    "default_order",
    "outcome",
    "phase",
    "resolve",
    "start",
    "to_act",
]


def phase(state: State) -> Phase:
    """A round is one turn of every living seat (OS-19)."""
    return Phase(state.round, "turn", f"{state.round}/{state.active}", (1, state.setup.seats))


def to_act(state: State) -> tuple[Seat, ...]:
    """One ship plans and executes at a time (OS-1)."""
    return () if end_reason(state.setup, state.round, living(state.ships)) else (state.active,)


def default_order(state: State, seat: Seat) -> Plan:
    """A missed deadline: coast, vent what can be vented, change and shoot nothing (OS-21)."""
    ship = state.ships[seat - 1]
    assert ship is not None
    return Plan(vent=min(ship.heat, state.setup.config.return_limit), move=Coast())


def resolve(state: State, orders: Mapping[Seat, Plan], dice: Dice) -> Step[State]:  # noqa: ARG001 (no chance here)
    """One turn of one ship."""
    turn = Turn(state.setup.config, state.active, state.ships, orders[state.active])
    for stage in TURN:
        stage(turn)
    told = events(turn)
    following = hand_over(state, turn, told)
    return Step(following, tuple(told), fates(turn))
