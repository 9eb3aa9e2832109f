"""The rule page's tables and examples, and those of the notation page, say what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from armillary.core.match import Match
from armillary.games.territory import rules, sight, words
from armillary.games.territory.game import GAME
from armillary.games.territory.model import NO_PLAN, STEPS, Config, EndReason, Homes
from armillary.games.territory.presets import PRESETS
from armillary.games.territory.rules.turn import keep_square
from armillary.games.territory.setup import placings
from armillary.games.territory.words.positions import SECTIONS
from tests.games.territory.strategies import BOUNDS
from tests.games.transcripts import replayed, transcripts

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "rules/territory.md").read_text("utf-8")


@pytest.mark.rule("TR-0")
def test_the_page_has_the_defaults_and_bounds_of_every_parameter() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (\d+ \| \d+ to \d+) \|", PAGE, re.MULTILINE))
    usual = Config()
    assert rows == {name: f"{getattr(usual, name)} | {low} to {high}" for name, (low, high) in BOUNDS.items()}
    assert f"| `homes` | {usual.homes} | {' or '.join(get_args(Homes))} |" in PAGE
    assert {*BOUNDS, "homes"} == set(Config.__struct_fields__)


@pytest.mark.rule("TR-1")
def test_the_page_has_the_directions() -> None:
    for way, (dx, dy) in STEPS.items():
        axis, change = ("x", dx) if dx else ("y", dy)
        assert re.search(rf"\b{way} \(\w+, {axis} {'increases' if change > 0 else 'decreases'} by 1\)", PAGE)


@pytest.mark.rule("TR-2.1")
def test_eight_homes_on_the_standard_map_are_where_the_page_says() -> None:
    assert "two on each side, two squares from its corners" in PAGE
    (homes,) = placings(10, 8)
    on_a_side = {(2, 0), (7, 0), (2, 9), (7, 9)}
    assert {(home % 10, home // 10) for home in homes} == on_a_side | {(y, x) for x, y in on_a_side}


@pytest.mark.rule("TR-11")
def test_the_pages_have_every_way_the_game_can_end_in_the_order_they_are_looked_for() -> None:
    notation = (DOCS / "notation/territory.md").read_text("utf-8")
    found = re.findall(r"^\| `(\w+)` \|", notation.partition("| reason |")[2].partition("\n\n")[0], re.MULTILINE)
    assert found == [reason.value for reason in EndReason]
    ends = PAGE.partition("| when | who wins |\n|---|---|\n")[2].partition("\n\n")[0].splitlines()
    assert len(ends) == len(EndReason)


@pytest.mark.rule("TR-9")
def test_the_fights_on_the_page_end_as_it_says() -> None:
    assert "Forces of 5, 3 and 3: the first player keeps the square with 2 units." in PAGE
    assert keep_square({1: 5, 2: 3, 3: 3}) == (1, 2)
    assert "Forces of 5, 5 and 1: nothing is left." in PAGE
    assert keep_square({1: 5, 2: 5, 3: 1}) == (0, 0)


def test_the_round_on_the_page_is_played_as_it_says() -> None:
    state = words.parse_state(
        "round 2; phase 2; seats 3; config map_size=4; map 1:5 * 2:4 . / . . . . / . . . . / . . . 3:6; "
        'plans [["I stay home.","no plan","Peace!"],["no plan","Me too.","Peace!"]]'
    )
    (block,) = transcripts(PAGE)
    over = replayed(block, Match.from_position(GAME, state))
    assert over.outcome is not None
    assert over.outcome.winners == (3,)


def test_the_numbers_in_the_rules_are_the_usual_ones() -> None:
    usual = Config()
    for sentence in (
        f"{usual.resource_square_pct} percent of all squares",
        f"up to {usual.max_plan_length} characters",
        f"A square with {usual.production_cap} units or more",
        f"| {usual.max_rounds} rounds have been played |",
        f"a whole round takes {usual.round_duration_hours} hours",
    ):
        assert sentence in " ".join(PAGE.split())
    assert (usual.declaration_count, usual.max_commands_per_round) == (2, 3)
    assert (usual.base_production, usual.resource_production) == (1, 2)


def test_the_page_calls_a_missing_plan_what_the_game_does() -> None:
    assert f"*{NO_PLAN}*" in PAGE


def test_the_notation_page_shows_a_possible_position_and_orders_that_are_understood() -> None:
    notation = (DOCS / "notation/territory.md").read_text("utf-8")
    (text,) = re.findall(r"^(round \d+; .*)$", notation, re.MULTILINE)
    state = words.parse_state(text)
    assert rules.check_position(state) == ()
    orders = re.findall(r"^\| `([^`]+)` \|", notation.partition("| order |")[2].partition("\n\n")[0], re.MULTILINE)
    assert len(orders) == 5
    for order in orders:
        words.parse_order(order, sight.view(state, 1))


def test_the_notation_page_lists_every_section() -> None:
    notation = (DOCS / "notation/territory.md").read_text("utf-8")
    rows = notation.partition("| section |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE) == [*SECTIONS, "ended"]


def test_the_page_describes_the_presets() -> None:
    assert list(PRESETS) == re.findall(r"`(\w+)`", PAGE.partition("Five presets")[2])
    assert PRESETS["fair"](8) == Config(homes="apart")
    assert (PRESETS["quick"](8).map_size, PRESETS["quick"](9).map_size, PRESETS["quick"](9).max_rounds) == (6, 10, 8)
    assert (PRESETS["lesson"](8).map_size, PRESETS["lesson"](9).map_size, PRESETS["lesson"](9).max_rounds) == (5, 8, 5)
    assert (PRESETS["large"](3).map_size, PRESETS["large"](3).max_rounds) == (26, 40)
