"""The description of the design names everything there is to name."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from types import ModuleType

import pytest

from armillary.core import contract, errors
from armillary.core.match import Match
from tests.project.test_pyproject import PROJECT, dependencies
from tests.project.tree import ROOT, files

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
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


def test_every_module_it_names_is_there() -> None:
    named = re.findall(r"`([a-z_/]+/[a-z_]+\.py)`", PAGE)
    assert len(named) > 20
    there = [f"/{path.relative_to(ROOT)}" for path in files()]
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in there)] == []


def test_every_dependency_has_its_reason() -> None:
    table = PAGE.partition("## Dependencies")[2].partition("##")[0]
    named = {name for row in re.findall(r"^\| ([a-z][^|]*) \|", table, re.MULTILINE) for name in row.split(", ")}
    assert named - {"what"} == dependencies()


def test_every_npm_package_has_its_reason() -> None:
    table = PAGE.partition("### From npm")[2].partition("##")[0]
    named = {name for row in re.findall(r"^\| ([a-z@][^|]*) \|", table, re.MULTILINE) for name in row.split(", ")}
    assert named - {"what"} == set(json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["devDependencies"])


def test_the_levels_are_drawn_in_their_order() -> None:
    diagram = PAGE.partition("## Levels")[2].split("```")[1]
    drawn = [f"armillary.{name}" for name in re.findall(r"^([a-z]+) ", diagram, re.MULTILINE)]
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (layers,) = (c["layers"] for c in contracts if c["type"] == "layers" and "containers" not in c)
    assert drawn == [level for layer in layers for level in layer.split(" | ")]
