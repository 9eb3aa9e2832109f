"""The rules of Kepler's Horizon (docs/rules/kepler.md): orders, the stages of a turn, the end of the game."""

from __future__ import annotations

from armillary.core.values import Phase, Seat
from armillary.games.kepler.model import State
from armillary.games.kepler.rules.ends import outcome
from armillary.games.kepler.rules.orders import check, default_order
from armillary.games.kepler.rules.position import check_position
from armillary.games.kepler.rules.turn import resolve
from armillary.games.kepler.setup import check_config, start

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
    """Every turn is a round; players only act in its Planning Phase (KH-5.2)."""
    return Phase(state.turn, "turn", str(state.turn))


def to_act(state: State) -> tuple[Seat, ...]:
    """Everybody who has fleets; a seat without fleets owes no orders (KH-5.2)."""
    if state.end_reason:
        return ()
    return tuple([seat for seat, own in enumerate(state.fleets, start=1) if own])
