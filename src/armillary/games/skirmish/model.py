"""What Stellar Skirmish is made of: planets, config, state, orders, events, views."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Any, TypeAlias

import msgspec

from armillary.core import values
from armillary.core.values import Seat, Value

FLEET = tuple(range(1, 16))  # SS-1


class PlanetClass(StrEnum):
    """SS-13."""

    TRADE_POST_COLONY = "trade_post_colony"
    RESEARCH_COLONY = "research_colony"
    MINING_COLONY = "mining_colony"
    TRIBAL_WORLD = "tribal_world"
    INDUSTRIAL_WORLD = "industrial_world"
    SPACE_FARING_WORLD = "space_faring_world"
    STATION = "station"


class PlanetAbilityType(StrEnum):
    """What a planet can do for whoever claims it."""

    DOUBLE_NEXT_PLANET_NO_COMBAT = "double_next_planet_no_combat"  # SS-11
    CLASS_SET_BONUS = "class_set_bonus"  # SS-12


class GameEndReason(StrEnum):
    """SS-10."""

    NORMAL = "normal"
    SHIPS_EXHAUSTED_PLANETS_REMAINING = "ships_exhausted_planets_remaining"
    PLAYER_OUT_OF_CARDS_EARLY = "player_out_of_cards_early"


EndReason: TypeAlias = GameEndReason
"""What every game calls it; the library's documented name is `GameEndReason`."""


class PlanetAbility(Value, frozen=True):
    """An ability and its parameters."""

    type: PlanetAbilityType
    params: dict[str, Any] = {}


class Planet(Value, frozen=True):
    """A planet of the deck (SS-2)."""

    id: str
    victory_points: int
    name: str | None = None
    planet_class: PlanetClass | None = msgspec.field(default=None, name="class")
    abilities: tuple[PlanetAbility, ...] = ()

    def __post_init__(self) -> None:
        if type(self.abilities) is not tuple:  # so that callers may write abilities=[...]
            msgspec.structs.force_setattr(self, "abilities", tuple(self.abilities))

    @staticmethod
    @cache
    def default_deck() -> tuple[Planet, ...]:
        """Five planets each of 1, 2 and 3 victory points (SS-2)."""
        return tuple(Planet(f"P{n}", (n + 4) // 5, f"Planet {n}") for n in range(1, 16))


class Config(Value, frozen=True):
    """How a match is set up: public, so it holds no seed (SS-3)."""

    planets: tuple[Planet, ...] = ()
    """The deck; empty means the default deck."""
    fleet_values: tuple[int, ...] = ()
    """The ship cards every player starts with; empty means 1 to 15."""
    shuffle: bool = True
    """Shuffle the deck, or keep the order given?"""


class Setup(values.Setup, frozen=True):
    """What never changes: the seats and the deck in its secret order."""

    planet_deck: tuple[Planet, ...]


class State(values.State, frozen=True):
    """What moves: hands, the place in the deck, the pot, claimed planets. One entry per seat, seat 1 first."""

    setup: Setup
    battle: int
    hands: tuple[tuple[int, ...], ...]
    current_planet_index: int
    planet_pot: tuple[Planet, ...]
    claimed_planets: tuple[tuple[Planet, ...], ...]
    end_reason: EndReason | None = None


class Play(Value, frozen=True):
    """The only kind of order: a ship card from the player's hand (SS-5)."""

    card: int


Order: TypeAlias = Play


class Revealed(values.Event, frozen=True):
    """All cards of the battle, seat 1 first."""

    cards: tuple[int, ...]


class Won(values.Event, frozen=True):
    """A single highest card: everything in the pot is claimed, in pot order."""

    winner: Seat
    card: int
    planets: tuple[str, ...]


class Tied(values.Event, frozen=True):
    """Several highest cards: nobody scores, and a planet joins the pot if the deck has one."""

    seats: tuple[Seat, ...]
    card: int
    added: str | None


class Awarded(values.Event, frozen=True):
    """A planet received without a battle, through an ability."""

    winner: Seat
    planet: str
    victory_points: int
    through: str


class Ended(values.Event, frozen=True):
    """The game is over."""

    reason: EndReason


Event: TypeAlias = Revealed | Won | Tied | Awarded | Ended


class View(values.View, frozen=True):
    """What everybody may know (SS-16): all but the order of the undealt deck. All seats see the same."""

    battle: int
    hands: tuple[tuple[int, ...], ...]
    stake: tuple[Planet, ...]
    """What this battle is for: the pot, or the planet that is face up."""
    in_pot: bool
    """Are the planets at stake already in the pot, or is the planet at stake still on the deck?"""
    dealt: tuple[Planet, ...]
    """The planets that have left the deck, in the order they did."""
    undealt: tuple[Planet, ...]
    """The planets still face down, sorted by id: never in deck order."""
    claimed_planets: tuple[tuple[Planet, ...], ...]
    scores: tuple[int, ...]
    end_reason: EndReason | None


class Preview(values.Preview, frozen=True):
    """What playing a card could do."""

    stake_victory_points: int
    hand_after: tuple[int, ...]
    beaten_by: tuple[int, ...]
    """For every seat, how many cards in its hand are higher (0 for the seat itself)."""
    tied_by: tuple[int, ...]
    """For every seat, how many cards in its hand are equal (0 for the seat itself)."""
