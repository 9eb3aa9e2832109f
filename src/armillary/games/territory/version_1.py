"""Version 1 of Territory, for the matches and records that began with it: homes are always random.

The rules are the newest ones; only what holds the config has types of its own.
"""

from __future__ import annotations

import dataclasses
from typing import cast

from msgspec.structs import astuple

from armillary.core.contract import AnyGame, Preset, Step, part_with
from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.territory import game, rules, sight, words
from armillary.games.territory.model import Config, FirstConfig, Setup, State, View
from armillary.games.territory.presets import PRESETS
from armillary.games.territory.words.positions import parsed


class FirstSetup(Setup, frozen=True):
    """What never changes."""

    config: FirstConfig  # type: ignore[assignment]  # narrower, and all that the rules read


class FirstState(State, frozen=True):
    """The round, the phase in it, and the grid."""

    setup: FirstSetup


class FirstView(View, frozen=True):
    """Everything."""

    setup: FirstSetup

    @property
    def board(self) -> FirstState:
        """The whole state."""
        return FirstState(self.setup, self.round, self.phase, self.owners, self.units, self.plans, self.ended)


def start(config: FirstConfig, seats: int, dice: Dice) -> Step[FirstState]:
    """As today, with homes at random."""
    today = cast("Config", config)  # it has all that the rules read
    setup, *moving = astuple(rules.start(today, seats, dice).state)
    return Step(FirstState(FirstSetup(*astuple(setup)), *moving))


def view(state: FirstState, seat: Seat | None) -> FirstView:
    """As today."""
    return FirstView(*astuple(sight.view(state, seat)))


def parse_state(text: str) -> FirstState:
    """The position that a line means; raises `BadNotation`."""
    return parsed(text, FirstConfig, FirstState)


def _first(preset: Preset[Config]) -> Preset[FirstConfig]:
    """The same without what came later."""
    settings = FirstConfig.__struct_fields__

    def make(seats: int) -> FirstConfig:
        config = preset(seats)
        return FirstConfig(**{name: getattr(config, name) for name in settings})

    return Preset(make, preset.about)


_NEWEST: AnyGame = game.GAME
GAME: AnyGame = dataclasses.replace(
    _NEWEST,
    version=1,
    config=FirstConfig,
    state=FirstState,
    view=FirstView,
    presets={name: _first(preset) for name, preset in PRESETS.items() if name != "fair"},
    rules=part_with(rules, start=start),
    sight=part_with(sight, view=view),
    words=part_with(words, parse_state=parse_state),
)
