"""The description of the design names everything there is to name."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from armillary.core import contract, errors
from armillary.core.match import Match
from tests.project.test_pyproject import PROJECT, dependencies, documentation
from tests.project.tree import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PAGES = [
    ROOT / "docs" / "architecture.md",
    ROOT / "docs" / "operating.md",
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
]
DECISIONS = [page for page in PAGES if re.match(r"\d{4}-", page.name)]
CODE = " ".join(re.findall(r"`([^`\n]+)`", PAGE))

PARTS = (contract.Rules, contract.Sight, contract.Words, contract.Hints, contract.Service, contract.Bot)


def _own_classes(module: ModuleType) -> list[str]:
    return [name for name, thing in vars(module).items() if getattr(thing, "__module__", "") == module.__name__]


def _named(name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", CODE) is not None


def _calls() -> list[str]:
    """Every method of the contract with its parameters, as the page writes it."""
    calls = []
    for part in PARTS:
        for name, method in inspect.getmembers(part, inspect.isfunction):
            if not name.startswith("_"):
                parameters = list(inspect.signature(method).parameters.values())[1:]
                written = [p.name if p.default is p.empty else f"{p.name}={p.default}" for p in parameters]
                calls.append(f"{name}({', '.join(written)})")
    return calls


@pytest.mark.parametrize("call", _calls())
def test_every_method_of_the_contract_stands_there_as_it_is(call: str) -> None:
    assert call in CODE


@pytest.mark.parametrize("name", [name for name in _own_classes(contract) if len(name.split("_")[0]) > 1] + ["AnyGame"])
def test_every_public_name_of_the_contract_is_named(name: str) -> None:
    assert _named(name)


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(contract.Game)] + ["bots"])
def test_every_field_of_a_game_is_named(name: str) -> None:
    assert _named(name)


@pytest.mark.parametrize("name", _own_classes(errors))
def test_every_error_is_named(name: str) -> None:
    assert _named(name)


@pytest.mark.parametrize(
    "name", ["submit", "withdraw", "expire", "resign", "take_over", "offer_draw", "take_back_draw", "agree_draw"]
)
def test_every_move_of_a_match_is_named(name: str) -> None:
    assert hasattr(Match, name)
    assert _named(name)


def test_every_module_they_name_is_there() -> None:
    """Named from the top of the project, of the package or of the server, or as in the folder of a game."""
    code = ROOT / "src" / "armillary"
    games = *code.glob("games/*"), *(ROOT / "src/armillary/testing/skeletons").glob("*/rooms")
    tops = ROOT, code, code / "server", *games
    written = re.compile(r"(?<![\w./<>])(?:\w+/)*\w+\.py\b")
    named = [(page.name, name) for page in PAGES for name in written.findall(page.read_text("utf-8"))]
    assert len(named) > 150
    assert [each for each in named if not any((top / each[1]).is_file() for top in tops)] == []


def test_every_dependency_has_its_reason() -> None:
    table = PAGE.partition("## Dependencies")[2].partition("##")[0]
    named = {name for row in re.findall(r"^\| ([a-z][^|]*) \|", table, re.MULTILINE) for name in row.split(", ")}
    assert named - {"what"} == dependencies() | documentation()


def test_every_npm_package_has_its_reason() -> None:
    table = PAGE.partition("### From npm")[2].partition("##")[0]
    named = {name for row in re.findall(r"^\| ([a-z@][^|]*) \|", table, re.MULTILINE) for name in row.split(", ")}
    package = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert named - {"what"} == package["dependencies"].keys() | package["devDependencies"].keys()


def test_the_levels_are_drawn_in_their_order() -> None:
    diagram = PAGE.partition("## Levels")[2].split("```")[1]
    drawn = [f"armillary.{name}" for name in re.findall(r"^([a-z]+) ", diagram, re.MULTILINE)]
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (layers,) = (c["layers"] for c in contracts if c["type"] == "layers" and "containers" not in c)
    assert drawn == [level for layer in layers for level in layer.split(" | ")]


def test_the_servers_rooms_are_drawn_in_their_order() -> None:
    diagram = PAGE.partition("## The server")[2].split("```")[1]
    drawn = [re.findall(r"^([a-z]+) ", block, re.MULTILINE) for block in diagram.split("\n\n")]
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (layers,) = (c["layers"] for c in contracts if c.get("containers") == ["armillary.server"])
    assert drawn == [layer.split(" | ") for layer in layers]


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.name)
def test_a_decision_says_why_and_what_follows(page: Path) -> None:
    headings = re.findall(r"^#+ .+$", page.read_text("utf-8"), re.MULTILINE)
    assert headings[0].startswith(f"# {int(page.name[:4])}. ")
    assert headings[1:] == ["## Context", "## Decision", "## Consequences"]


def test_every_decision_is_in_the_index_under_its_title() -> None:
    index = (ROOT / "docs" / "decisions" / "README.md").read_text("utf-8")
    titles = {page.name: page.read_text("utf-8").splitlines()[0].partition(". ")[2] for page in DECISIONS}
    expected = {f"[{name[:4]}: {title}]({name})" for name, title in titles.items()}
    assert set(re.findall(r"^- (\[.+\))$", index, re.MULTILINE)) == expected
    assert [int(name[:4]) for name in titles] == list(range(1, len(titles) + 1))
