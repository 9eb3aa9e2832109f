"""The beginning: which configs can be played, and the first position (SB-1)."""

from __future__ import annotations

from armillary.core.bounds import number_faults, setting_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Violation
from armillary.testing.skeletons.simultaneous.rooms.model import Config, Setup, State

FEWEST_SEATS, MAX_SEATS = 2, 6


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Bound everything a stranger may ask for: no config may cost more time or memory than a match is worth."""
    return (
        *number_faults(seats, FEWEST_SEATS, MAX_SEATS, ("seats",), rule="SB-1"),
        *setting_faults(config),
    )


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    """The first position. Whatever chance decides at the start is drawn from the dice, here."""
    prizes = dice.shuffle(range(1, config.prizes + 1))
    return Step(State(Setup(seats, prizes), round=1, coins=(config.coins,) * seats, points=(0,) * seats))
