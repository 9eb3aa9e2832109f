"""Which configs can be played, and the position they open with (RS-R3, RS-M1 to RS-M4).

The first round begins in `rules/turn.py`, which turns the opening into the contract's `start`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from armillary.core.bounds import number_faults, setting_faults
from armillary.core.dice import Dice
from armillary.core.values import Path, Violation
from armillary.games.risky_stars.map.faults import FEWEST_HOMES, MAX_HOMES, map_faults
from armillary.games.risky_stars.map.generate import generate
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import EMPTY, Config, CurrentTurn, Hero, Place, Setup, State, Stock

START_STOCK: Stock = (100, 50, 50)
START_HEROES = (Hero(1), Hero(2), Hero(3))
MAX_FRACTION = 1000


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Everything that keeps this config from being played with this many seats."""
    return tuple(config_faults(config, seats, ()))


def config_faults(config: Config, seats: int, path: Path) -> Iterator[Violation]:
    """What is wrong with a config; its map is looked at only when the numbers it must fit are sound."""
    numbers = tuple(_number_faults(config, seats, path))
    yield from numbers
    if config.map is not None and not numbers:
        yield from map_faults(config.map, seats, config.home_regions, (*path, "map"))


def _number_faults(config: Config, seats: int, path: Path) -> Iterator[Violation]:
    yield from number_faults(seats, FEWEST_HOMES, MAX_HOMES, (*path, "seats"), rule="RS-M1")
    yield from setting_faults(config, path)
    if config.home_regions % 4:
        yield Violation("not_a_multiple", "RS-M1", (*path, "home_regions"), {"of": 4})
    if config.domination:
        part, whole = config.domination
        if not 0 < part <= whole <= MAX_FRACTION:
            yield Violation("no_fraction", "RS-X2", (*path, "domination"), {"most": MAX_FRACTION})


def opening(config: Config, seats: int, dice: Dice) -> State:
    """Everybody possesses their home planet, everything else is nobody's, and no round has begun (RS-R3)."""
    map_ = config.map or generate(seats, config.home_regions, dice)  # RS-M4
    tables = tables_of(map_)
    places = [EMPTY] * len(tables.places)
    for seat, home in enumerate(tables.homes, start=1):
        for region in tables.regions[tables.home_planet(home)]:
            places[region] = Place(seat, config.start_units)
    cards = tuple(hero_classes(len(tables.featured))) if config.featured_heroes else ()
    return State(
        setup=Setup(seats, replace(config, map=None), map_),
        round=1,
        turn_order=tuple(range(1, seats + 1)),
        turn=CurrentTurn(1),
        places=tuple(places),
        stocks=(START_STOCK,) * seats,
        levels=(0,) * len(tables.bodies),
        heroes=(START_HEROES,) * seats,
        allotments=(None,) * seats,
        deck=dice.shuffle(cards),
    )


def hero_classes(bodies: int) -> list[int]:
    """A card for every featured body, classes I, II, III in turn (RS-E6)."""
    return [number % 3 + 1 for number in range(bodies)]
