"""Every game has the same shape: whoever knows one folder finds everything in the others."""

from __future__ import annotations

import inspect
import re
from enum import StrEnum
from importlib import import_module
from pathlib import Path

import pytest

from tests.project.tree import ROOT, files

GAMES = ROOT / "src" / "armillary" / "games"
SLUGS = sorted(folder.name for folder in GAMES.iterdir() if (folder / "game.py").is_file())

ALWAYS = {"__init__", "game", "presets", "model", "setup", "rules", "sight", "words", "hints", "service"}
SOMETIMES = {"map", "library", "solved", "version_1"}
"""Only for games with maps; where the game's document asks for a library of its own; for solved games; for games
whose rules have changed."""

INSIDE = {
    "model": {"map", "config", "state", "orders", "events", "views"},
    "map": {"faults", "generate", "layout", "shipped", "tables", "names", "data"},
    "sight": {"options", "preview"},
    "words": {"orders", "positions", "sentences", "forecast", "describe", "picture", "labels"},
    "hints": {"greedy", "tactics"},
    "solved": {"position", "matrix", "search", "layout", "tables", "making", "compiled", "bot"},
}
"""What a part may hold once it has grown into a package. `rules` may hold chapters of any name besides its own."""

RULES = {"board", "turn", "orders", "ends", "position"}

TESTS = {
    "__init__", "cases", "counts", "golden", "strategies",
    "test_hints", "test_notation", "test_properties", "test_rule_page", "test_sight", "test_words",
}  # fmt: skip
MORE_TESTS = {
    "test_setup", "test_map", "test_extensions", "test_library", "test_serialization", "test_versions",
    "records", "solved",
}  # fmt: skip


def _names(folder: Path) -> set[str]:
    """Its modules, packages and folders; those that only compiled files are left of do not count."""
    return {path.relative_to(folder).parts[0].partition(".")[0] for path in files(folder)}


def test_the_games_are_found() -> None:
    assert {"kepler", "orbit", "risky_stars", "skirmish", "territory"} <= set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_has_the_same_rooms_as_every_other(slug: str) -> None:
    found = _names(GAMES / slug)
    assert found >= ALWAYS, f"{slug} lacks {sorted(ALWAYS - found)}."
    assert found <= ALWAYS | SOMETIMES, f"{slug} has {sorted(found - ALWAYS - SOMETIMES)}, which no game has."


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("part", sorted(INSIDE))
def test_a_part_that_has_grown_holds_the_same_rooms_as_in_every_other_game(slug: str, part: str) -> None:
    package = GAMES / slug / part
    if package.is_dir():
        odd = sorted(_names(package) - INSIDE[part] - {"__init__"})
        assert not odd, f"{slug}/{part} has {odd}; a grown {part} may hold {sorted(INSIDE[part])}."


@pytest.mark.parametrize("slug", SLUGS)
def test_rules_that_have_grown_hold_what_every_turn_needs(slug: str) -> None:
    package = GAMES / slug / "rules"
    if package.is_dir():
        missing = sorted((RULES | {"__init__"}) - _names(package))
        assert not missing, f"{slug}/rules lacks {missing}."


@pytest.mark.parametrize("slug", SLUGS)
def test_every_model_names_its_order_and_its_ends_alike_and_works_on_a_board(slug: str) -> None:
    model = import_module(f"armillary.games.{slug}.model")
    assert hasattr(model, "Order"), f"{slug}/model has no Order: name the type of an order, or a union of several, so."
    assert issubclass(model.EndReason, StrEnum), f"EndReason in {slug}/model is not a StrEnum."
    sources = (GAMES / slug).rglob("*.py")
    has_board = any("class Board" in source.read_text("utf-8") for source in sources)
    assert has_board, f"No module of {slug} has a `class Board`: the working copy that its rules play a turn on."


@pytest.mark.parametrize("slug", SLUGS)
def test_one_function_says_why_a_match_is_over_and_has_the_same_name_everywhere(slug: str) -> None:
    ends = "rules.ends" if (GAMES / slug / "rules").is_dir() else "rules"
    says_why = getattr(import_module(f"armillary.games.{slug}.{ends}"), "end_reason", None)
    assert inspect.isfunction(says_why), f"{slug}/{ends} has no function end_reason: it says why a match is over."


@pytest.mark.parametrize("slug", SLUGS)
def test_the_tests_of_a_game_have_the_same_shape_too(slug: str) -> None:
    found = _names(ROOT / "tests" / "games" / slug)
    assert found >= TESTS, f"The tests of {slug} lack {sorted(TESTS - found)}."
    assert found <= TESTS | MORE_TESTS, f"{sorted(found - TESTS - MORE_TESTS)} is in the tests of {slug} only."


@pytest.mark.parametrize("slug", SLUGS)
def test_rules_stand_in_the_order_of_their_ids(slug: str) -> None:
    """Chapters in the page's own order, the numbers of a chapter ascending."""
    page = (ROOT / "docs" / "rules" / f"{slug}.md").read_text("utf-8")
    ids = re.findall(r"^#+ +[A-Z]+-([A-Z]?)([0-9]+(?:\.[0-9]+)*)\b", page, re.MULTILINE)
    chapters = list(dict.fromkeys(letter for letter, _ in ids))
    order = [(chapters.index(letter), [int(n) for n in number.split(".")]) for letter, number in ids]
    assert order == sorted(order)
