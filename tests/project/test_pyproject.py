"""The project file: what it asks for is locked, what it registers is there."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from armillary.core.registry import GROUP, slugs
from tests.project.tree import MADE, ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def _name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return found[0].lower()


def dependencies() -> set[str]:
    """Everything the project asks for directly: to run, as an extra, to develop."""
    lists = [*PROJECT["project"]["optional-dependencies"].values(), *PROJECT["dependency-groups"].values()]
    asked = [*PROJECT["project"]["dependencies"], *(each for some in lists for each in some)]
    return {_name(requirement) for requirement in asked if isinstance(requirement, str)}


def _locked(name: str) -> set[str]:
    lock = (ROOT / "locks" / f"{name}.txt").read_text("utf-8")
    return {_name(line) for line in lock.splitlines() if "==" in line}


def _asked(*lists: str) -> set[str]:
    """What extras and groups of these names ask for, themselves."""
    known = PROJECT["project"]["optional-dependencies"] | PROJECT["dependency-groups"]
    return {_name(requirement) for name in lists for requirement in known[name] if isinstance(requirement, str)}


def documentation() -> set[str]:
    """What the documentation site is built with."""
    return {_name(requirement) for requirement in PROJECT["dependency-groups"]["docs"]}


def test_every_direct_dependency_is_locked() -> None:
    assert dependencies() - _locked("test") - _locked("docs") - _locked("install") == set()


@pytest.mark.parametrize(
    ("lock", "lists"),
    [
        ("play", ("server", "client", "build")),
        ("docs", ("docs",)),
        ("solve", ("solve",)),
        ("ray", ("ray",)),
        ("server", ("server", "postgresql", "redis")),
        ("build", ("build",)),
        ("install", ("install",)),
    ],
)
def test_a_lock_holds_what_its_group_asks_for(lock: str, lists: tuple[str, ...]) -> None:
    assert _asked(*lists) - _locked(lock) == set()


@pytest.mark.parametrize("heavy", ["numba", "numpy", "scipy", "ray", "playwright", "mypy", "hypothesis"])
def test_playing_installs_nothing_that_only_others_need(heavy: str) -> None:
    assert heavy in _locked("test")
    assert heavy not in _locked("play")


def test_the_readme_names_the_floor_of_coverage_that_is_kept() -> None:
    floor = PROJECT["tool"]["coverage"]["report"]["fail_under"]
    assert re.findall(r"at least (\d+) % of everything but the server", (ROOT / "README.md").read_text("utf-8")) == [
        str(floor)
    ]
    assert floor >= 95


def test_counted_lines_are_kept_where_no_other_test_finds_them() -> None:
    assert Path(PROJECT["tool"]["coverage"]["run"]["data_file"]).parts[0] in MADE


def test_every_game_folder_is_registered() -> None:
    games = ROOT / "src" / "armillary" / "games"
    newest = {path.parent.name for path in games.glob("*/game.py")}
    older = {f"{path.parent.name}.{path.stem.removeprefix('version_')}" for path in games.glob("*/version_*.py")}
    assert set(PROJECT["project"]["entry-points"][GROUP]) == newest | older


def test_what_is_registered_is_installed() -> None:
    ours = PROJECT["project"]["entry-points"][GROUP]
    assert {name.partition(".")[0] for name in ours} <= set(slugs())
    installed = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    assert {slug: installed[slug] for slug in ours} == ours


def test_every_level_of_the_package_is_declared() -> None:
    package = ROOT / "src" / "armillary"
    levels = {f"armillary.{path.parent.name}" for path in package.glob("*/__init__.py")} | {"armillary.front"}
    layers = next(c["layers"] for c in PROJECT["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    assert {level for layer in layers for level in layer.split(" | ")} == levels
