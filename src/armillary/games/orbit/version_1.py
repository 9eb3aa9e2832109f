"""Version 1 of the rules, for matches and records that began with it: its rings never close (OS-22), and turns go by
seats (OS-23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from msgspec.structs import asdict

from armillary.core import values
from armillary.core.contract import AnyGame, Preset, Step, part_with
from armillary.core.dice import Dice
from armillary.core.errors import BadNotation
from armillary.core.values import Seat
from armillary.games.orbit import game, rules, sight, words
from armillary.games.orbit.model import RINGS, FirstConfig, Setup, Ship, Start, State, Subsystem, View
from armillary.games.orbit.presets import always
from armillary.games.orbit.words.positions import parse_state

NEWEST: AnyGame = game.GAME


class FirstSetup(Setup, frozen=True):
    """What never changes."""

    config: FirstConfig  # type: ignore[assignment]  # read and written with fewer settings; the others are constants


class FirstState(values.State, frozen=True):
    """What moves."""

    turn_orders: ClassVar[tuple[tuple[Seat, ...], ...]] = ()

    setup: FirstSetup
    round: int
    active: Seat
    ships: tuple[Ship | None, ...]
    lost: tuple[tuple[Seat, ...], ...] = ()


class FirstView(View, frozen=True):
    """What is seen."""

    setup: FirstSetup


def _first(state: State) -> FirstState:
    setup = FirstSetup(state.setup.seats, state.setup.config)
    return FirstState(setup, state.round, state.active, state.ships, state.lost)


def _start(config: FirstConfig, seats: int, dice: Dice) -> Step[FirstState]:
    return Step(_first(NEWEST.rules.start(config, seats, dice).state))


def _view(state: FirstState, seat: Seat | None) -> FirstView:
    return FirstView(**asdict(NEWEST.sight.view(state, seat)))


def _sample_world(view: FirstView, dice: Dice) -> FirstState:
    return _first(sight.sample_world(view, dice))


def _parse_state(text: str) -> FirstState:
    state = parse_state(text, FirstConfig)
    if state.turn_orders:
        raise BadNotation("In version 1 of the rules turns go by seats: leave out the order.")
    return _first(state)


QUICK = FirstConfig(rings=RINGS[:4], start=Start(ring=4, hull=6), max_rounds=20)
LONG = FirstConfig(start=Start(hull=16, mass=16), max_rounds=80)
LESSON = FirstConfig(
    rings=RINGS[:4],
    start=Start(ring=4, hull=8, energy={Subsystem.ENGINES: 1, Subsystem.MISSILES: 2, Subsystem.SHIELDS: 2}),
    max_rounds=10,
)

PRESETS: Mapping[str, Preset[FirstConfig]] = {
    "standard": Preset(always(FirstConfig()), "Five rings, ten points of hull, and up to forty rounds."),
    "quick": Preset(always(QUICK), "Four rings and thin hulls: the shooting starts early."),
    "long": Preset(always(LONG), "Thick hulls, fuller tanks, and up to eighty rounds."),
    "lesson": Preset(always(LESSON), "Four rings, missiles and shields powered from the start, and up to ten rounds."),
}

GAME: AnyGame = replace(
    NEWEST,
    version=1,
    config=FirstConfig,
    state=FirstState,
    view=FirstView,
    presets=PRESETS,
    rules=part_with(rules, start=_start),
    sight=part_with(sight, view=_view, sample_world=_sample_world),
    words=part_with(words, parse_state=_parse_state),
)
