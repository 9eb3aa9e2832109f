"""What Stellar Skirmish is made of: planets, config, state, orders, events, views."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from numbers import Real
from typing import Annotated, Any, NoReturn, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from armillary.core import codec, values
from armillary.core.bounds import Number, within
from armillary.core.errors import BadData
from armillary.core.values import Seat, Value

K = TypeVar("K")
V = TypeVar("V")

FLEET = tuple(range(1, 16))  # SS-1

MAX_CARDS = 500
MAX_PLANETS = 500
MAX_ABILITIES = 10  # of one planet
MAX_TEXT = 80
MAX_VALUE = 10**12  # of a card or a planet: far beyond any use, and safe in every JSON reader
MAX_MULTIPLIER = 1000


# -- what is given is checked, and stays as it is (SS-14) ---------------------------------------------------


class FrozenDict(dict[K, V]):
    """A dict that cannot be changed: what a value of this game is made of stays as it was checked."""

    __slots__ = ()

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:  # noqa: ARG002
        raise TypeError("This mapping cannot be changed; make a new one with dict(...).")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[FrozenDict[K, V]], tuple[dict[K, V]]]:
        return FrozenDict, (dict(self),)


def convert_fields(value: Value, what: str, **kinds: Any) -> None:
    """Check the fields of a value and convert them to their types, so that equal values have equal futures.

    Values read from JSON have the right types already; this is for those that callers build. Raises `BadData`.
    """
    for name, kind in kinds.items():
        given = getattr(value, name)
        converted = codec.convert(given, kind, f"{what}, {name}")
        if converted is not given:
            msgspec.structs.force_setattr(value, name, converted)


def frozen(value: Any, what: str) -> Any:
    """A JSON value that nobody can change any more; raises `BadData` for anything else."""
    if isinstance(value, str):
        return str(value)  # an enum's value, too
    if value is None or isinstance(value, Real):
        return value  # the rules refuse what is no whole number
    if isinstance(value, list | tuple):
        return tuple(frozen(item, what) for item in value)
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return FrozenDict({str(key): frozen(item, what) for key, item in value.items()})
    raise BadData(f"{what}: Expected texts, numbers, lists and dicts with texts as keys, not {type(value).__name__}.")


def plain(value: Any) -> Any:
    """Plain values as in JSON: dicts and lists."""
    return _with_lists(msgspec.to_builtins(value))


def _with_lists(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _with_lists(branch) for key, branch in tree.items()}
    return [_with_lists(item) for item in tree] if isinstance(tree, list | tuple) else tree


def as_json(tree: object, what: str) -> bytes:
    """JSON bytes, since what is restored has been through JSON, or could have been; raises `BadData`."""
    try:
        return msgspec.json.encode(tree)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise BadData(f"{what}: This is not JSON: {error}") from error


# -- planets -----------------------------------------------------------------------------------------------


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


PARAMS = {
    "multiplier": {"type": "integer", "minimum": -MAX_MULTIPLIER, "maximum": MAX_MULTIPLIER},
    "class": {"type": "string", "enum": list(PlanetClass)},
    "size": {"type": "integer", "minimum": 1, "maximum": MAX_VALUE},
    "bonus": {"type": "integer", "minimum": -MAX_VALUE, "maximum": MAX_VALUE},
}
"""The schema of what abilities take; the rules judge it (SS-11, SS-12)."""


class PlanetAbility(Value, frozen=True):
    """An ability and its parameters."""

    type: Annotated[PlanetAbilityType, Meta(description="What the planet does for whoever claims it.")]
    params: Annotated[
        Mapping[str, Any],
        Meta(
            description="How it does it: the numbers and the class it takes.",
            extra_json_schema={"properties": PARAMS, "additionalProperties": False},
        ),
    ] = {}

    def __post_init__(self) -> None:
        convert_fields(self, "planet ability", type=PlanetAbilityType, params=dict)
        msgspec.structs.force_setattr(self, "params", frozen(self.params, "planet ability, params"))


class Planet(Value, frozen=True):
    """A planet of the deck (SS-2)."""

    id: Annotated[str, within(1, MAX_TEXT, "A short name of its own.", rule="SS-2", unit="characters")]
    victory_points: Annotated[int, within(-MAX_VALUE, MAX_VALUE, "What it is worth.", rule="SS-2")]
    name: Annotated[str | None, within(0, MAX_TEXT, "What it is called.", rule="SS-2", unit="characters")] = None
    planet_class: Annotated[PlanetClass | None, Meta(description="What kind of place it is.")] = msgspec.field(
        default=None, name="class"
    )
    abilities: Annotated[
        tuple[PlanetAbility, ...],
        within(None, MAX_ABILITIES, "What it does for whoever claims it.", rule="SS-2", unit="entries"),
    ] = ()

    def __post_init__(self) -> None:
        made_of = (type(self.id), type(self.victory_points), type(self.name), type(self.planet_class))
        if made_of in _SETTLED and self.abilities == ():
            return  # nothing to convert, as in nearly every planet
        convert_fields(
            self, "planet", id=str, victory_points=int, name=_NAME, planet_class=_CLASS, abilities=_ABILITIES
        )

    @staticmethod
    @cache
    def default_deck() -> tuple[Planet, ...]:
        """Five planets each of 1, 2 and 3 victory points (SS-2)."""
        return tuple(Planet(f"P{n}", (n + 4) // 5, f"Planet {n}") for n in range(1, 16))

    def to_dict(self) -> dict[str, Any]:
        """Plain values under the documented keys, ready for `json.dumps` (SS-14)."""
        made: dict[str, Any] = plain(self)
        return made

    @classmethod
    def from_dict(cls, tree: dict[str, Any]) -> Planet:
        """The planet that `to_dict` was called on, also after a trip through JSON; raises `BadData`."""
        return codec.decode(as_json(tree, "planet"), cls, "planet")


_NAME: Any = str | None
_CLASS: Any = PlanetClass | None
_ABILITIES: Any = tuple[PlanetAbility, ...]
_SETTLED = {(str, int, name, kind) for name in (str, type(None)) for kind in (PlanetClass, type(None))}


Deck: TypeAlias = Annotated[
    tuple[Planet, ...], within(None, MAX_PLANETS, "Planets, first on top.", rule="SS-2", unit="entries")
]


class Config(Value, frozen=True):
    """How a match is set up: public, so it holds no seed (SS-3)."""

    planets: Annotated[
        Deck, Meta(description="The deck, first planet on top; empty for five planets each of 1, 2 and 3 points.")
    ] = ()
    fleet_values: Annotated[
        tuple[Annotated[int, within(-MAX_VALUE, MAX_VALUE, "The strength of a card.", rule="SS-1")], ...],
        within(None, MAX_CARDS, "The ship cards everybody begins with; empty for 1 to 15.", rule="SS-1", unit="cards"),
    ] = ()
    shuffle: Annotated[bool, Meta(description="Is the deck shuffled, or does it keep the order given?")] = True


class Setup(values.Setup, frozen=True):
    """What never changes: the seats and the deck in its secret order."""

    planet_deck: Deck


class State(values.State, frozen=True):
    """What moves: hands, the place in the deck, the pot, claimed planets. One entry per seat, seat 1 first."""

    setup: Setup
    """What never changes."""
    battle: int
    """The number of the battle, from 1 on."""
    hands: tuple[tuple[int, ...], ...]
    """The cards that each seat holds."""
    current_planet_index: int
    """How many planets have left the deck."""
    planet_pot: tuple[Planet, ...]
    """The planets that tied battles have left in the pot."""
    claimed_planets: tuple[tuple[Planet, ...], ...]
    """The planets that each seat has claimed."""
    end_reason: EndReason | None = None
    """Why it is over; None while it goes on."""


class Play(Value, frozen=True):
    """The only kind of order: a ship card from the player's hand (SS-5)."""

    card: Number
    """The strength of the card: one that the player holds."""


Order: TypeAlias = Play


class Revealed(values.Event, frozen=True):
    """All cards of the battle, seat 1 first."""

    cards: tuple[int, ...]
    """The card of every seat."""


class Won(values.Event, frozen=True):
    """A single highest card: everything in the pot is claimed, in pot order."""

    winner: Seat
    """The player who won."""
    card: int
    """The card that won."""
    planets: tuple[str, ...]
    """The ids of the planets that were claimed."""


class Tied(values.Event, frozen=True):
    """Several highest cards: nobody scores, and a planet joins the pot if the deck has one."""

    seats: tuple[Seat, ...]
    """The players who tied."""
    card: int
    """The card they tied with."""
    added: str | None
    """The id of the planet that joins the pot; None where the deck has none."""


class Awarded(values.Event, frozen=True):
    """A planet received without a battle, through an ability."""

    winner: Seat
    """The player who receives it."""
    planet: str
    """The id of the planet."""
    victory_points: int
    """What it is worth to them."""
    through: str
    """The id of the planet with the ability."""


class Ended(values.Event, frozen=True):
    """The game is over."""

    reason: EndReason
    """Why it is over."""


Event: TypeAlias = Revealed | Won | Tied | Awarded | Ended


class PublicSetup(values.Setup, frozen=True):
    """What everybody may know of what never changes: the planets of the deck, but not their order."""

    planets: tuple[Planet, ...]
    """As they are printed, sorted by id: never in deck order."""


class Claim(Value, frozen=True):
    """A claimed planet, and what it is worth now: an ability may have multiplied it."""

    id: str
    """The id of the planet."""
    victory_points: int
    """What it is worth now."""


class View(values.View, frozen=True):
    """What everybody may know (SS-16): all but the order of the undealt deck. All seats see the same.

    Planets go by their ids; `setup` says what they are.
    """

    setup: PublicSetup
    battle: int
    """The number of the battle, from 1 on."""
    hands: tuple[tuple[int, ...], ...]
    """The cards that each seat holds."""
    stake: tuple[str, ...]
    """What this battle is for: the pot, or the planet that is face up."""
    in_pot: bool
    """Are the planets at stake already in the pot, or is the planet at stake still on the deck?"""
    dealt: tuple[str, ...]
    """The planets that have left the deck, in the order they did."""
    undealt: tuple[str, ...]
    """The planets still face down, sorted by id: never in deck order."""
    claimed_planets: tuple[tuple[Claim, ...], ...]
    """The planets that each seat has claimed."""
    scores: tuple[int, ...]
    """The victory points of each seat."""
    end_reason: EndReason | None
    """Why it is over; None while it goes on."""

    @property
    def planets(self) -> dict[str, Planet]:
        """Every planet of the deck by its id, as it is printed."""
        return {planet.id: planet for planet in self.setup.planets}


class Preview(values.Preview, frozen=True):
    """What playing a card could do."""

    stake_victory_points: int
    """What the planets at stake are worth together."""
    hand_after: tuple[int, ...]
    """The cards that would be left."""
    beaten_by: tuple[int, ...]
    """For every seat, how many cards in its hand are higher (0 for the seat itself)."""
    tied_by: tuple[int, ...]
    """For every seat, how many cards in its hand are equal (0 for the seat itself)."""
