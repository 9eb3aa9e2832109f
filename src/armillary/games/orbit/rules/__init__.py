"""The rules of Orbit Simulator (docs/rules/orbit.md): a module per chapter, bound together here.

`orders` is what a plan must hold, `turn` what a ship does, stage by stage, on a `board`; `space` and `weapons` say what
is where and in whose range, `report` what everybody learns of a turn, `ends` who has won, `position` what a position
from outside must hold.
"""

from __future__ import annotations

from armillary.core.values import Phase, Seat
from armillary.games.orbit.model import State
from armillary.games.orbit.rules.ends import end_reason, living, outcome
from armillary.games.orbit.rules.orders import check, default_order
from armillary.games.orbit.rules.position import check_position
from armillary.games.orbit.rules.turn import resolve
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
