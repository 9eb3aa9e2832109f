"""The rules of Territory (docs/rules/territory.md): a module per chapter, bound together here.

A round is a number of declaration phases, then commands. `orders` is what each phase asks for, `commands` how lines
are read and what becomes of them, `turn` how a phase is resolved on a `board`, `ends` who is out and who has won,
`position` what a position from outside must hold.
"""

from __future__ import annotations

from armillary.core.values import Phase, Seat
from armillary.games.territory.model import State
from armillary.games.territory.rules.ends import living, outcome
from armillary.games.territory.rules.orders import check, declaring, default_order
from armillary.games.territory.rules.position import check_position
from armillary.games.territory.rules.turn import resolve
from armillary.games.territory.setup import check_config, start

__all__ = [
    "check",
    "check_config",
    "check_position",
    "declaring",
    "default_order",
    "living",
    "outcome",
    "phase",
    "resolve",
    "start",
    "to_act",
]


def phase(state: State) -> Phase:
    """Each phase takes an equal part of the round's time (TR-3, TR-14)."""
    name = f"declaration {state.phase + 1}" if declaring(state) else "commands"
    part = (1, state.setup.config.declaration_count + 1)
    return Phase(state.round, name, f"{state.round}.{state.phase}", part)


def to_act(state: State) -> tuple[Seat, ...]:
    """Every player with units; players without units are out, and nobody waits for them (TR-3, TR-12)."""
    return () if state.ended else living(state)
