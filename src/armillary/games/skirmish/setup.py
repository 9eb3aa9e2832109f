"""The opening: which configs can be played, and what they make (SS-1 to SS-4)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Path, Violation
from armillary.games.skirmish.model import (
    FLEET,
    Config,
    Planet,
    PlanetAbility,
    PlanetAbilityType,
    PlanetClass,
    Setup,
    State,
)

MOST_SEATS = 1000
MOST_CARDS = 500
MOST_PLANETS = 500
MOST_ABILITIES = 10  # of one planet
MOST_TEXT = 80
MOST_VALUE = 10**12  # of a card or a planet: far beyond any use, and safe in every JSON reader
MOST_MULTIPLIER = 1000

_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What no id or name may hold: control characters, halves of characters, and marks that turn a line around."""


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Everything that keeps this config from being played with so many seats."""
    return tuple(_config_faults(config, seats))


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    """Everybody holds the same fleet, nothing is claimed, the pot is empty (SS-1, SS-4)."""
    planets = config.planets or Planet.default_deck()
    deck = dice.shuffle(planets) if config.shuffle else planets  # SS-3
    fleet = config.fleet_values or FLEET
    state = State(
        setup=Setup(seats, deck),
        battle=1,
        hands=(fleet,) * seats,
        current_planet_index=0,
        planet_pot=(),
        claimed_planets=((),) * seats,
    )
    return Step(state)


def _config_faults(config: Config, seats: int) -> Iterator[Violation]:
    if seats < 2:
        yield Violation("too_few_seats", "SS-1", ("seats",), {"asked": seats, "fewest": 2})
    if seats > MOST_SEATS:
        yield Violation("too_many", "SS-1", ("seats",), {"asked": seats, "most": MOST_SEATS})
    if len(config.fleet_values) > MOST_CARDS:
        yield Violation("too_many", "SS-1", ("fleet_values",), {"asked": len(config.fleet_values), "most": MOST_CARDS})
    for i, card in enumerate(config.fleet_values):
        yield from number_faults(card, MOST_VALUE, "SS-1", ("fleet_values", i))
    yield from deck_faults(config.planets, ("planets",))


def deck_faults(planets: tuple[Planet, ...], path: Path) -> Iterator[Violation]:
    """What SS-2 refuses in a deck, and what no honest deck needs."""
    if len(planets) > MOST_PLANETS:
        yield Violation("too_many", "SS-2", path, {"asked": len(planets), "most": MOST_PLANETS})
    seen: set[str] = set()
    for i, planet in enumerate(planets):
        if planet.id in seen:
            yield Violation("repeated_id", "SS-2", (*path, i, "id"), {"id": planet.id})
        seen.add(planet.id)
        yield from planet_faults(planet, (*path, i))


def planet_faults(planet: Planet, path: Path) -> Iterator[Violation]:
    """What is wrong with one planet."""
    yield from _text_faults(planet.id, 1, (*path, "id"))
    yield from _text_faults(planet.name or "", 0, (*path, "name"))
    yield from number_faults(planet.victory_points, MOST_VALUE, "SS-2", (*path, "victory_points"))
    if len(planet.abilities) > MOST_ABILITIES:
        asked = len(planet.abilities)
        yield Violation("too_many", "SS-2", (*path, "abilities"), {"asked": asked, "most": MOST_ABILITIES})
    for i, ability in enumerate(planet.abilities):
        yield from _ability_faults(ability, (*path, "abilities", i, "params"))


def _text_faults(text: str, fewest: int, path: Path) -> Iterator[Violation]:
    if not fewest <= len(text) <= MOST_TEXT:
        params = {"asked": len(text), "fewest": fewest, "most": MOST_TEXT}
        yield Violation("bad_length", "SS-2", path, params)
    if _UNFIT.search(text):
        yield Violation("unfit_characters", "SS-2", path)


def number_faults(number: int, most: int, rule: str, path: Path) -> Iterator[Violation]:
    """A number beyond all use."""
    if abs(number) > most:
        yield Violation("too_large", rule, path, {"asked": str(number), "most": most})


def _ability_faults(ability: PlanetAbility, path: Path) -> Iterator[Violation]:
    """Known parameters of the right kind; missing ones are allowed (SS-11, SS-12)."""
    doubling = ability.type is PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT
    rule, known = ("SS-11", ("multiplier",)) if doubling else ("SS-12", ("class", "size", "bonus"))
    for name, value in ability.params.items():
        if name not in known:
            yield Violation("unknown_param", rule, (*path, name), {"known": ", ".join(known)})
        elif name == "class":
            if value not in list(PlanetClass):
                yield Violation("unknown_class", "SS-13", (*path, name), {"known": ", ".join(PlanetClass)})
        elif type(value) is not int:
            yield Violation("not_a_whole_number", rule, (*path, name))
        elif name == "size" and value < 1:
            yield Violation("too_small", rule, (*path, name), {"asked": value, "fewest": 1})
        else:
            most = MOST_MULTIPLIER if name == "multiplier" else MOST_VALUE
            yield from number_faults(value, most, rule, (*path, name))
