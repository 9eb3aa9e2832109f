"""The page about adding a game shows the shape that every game is held to."""

from __future__ import annotations

import re

from tests.project.test_shape import ALWAYS, INSIDE, MORE_TESTS, RULES, SOMETIMES, TESTS
from tests.project.tree import ROOT

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
TREE = PAGE.partition("## The shape of a game")[2].split("```")[1]
ROOMS, _, OWN_TESTS = TREE.partition("tests/games/<game>/\n")


def _words(text: str) -> set[str]:
    """The names before a remark."""
    return set(text.partition(";")[0].split())


def test_the_tree_shows_every_room() -> None:
    rooms = set(re.findall(r"^  (\w+)(?:\.py|/) ", ROOMS, re.MULTILINE))
    assert rooms == (ALWAYS - {"__init__"}) | SOMETIMES


def test_the_tree_shows_what_a_part_holds_once_it_has_grown() -> None:
    shown = {part: _words(names) for part, names in re.findall(r"^ {2,4}(\w+)/ +(.+)$", ROOMS, re.MULTILINE)}
    assert shown == {**INSIDE, "rules": RULES}


def test_the_tree_shows_the_tests_of_a_game() -> None:
    *always, sometimes = OWN_TESTS.strip().splitlines()
    names = {name.partition(".")[0].rstrip("/") for line in always for name in line.split()}
    assert names == TESTS - {"__init__"}
    assert {name.partition(".")[0].rstrip("/") for name in _words(sometimes)} == MORE_TESTS


def test_both_kinds_of_new_games_are_shown() -> None:
    for kind in ("turns", "simultaneous"):
        assert f"`--kind {kind}`" in PAGE
        assert f"KIND={kind}`" in PAGE
