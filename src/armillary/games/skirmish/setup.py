"""The opening: which configs can be played, and what they make (SS-1 to SS-4)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.bounds import number_faults, setting_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Path, Violation
from armillary.games.skirmish.model import (
    FLEET,
    MAX_MULTIPLIER,
    MAX_VALUE,
    Config,
    Planet,
    PlanetAbility,
    PlanetAbilityType,
    PlanetClass,
    Setup,
    State,
)

FEWEST_SEATS = 2
MAX_SEATS = 1000


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Everything that keeps this config from being played with this many seats."""
    return (
        *number_faults(seats, FEWEST_SEATS, MAX_SEATS, ("seats",), rule="SS-1"),
        *setting_faults(config),
        *deck_faults(config.planets, ("planets",)),
    )


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    """Everybody has the same fleet, nothing is claimed, the pot is empty (SS-1, SS-4)."""
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


def deck_faults(planets: tuple[Planet, ...], path: Path) -> Iterator[Violation]:
    """What a deck must hold beyond the bounds of its planets (SS-2)."""
    seen: set[str] = set()
    for i, planet in enumerate(planets):
        if planet.id in seen:
            yield Violation("repeated_id", "SS-2", (*path, i, "id"), {"id": planet.id})
        seen.add(planet.id)
        for j, ability in enumerate(planet.abilities):
            yield from _ability_faults(ability, (*path, i, "abilities", j, "params"))


def _ability_faults(ability: PlanetAbility, path: Path) -> Iterator[Violation]:
    """Known parameters of the right kind; missing ones are allowed (SS-11, SS-12)."""
    doubling = ability.type is PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT
    rule, known = ("SS-11", ("multiplier",)) if doubling else ("SS-12", ("class", "size", "bonus"))
    for name, value in ability.params.items():
        if name not in known:
            yield Violation("unknown_param", rule, (*path, name), {"known": list(known)})
        elif name == "class":
            if value not in list(PlanetClass):
                yield Violation("unknown_class", "SS-13", (*path, name), {"known": list(PlanetClass)})
        elif type(value) is not int:
            yield Violation("not_a_whole_number", rule, (*path, name))
        else:
            high = MAX_MULTIPLIER if name == "multiplier" else MAX_VALUE
            yield from number_faults(value, 1 if name == "size" else -high, high, (*path, name), rule=rule)
