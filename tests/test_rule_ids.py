"""Rule book, code and tests speak of the same rules.

Every rule is a heading of `docs/rules/<slug>.md` that begins with its id (`### SS-6 The highest card …`), is named
in the code that implements it, and is held by a conformance case or by a test marked `@pytest.mark.rule("SS-6")`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from armillary.core.contract import AnyGame
from armillary.core.registry import games
from armillary.testing import cases

ROOT = Path(__file__).parent.parent
BUILT_IN = [game for game in games() if (ROOT / "src/armillary/games" / game.slug).is_dir()]

NUMBER = r"[A-Z]?[0-9]+(?:\.[0-9]+)*"
HEADING = re.compile(rf"^#+ +([A-Z]+)-({NUMBER})\b", re.MULTILINE)
ANY_ID = re.compile(rf"\b[A-Z]{{2}}-{NUMBER}\b")

POSITION_OF_RULE = {"Violation": 1, "Fate": 3}
"""Where violations and fates take their rule; everything else names it: `rule=`."""


def headings(game: AnyGame) -> list[str]:
    """The rules of the rule page, in its order."""
    page = (ROOT / "docs/rules" / f"{game.slug}.md").read_text("utf-8")
    return ["-".join(found) for found in HEADING.findall(page)]


def ids_in(game: AnyGame, text: str) -> set[str]:
    """The ids in a text that have the game's prefix."""
    prefix = headings(game)[0].partition("-")[0]
    return set(re.findall(rf"\b{prefix}-{NUMBER}\b", text))


def sources(game: AnyGame) -> list[Path]:
    return sorted((ROOT / "src/armillary/games" / game.slug).rglob("*.py"))


def held(game: AnyGame) -> set[str]:
    """The rules that cases or marked tests are about."""
    folder = ROOT / "tests/games" / game.slug
    marks = (mark for file in folder.rglob("*.py") for mark in _marks(ast.parse(file.read_text("utf-8"))))
    return {case.facts.rule for case in cases.load_folder(folder / "cases")} | set(marks)


def _marks(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (text for argument in node.args for text in _results(argument))


def rules_of_values(tree: ast.AST) -> Iterator[str]:
    """Every rule written into a violation, a fate or an event."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            given = [keyword.value for keyword in node.keywords if keyword.arg == "rule"]
            at = POSITION_OF_RULE.get(name)
            given += [] if at is None else node.args[at : at + 1]
            yield from (text for value in given for text in _results(value))


def _results(value: ast.expr) -> Iterator[str]:
    """The texts an expression can give, as far as they are written in it."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from _results(value.body)
        yield from _results(value.orelse)


each_game = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)


@each_game
def test_a_rule_page_has_one_prefix_and_no_id_twice(game: AnyGame) -> None:
    found = headings(game)
    assert len({rule.partition("-")[0] for rule in found}) == 1
    assert len(found) == len(set(found))


@each_game
def test_every_rule_is_named_in_the_code_and_no_other(game: AnyGame) -> None:
    mentioned = {rule for file in sources(game) for rule in ids_in(game, file.read_text("utf-8"))}
    assert mentioned == set(headings(game))


@each_game
def test_every_rule_is_held_by_a_case_or_a_marked_test_and_no_other(game: AnyGame) -> None:
    assert held(game) == set(headings(game))


@each_game
def test_every_violation_fate_and_event_names_a_known_rule(game: AnyGame) -> None:
    known = set(headings(game))
    for file in sources(game):
        source = file.read_text("utf-8")
        named = {*rules_of_values(ast.parse(source)), *ANY_ID.findall(source)}
        assert named <= known, f"{file.name} names rules that {game.slug}.md does not have"


def test_the_test_itself_finds_rules_in_values() -> None:
    source = """
Violation("code", "AA-1", ("path",))
values.Fate(1, ("card",), "won", "AA-2")
Won(winner=1, rule="AA-3" if planets else "AA-4.5")
Tied(rule=rule)
"""
    assert list(rules_of_values(ast.parse(source))) == ["AA-1", "AA-2", "AA-3", "AA-4.5"]
    assert HEADING.findall("### RS-M1 Moving\n#### KH-7.2 Ties\nSS-3 is no heading\n") == [("RS", "M1"), ("KH", "7.2")]
