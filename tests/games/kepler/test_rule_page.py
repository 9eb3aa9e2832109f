"""The rule pages' tables say what the code does."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from armillary.core.match import AnyMatch, Match
from armillary.games.kepler import words
from armillary.games.kepler.game import GAME
from armillary.games.kepler.map.shipped import SHIPPED, STANDARD
from armillary.games.kepler.model import Config, EndReason, Extensions, Map, Region
from armillary.games.kepler.presets import PRESETS, quick, standard
from armillary.games.kepler.rules import check_config
from armillary.games.kepler.words.positions import SECTIONS
from tests.games.transcripts import replayed, transcripts

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "rules/kepler.md").read_text("utf-8")
NOTATION = (DOCS / "notation/kepler.md").read_text("utf-8")


def table(heading: str, page: str = PAGE) -> dict[str, list[str]]:
    """The rows of the table whose head begins with this word, by their first column."""
    found = re.search(rf"^\| {heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    assert found, f"no table of {heading}"
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]
    return {row[0].strip("`"): row[1:] for row in rows}


def row_of(regions: int, seats: int = 2, **changes: Any) -> Map:
    """Regions in a row."""
    places = tuple(Region(f"r{x}", "x", x, 0) for x in range(regions))
    links = tuple((one.id, other.id) for one, other in pairwise(places))
    homes = tuple((place.id,) for place in places[:seats])
    return msgspec.structs.replace(Map("row", places, links, homes, 1), **changes)


def ladder(links: int) -> Map:
    """A map with this many links, no two alike."""
    map_ = row_of(120)
    pairs = [(one.id, two.id) for i, one in enumerate(map_.regions) for two in map_.regions[i + 2 :]]
    return msgspec.structs.replace(map_, links=(*map_.links, *pairs)[:links])


def named(name: str) -> Map:
    """Two regions, the first of this name."""
    return msgspec.structs.replace(row_of(2), regions=(Region("r0", name, 0, 0), Region("r1", "y", 1, 0)))


LIMITS: dict[str, Callable[[int], Config]] = {
    "seats": lambda n: Config(row_of(max(2, n), max(2, n))),
    "regions": lambda n: Config(row_of(n)),
    "links": lambda n: Config(ladder(n)),
    "fleets in a home": lambda n: Config(row_of(4), fleets_per_home=n),
    "turns": lambda n: Config(row_of(4), max_turns=n),
    "cost of a link": lambda n: Config(row_of(4, costs=(("r0", "r1", n),))),
    "delay": lambda n: Config(row_of(4), extensions=Extensions(delay=n)),
    "characters of a region's name": lambda n: Config(named("x" * n)),
}

UNPLAYABLE_AT_LEAST = {"regions", "links"}
"""One region has no room for two homes, and without links nothing is connected."""


def test_every_limit_on_the_page_is_tried() -> None:
    assert list(table("limit")) == list(LIMITS)


@pytest.mark.parametrize("name", LIMITS)
def test_the_limit_is_where_the_page_says(name: str) -> None:
    least, most = (int(cell.replace(",", "")) for cell in table("limit")[name])
    for allowed in (most,) if name in UNPLAYABLE_AT_LEAST else (least, most):
        assert check_config(LIMITS[name](allowed), allowed if name == "seats" else 2) == ()
    for refused in (most + 1,) if name in UNPLAYABLE_AT_LEAST else (least - 1, most + 1):
        assert check_config(LIMITS[name](refused), refused if name == "seats" else 2)


def test_the_page_lists_the_configs_fields() -> None:
    assert list(table("setting")) == list(table("setting", NOTATION)) == list(Config.__struct_fields__)


def test_the_page_of_notation_lists_every_end_reason() -> None:
    assert list(table("reason", NOTATION)) == [reason.value for reason in EndReason]


def test_the_page_of_notation_lists_every_section_of_a_position() -> None:
    assert list(table("section", NOTATION)) == list(SECTIONS)


def test_the_game_on_the_page_is_played_as_it_says() -> None:
    opening = "turn 1; fleets a:a,b b:c / e:a d:b; dominance 2/5; map a-b b-c c-d d-e"
    match: AnyMatch = Match.from_position(GAME, words.parse_state(opening))
    for block in transcripts(PAGE):
        match = replayed(block, match)
    assert match.outcome is not None
    assert match.outcome.reason == EndReason.ELIMINATION


def test_the_page_names_every_preset_and_every_map() -> None:
    for name in (*PRESETS, *SHIPPED):
        assert f"`{name}`" in PAGE


def test_the_page_of_the_extensions_lists_every_switch() -> None:
    page = (DOCS / "rules/kepler-extensions.md").read_text("utf-8")
    assert list(table("switch", page)) == list(table("extension", NOTATION)) == list(Extensions.__struct_fields__)
    assert {f"KH-11.{n}" for n in range(1, 6)} == set(re.findall(r"^## (KH-11\.[0-9])", page, re.MULTILINE))


def test_the_standard_setup_is_the_one_described() -> None:
    assert tuple(standard(seats).map.name for seats in range(2, 9)) == STANDARD
    assert {standard(seats).max_turns for seats in range(2, 9)} == {12}
    assert (quick(2).map.name, quick(2).max_turns) == ("duel", 20)
    assert quick(4).fleets_per_home == 8
    assert [(PRESETS["lesson"](seats).map, PRESETS["lesson"](seats).max_turns) for seats in (2, 5)] == [
        (quick(2).map, 8),
        (quick(5).map, 8),
    ]
