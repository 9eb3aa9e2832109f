"""Rule book, code and tests of every game speak of the same rules, and the check finds whatever differs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from armillary.core.contract import AnyGame
from armillary.core.registry import games
from armillary.testing import check_rule_ids
from armillary.testing.rule_ids import HEADING, RuleIdsDiffer, headings, rules_of_values

ROOT = Path(__file__).parent.parent
BUILT_IN = [game for game in games() if (ROOT / "src/armillary/games" / game.slug).is_dir()]

each_game = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)


@each_game
def test_every_rule_is_in_the_page_in_the_code_and_on_a_test(game: AnyGame) -> None:
    page = ROOT / "docs/rules" / f"{game.slug}.md"
    check_rule_ids(page, ROOT / "src/armillary/games" / game.slug, ROOT / "tests/games" / game.slug)


@each_game
def test_a_rule_page_has_one_prefix(game: AnyGame) -> None:
    found = headings(ROOT / "docs/rules" / f"{game.slug}.md")
    assert len({rule.partition("-")[0] for rule in found}) == 1


CODE = 'Violation("code", "AA-1")\nWon(rule="AA-2")\n'
TEST = '@pytest.mark.rule("AA-1", "AA-2")\ndef test_it(): ...\n'


def tree(folder: Path, page: str = "## AA-1 One\n## AA-2 Two\n", code: str = CODE, test: str = TEST) -> list[Path]:
    """A rule page, a folder of code and one of tests."""
    places = [folder / "page.md", folder / "code" / "rules.py", folder / "tests" / "test_it.py"]
    for place, text in zip(places, (page, code, test), strict=True):
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, "utf-8")
    (folder / "tests" / "cases").mkdir()
    return [places[0], places[1].parent, places[2].parent]


def test_what_agrees_passes(tmp_path: Path) -> None:
    check_rule_ids(*tree(tmp_path))


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"page": "## AA-1 One\n## AA-1 Two\n"}, "page.md has AA-1 twice"),
        ({"page": "## AA-1 One\n"}, "AA-2 is named in the code, but is not in page.md"),
        ({"page": "## AA-1 One\n## AA-2 Two\n## AA-3 Three\n"}, "page.md has AA-3, which the code does not name"),
        ({"test": TEST.replace(', "AA-2"', "")}, "page.md has AA-2, which no test holds"),
        ({"test": TEST.replace("AA-2", "AA-9")}, "page.md has AA-2, which no test holds"),
        ({"code": CODE + 'Lost(rule="BB-1")\n'}, "rules.py names BB-1, which page.md does not have"),
        ({"page": "# No rules\n"}, "page.md has no rules"),
    ],
)
def test_what_differs_is_named(tmp_path: Path, changed: dict[str, str], why: str) -> None:
    with pytest.raises(RuleIdsDiffer, match=why):
        check_rule_ids(*tree(tmp_path, **changed))


def test_rules_are_found_in_values() -> None:
    source = """
Violation("code", "AA-1", ("path",))
values.Fate(1, ("card",), "won", "AA-2")
Won(winner=1, rule="AA-3" if planets else "AA-4.5")
Tied(rule=rule)
"""
    assert list(rules_of_values(ast.parse(source))) == ["AA-1", "AA-2", "AA-3", "AA-4.5"]
    assert HEADING.findall("### RS-M1 Moving\n#### KH-7.2 Ties\nSS-3 is no heading\n") == [("RS", "M1"), ("KH", "7.2")]
