"""The beginning: which configs can be played, and the first position (SP-1)."""

from __future__ import annotations

from armillary.core.bounds import number_faults, setting_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Violation
from armillary.testing.skeletons.turns.rooms.model import Config, Setup, State

FEWEST_SEATS, MAX_SEATS = 2, 6


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Bound everything a stranger may ask for: no config may cost more time or memory than a match is worth."""
    return (
        *number_faults(seats, FEWEST_SEATS, MAX_SEATS, ("seats",), rule="SP-1"),
        *setting_faults(config),
    )


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    """The first position. Whatever chance decides at the start is drawn from the dice, here."""
    return Step(State(Setup(seats, config.most), turn=1, stones=config.stones))
