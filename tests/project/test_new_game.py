"""A new game begins as a copy of the smallest one, and passes everything before its first change."""

from __future__ import annotations

import subprocess
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

from scripts.new_game import fault_of, prefix_for, renamed, title_of
from tests.project.tree import copy_to, environment

NAME = "red_nova"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The project in a folder of its own, with an environment that borrows this one's packages."""
    tree = copy_to(tmp_path / "clone")
    venv.create(tree / ".venv", symlinks=True, with_pip=False)
    (site,) = (tree / ".venv").glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return tree


def _run(clone: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(clone / ".venv" / "bin" / "python"), "-m", module, *arguments]
    return subprocess.run(command, cwd=clone, env=environment(CI=""), capture_output=True, text=True, timeout=120)


def test_a_new_game_passes_its_tests_at_once(clone: Path) -> None:
    made = _run(clone, "scripts.new_game", NAME)
    assert made.returncode == 0, made.stdout + made.stderr
    assert "Red Nova is in src/armillary/games/red_nova" in made.stdout

    project = tomllib.loads((clone / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["entry-points"]["armillary.games"][NAME] == "armillary.games.red_nova.game:GAME"
    assert "[Red Nova](docs/rules/red_nova.md)" in (clone / "README.md").read_text("utf-8")
    page = (clone / "docs" / "rules" / "red_nova.md").read_text("utf-8")
    assert "### RN-1 " in page
    assert "SS-" not in page

    own = [f"src/armillary/games/{NAME}", f"tests/games/{NAME}", f"docs/rules/{NAME}.md"]
    for_all = ["tests/test_rule_ids.py", "tests/games/test_cases.py", "tests/games/test_golden.py"]
    for_all += ["tests/games/test_counts.py", "tests/contract/test_contract.py", "tests/project/test_pyproject.py"]
    tested = _run(clone, "pytest", "-p", "no:cacheprovider", *own, *for_all, "-k", NAME)
    assert tested.returncode == 0, tested.stdout
    linted = _run(clone, "ruff", "check", "--no-cache", *own[:2])
    assert linted.returncode == 0, linted.stdout


@pytest.mark.parametrize(
    "name",
    ["", "x", "class", "match", "Nova", "red-nova", "7up", "../up", "nova;ls", "skirmish", "n" * 21, "ё_nova", "a_"],
)
def test_a_bad_name_is_refused_with_a_reason(name: str) -> None:
    assert fault_of(name)


@pytest.mark.parametrize("name", ["nova", "red_nova", "go2", "n" * 20])
def test_a_good_name_is_not(name: str) -> None:
    assert fault_of(name) is None


def test_titles_and_rule_ids_come_from_the_name() -> None:
    assert title_of("red_nova") == "Red Nova"
    assert prefix_for("red_nova") == "RN"
    assert prefix_for("nova") == "NO"
    assert prefix_for("silver_star") == "SSS", "SS is Stellar Skirmish's"
    assert renamed("Stellar Skirmish SS-1 skirmish SS_ CLASS", "red_nova", "RN") == "Red Nova RN-1 red_nova SS_ CLASS"
