"""`armillary bot new` and `armillary bot try`."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from armillary.terminal.exits import Exit
from tests.terminal.conftest import Run

MINE = """
class Mine:
    def __init__(self, game): pass
    def decide(self, view, options, dice, budget):
        return options.templates[0].order if view.hands else None

class Wrong(Mine):
    def decide(self, view, options, dice, budget):
        raise KeyError("oops")
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "mine.py").write_text(MINE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return "./mine.py"


def test_a_bot_that_does_nothing_wrong_is_told_so(run: Run, mine: str) -> None:
    result = run("bot", "try", f"{mine}:Mine", "--game", "skirmish")
    assert result.exit_code == 0
    assert result.stdout.startswith("Stellar Skirmish: ")
    assert result.stdout.endswith(" decisions, nothing wrong.\n")


def test_games_that_a_bot_does_not_know_are_passed_over(run: Run, mine: str) -> None:
    result = run("bot", "try", f"{mine}:Mine")
    assert result.exit_code == 0
    why = "AttributeError: 'View' object has no attribute 'hands' (mine.py:5, in decide)"
    assert f"Kepler's Horizon: not played. It fails: {why}\n" in result.stdout


def test_what_is_wrong_is_told_and_ends_with_its_own_exit_code(run: Run, mine: str) -> None:
    result = run("bot", "try", f"{mine}:Wrong", "--game", "skirmish")
    assert result.exit_code == Exit.BOT_FAILED
    assert "· It fails: KeyError: 'oops' (mine.py:9, in decide)\n  Seen " in result.stdout
    assert run("bot", "try", f"{mine}:Wrong").exit_code == Exit.BOT_FAILED


@pytest.mark.parametrize(
    ("name", "said"),
    [("nobody", "No game has a bot called 'nobody'"), ("./nowhere.py:Bot", "cannot be loaded: FileNotFoundError")],
)
def test_a_bot_that_is_not_there_is_refused(run: Run, name: str, said: str) -> None:
    result = run("bot", "try", name)
    assert result.exit_code == Exit.BAD_INPUT
    assert said in result.stderr


def test_a_new_bot_is_a_package_that_plays(run: Run, tmp_path: Path) -> None:
    result = run("bot", "new", "deep-thought", "--to", tmp_path)
    assert result.exit_code == 0
    made = tmp_path / "deep-thought"
    project = tomllib.loads((made / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["entry-points"]["armillary.bots"] == {"deep-thought": "deep_thought:offer"}
    place = f"{made / 'src' / 'deep_thought' / '__init__.py'}:Bot"
    assert run("bot", "try", place).exit_code == 0
    for tool in (["ruff", "check", "--isolated"], ["ruff", "format", "--check", "--isolated"], ["mypy", "--strict"]):
        done = subprocess.run(
            [sys.executable, "-m", *tool, "src", "tests"], cwd=made, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Deep Thought", "use up to 40 lower-case letters"),
        ("../up", "use up to 40 lower-case letters"),
        ("9lives", "a letter first"),
        ("bot-", "use up to 40"),
        ("class", "Python uses it already"),
        ("json", "Python uses it already"),
        ("armillary", "Python uses it already"),
        ("there", "exists already"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(
    run: Run, tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "there").mkdir()
    result = run("bot", "new", name, "--to", tmp_path)
    assert result.exit_code == Exit.BAD_INPUT
    assert said in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
