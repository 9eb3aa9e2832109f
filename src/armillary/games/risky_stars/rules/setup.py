"""The opening: which configs can be played, and what they make (RS-R3, RS-M1 to RS-M4)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from armillary.core.contract import Step
from armillary.core.dice import Dice, FastDice
from armillary.core.values import Path, Violation
from armillary.games.risky_stars.atlas import Atlas, atlas_of
from armillary.games.risky_stars.charts import (
    FEWEST_HOMES,
    FEWEST_REGIONS,
    MOST_HOMES,
    MOST_REGIONS,
    chart_faults,
    generate,
)
from armillary.games.risky_stars.model import EMPTY, Config, Hero, Place, Setup, State, Stock, Turn
from armillary.games.risky_stars.rules.board import Board
from armillary.games.risky_stars.rules.rounds import begin_round, first_seat

START_STOCK: Stock = (100, 50, 50)
START_HEROES = (Hero(1), Hero(2), Hero(3))
MOST_ROUNDS = 100
MOST_START_UNITS = 1000
MOST_AMOUNT = 1000
MOST_FRACTION = 1000


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """Everything that keeps this config from being played with so many seats."""
    return tuple(config_faults(config, seats, ()))


def config_faults(config: Config, seats: int, path: Path) -> Iterator[Violation]:
    """What is wrong with a config; a chart is looked at only when the numbers it must fit are sound."""
    numbers = tuple(_number_faults(config, seats, path))
    yield from numbers
    if config.chart is not None and not numbers:
        yield from chart_faults(config.chart, seats, config.home_regions, (*path, "chart"))


def _number_faults(config: Config, seats: int, path: Path) -> Iterator[Violation]:
    yield from _range(seats, FEWEST_HOMES, MOST_HOMES, "RS-M1", (*path, "seats"))
    yield from _range(config.home_regions, FEWEST_REGIONS, MOST_REGIONS, "RS-M1", (*path, "home_regions"))
    if config.home_regions % 4:
        yield Violation("not_a_multiple", "RS-M1", (*path, "home_regions"), {"of": 4})
    yield from _range(config.start_units, 1, MOST_START_UNITS, "RS-R3", (*path, "start_units"))
    yield from _range(config.class_one_amount, 0, MOST_AMOUNT, "RS-E4", (*path, "class_one_amount"))
    yield from _range(config.class_three_amount, 0, MOST_AMOUNT, "RS-E4", (*path, "class_three_amount"))
    yield from _range(config.max_rounds, 1, MOST_ROUNDS, "RS-X2", (*path, "max_rounds"))
    if config.domination:
        part, whole = config.domination
        if not 0 < part <= whole <= MOST_FRACTION:
            yield Violation("no_fraction", "RS-X2", (*path, "domination"), {"most": MOST_FRACTION})


def _range(value: int, fewest: int, most: int, rule: str, path: Path) -> Iterator[Violation]:
    if not fewest <= value <= most:
        yield Violation("out_of_range", rule, path, {"asked": str(value)[:20], "fewest": fewest, "most": most})


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    """Everybody holds its home planet, and the first round begins (RS-R3, RS-R1)."""
    chart = config.chart or generate(seats, config.home_regions, dice)  # RS-M4
    atlas = atlas_of(chart)
    featured = sorted(atlas.featured)
    cards = tuple(hero_classes(len(featured))) if config.featured_heroes else ()
    state = State(
        setup=Setup(seats, replace(config, chart=None), chart),
        round=1,
        turn=Turn(first_seat(1, seats)),
        places=home_places(atlas, config.start_units),
        stocks=(START_STOCK,) * seats,
        levels=(0,) * len(atlas.bodies),
        heroes=(START_HEROES,) * seats,
        allotments=(None,) * seats,
        deck=dice.shuffle(cards),
    )
    board = Board(state, FastDice(0))  # a round begins without dice
    begin_round(board)
    return Step(board.state(), tuple(board.events))


def hero_classes(bodies: int) -> list[int]:
    """A card for every featured body, classes I, II, III in turn (RS-E6)."""
    return [number % 3 + 1 for number in range(bodies)]


def home_places(atlas: Atlas, units: int) -> tuple[Place, ...]:
    """Every region of each home planet is its player's, everything else nobody's (RS-R3)."""
    places = [EMPTY] * len(atlas.places)
    for seat, home in enumerate(atlas.homes, start=1):
        for region in atlas.regions[atlas.home_planet(home)]:
            places[region] = Place(seat, units)
    return tuple(places)
