"""The tables of the rule page, the notation page and the library's page say what the code does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from armillary.core.match import AnyMatch, Match
from armillary.games.skirmish import GameEndReason, GameState, PlanetAbilityType, PlanetClass, rules, sight, words
from armillary.games.skirmish.game import GAME
from armillary.games.skirmish.model import Config, Planet, PlanetAbility
from armillary.games.skirmish.presets import PRESETS
from armillary.games.skirmish.rules import check_config
from armillary.games.skirmish.words.positions import SECTIONS
from tests.games.transcripts import replayed, transcripts

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "rules/skirmish.md").read_text("utf-8")
LIBRARY = (DOCS / "skirmish-library.md").read_text("utf-8")
NOTATION = (DOCS / "notation/skirmish.md").read_text("utf-8")


def table(heading: str, page: str = PAGE) -> dict[str, list[str]]:
    """The rows of the table whose head begins with this word, by their first column."""
    found = re.search(rf"^\| {heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    assert found, f"no table of {heading}"
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]
    return {row[0].strip("`"): row[1:] for row in rows}


def planet(**changes: Any) -> Config:
    return Config(planets=(Planet(**{"id": "A", "victory_points": 1, **changes}),))


def ability(kind: PlanetAbilityType, **params: int) -> Config:
    return planet(abilities=(PlanetAbility(kind, params),))


DOUBLE, SETS = PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT, PlanetAbilityType.CLASS_SET_BONUS

LIMITS: dict[str, Callable[[int], Config]] = {
    "seats": lambda n: Config(),
    "cards in a fleet": lambda n: Config(fleet_values=(1,) * n),
    "strength of a card": lambda n: Config(fleet_values=(n,)),
    "planets in a deck": lambda n: Config(planets=tuple(Planet(f"X{i}", 1) for i in range(n))),
    "points of a planet": lambda n: planet(victory_points=n),
    "characters of a short name": lambda n: planet(id="x" * n),
    "characters of a name": lambda n: planet(name="x" * n),
    "abilities of a planet": lambda n: planet(abilities=(PlanetAbility(DOUBLE),) * n),
    "multiplier": lambda n: ability(DOUBLE, multiplier=n),
    "size of a set": lambda n: ability(SETS, size=n),
    "bonus": lambda n: ability(SETS, bonus=n),
}


def test_every_limit_on_the_page_is_tried() -> None:
    assert list(table("limit")) == list(LIMITS)


@pytest.mark.parametrize("name", LIMITS)
def test_the_limit_is_where_the_page_says(name: str) -> None:
    least, most = (int(cell.replace(",", "")) for cell in table("limit")[name])
    for allowed in (least, most):
        assert check_config(LIMITS[name](allowed), allowed if name == "seats" else 2) == ()
    beyond = [most + 1] if least == 0 else [least - 1, most + 1]
    for refused in beyond:
        assert len(check_config(LIMITS[name](refused), refused if name == "seats" else 2)) == 1


def test_the_page_lists_the_configs_fields() -> None:
    assert list(table("setting")) == list(Config.__struct_fields__)
    assert set(table("setting", NOTATION)) == set(Config.__struct_fields__)


def test_the_page_describes_the_presets() -> None:
    paragraph = PAGE.partition("Four presets")[2].partition("\n\n")[0]
    assert list(PRESETS) == re.findall(r"`(\w+)`", paragraph)
    sizes = {name: (len(make(2).planets), len(make(2).fleet_values)) for name, make in PRESETS.items()}
    assert sizes == {"standard": (0, 0), "quick": (8, 8), "worlds": (15, 0), "lesson": (5, 5)}


def test_the_librarys_page_lists_the_keys_of_a_state() -> None:
    assert list(table("key", LIBRARY)) == list(GameState.__struct_fields__)


def test_the_notation_page_lists_every_end_reason() -> None:
    assert list(table("reason", NOTATION)) == [reason.value for reason in GameEndReason]


@pytest.mark.rule("SS-13")
def test_the_page_names_every_class_and_every_ability() -> None:
    for name in (*PlanetClass, *PlanetAbilityType):
        assert f"`{name}`" in NOTATION
    for kind in PlanetClass:
        assert kind.replace("_", " ").replace("space faring", "space-faring") in " ".join(PAGE.split())


def test_the_game_on_the_page_is_played_as_it_says() -> None:
    opening = "battle 1; deck | P3:1 P11:3 P7:2; pot -; hands 1..3 / 1..3; claimed - / -"
    match: AnyMatch = Match.from_position(GAME, words.parse_state(opening))
    for block in transcripts(PAGE):
        match = replayed(block, match)
    assert match.outcome is not None
    assert match.outcome.scores == (4, 2)


def test_the_notation_page_lists_every_section_and_ways_to_write_a_planet() -> None:
    assert list(table("section", NOTATION)) == list(SECTIONS)
    for planet in table("planet", NOTATION):
        text = f"battle 1; deck | {planet}; pot -; hands 1 / 1; claimed - / -"
        assert words.format_state(words.parse_state(text)) == text
    state = words.parse_state("battle 1; deck |; pot -; hands 7,-2 / 1,2; claimed - / -")
    for order in table("order", NOTATION):
        assert rules.check(state, 1, words.parse_order(order, sight.view(state, 1))) == ()
