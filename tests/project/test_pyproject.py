"""The project file: what it asks for is locked, what it registers is there."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import entry_points
from typing import Any

from armillary.core.registry import GROUP, slugs
from tests.project.tree import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def _name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return found[0].lower()


def dependencies() -> set[str]:
    """Everything the project asks for directly: to run, as an extra, to develop."""
    extras = PROJECT["project"]["optional-dependencies"].values()
    asked = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]]
    return {_name(requirement) for requirement in (*asked, *(each for extra in extras for each in extra))}


def test_every_direct_dependency_is_locked() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    locked = {_name(line) for line in lock.splitlines() if "==" in line}
    assert dependencies() - locked == set()


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
