"""The rules of Risky Stars, one module per chapter of the rule book (docs/rules/risky_stars.md).

A turn is a series of orders (RS-R2). Each is judged by the function that `orders.CHECKS` names for it, and resolved
by the one that `turn.RESOLUTIONS` names, on a private working copy of the state.
"""

from __future__ import annotations

from armillary.core.values import Phase, Seat
from armillary.games.risky_stars.model import State
from armillary.games.risky_stars.rules.ends import outcome
from armillary.games.risky_stars.rules.orders import check, default_order
from armillary.games.risky_stars.rules.position import check_position
from armillary.games.risky_stars.rules.turn import resolve, start
from armillary.games.risky_stars.setup import check_config

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
    """Every turn is a phase of its round."""
    return Phase(state.round, "turn", f"{state.round}.{state.turn.seat}", (1, state.setup.seats))


def to_act(state: State) -> tuple[Seat, ...]:
    """One player at a time (RS-R1)."""
    return () if state.end_reason else (state.turn.seat,)
