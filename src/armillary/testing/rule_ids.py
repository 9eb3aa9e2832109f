"""Rule page, code and tests speak of the same rules.

Every rule is a heading of the page that begins with its id (`### SS-6 The highest card …`), is named in the code that
keeps it, and is held by a conformance case or by a test marked `@pytest.mark.rule("SS-6")`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from armillary.core.prose import listed
from armillary.testing import cases

NUMBER = r"[A-Z]?[0-9]+(?:\.[0-9]+)*"
HEADING = re.compile(rf"^#+ +([A-Z]+)-({NUMBER})\b", re.MULTILINE)

POSITION_OF_RULE = {"Violation": 1, "Fate": 3}
"""Where violations and fates take their rule; everything else names it: `rule=`."""


class RuleIdsDiffer(AssertionError):
    """The page, the code and the tests do not name the same rules; the message says which are missing where."""


def check_rule_ids(page: Path, sources: Path, tests: Path) -> None:
    """Raise `RuleIdsDiffer` unless every rule of the page is in the code and on a test, and no other."""
    rules = headings(page)
    if not rules:
        raise RuleIdsDiffer(f"{page.name} has no rules: each is a heading that begins with its id, such as AB-1.")
    if twice := [rule for rule in dict.fromkeys(rules) if rules.count(rule) > 1]:
        raise RuleIdsDiffer(f"{page.name} has {listed(twice)} twice.")
    for named, missing_from, place in (
        (mentioned(sources, rules), "which the code does not name", "the code"),
        (held(tests), "which no test holds", "the tests"),
    ):
        if missing := [rule for rule in rules if rule not in named]:
            raise RuleIdsDiffer(f"{page.name} has {listed(missing)}, {missing_from}.")
        if unknown := sorted(named.difference(rules)):
            raise RuleIdsDiffer(f"{listed(unknown)} is named in {place}, but is not in {page.name}.")
    for file in sorted(sources.rglob("*.py")):
        if unknown := sorted(set(rules_of_values(ast.parse(file.read_text("utf-8")))) - set(rules)):
            raise RuleIdsDiffer(f"{file.name} names {listed(unknown)}, which {page.name} does not have.")


def headings(page: Path) -> list[str]:
    """The rules of a rule page, in its order."""
    return ["-".join(found) for found in HEADING.findall(page.read_text("utf-8"))]


def mentioned(sources: Path, rules: list[str]) -> set[str]:
    """The ids with the prefix of these rules that any source names."""
    prefix = rules[0].partition("-")[0]
    texts = (file.read_text("utf-8") for file in sources.rglob("*.py"))
    return {found for text in texts for found in re.findall(rf"\b{prefix}-{NUMBER}\b", text)}


def held(tests: Path) -> set[str]:
    """The rules that cases or marked tests are about."""
    marks = (mark for file in tests.rglob("*.py") for mark in _marks(ast.parse(file.read_text("utf-8"))))
    return {case.facts.rule for case in cases.load_folder(tests / "cases")} | set(marks)


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
