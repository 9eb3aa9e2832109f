"""A bot that fails: where, in which game, what repeats it, and how the command ends."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from armillary.terminal.exits import Exit
from tests.bots.test_outside import program
from tests.terminal.conftest import Run

LATE = """
class Bot:
    def __init__(self, game):
        self.known = {}

    def decide(self, view, options, dice, budget):
        if len(view.hands[0]) < 12 and dice.below(3) == 0:
            return look_up(self.known)
        return options.templates[0].order


def look_up(known):
    return known["oops"]
"""
WHERE = "late.py:13, in look_up"


@pytest.fixture
def late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A bot that fails sooner or later, by chance."""
    (tmp_path / "late.py").write_text(LATE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return "./late.py:Bot"


def faults(run: Run, *args: str) -> list[dict[str, Any]]:
    result = run(*args, "--json")
    assert result.exit_code == Exit.BOT_FAILED
    found: list[dict[str, Any]] = json.loads(result.stdout)["failures"]
    return found


@pytest.mark.parametrize(
    "args",
    [
        ("simulate", "skirmish", "--bot", "{late}", "--bot", "random", "--games", "6", "--workers", "1"),
        ("simulate", "skirmish", "--bot", "random", "--bot", "{late}", "--games", "3", "--workers", "2"),
        ("arena", "skirmish", "--bot", "{late}", "--bot", "random", "--games", "4", "--preset", "quick"),
        ("arena", "skirmish", "--bot", "{late}", "--bot", "random", "--games", "3", "--seats", "3"),
        ("balance", "skirmish", "--bot", "{late}", "--games", "3", "--seats", "3"),
        ("simulate", "skirmish", "--bot", "{late}", "--config", "fleet_values=[1,2,3,4,5,6]", "--games", "2"),
    ],
    ids=" ".join,
)
def test_the_command_that_is_told_repeats_the_failure(run: Run, late: str, args: tuple[str, ...]) -> None:
    for fault in faults(run, *(arg.format(late=late) for arg in args), "--seed", "a seed"):
        program_name, *repeat = shlex.split(fault["repeat"])
        assert program_name == "armillary"
        (again,) = [one for one in faults(run, *repeat) if one["first"]["seat"] == fault["first"]["seat"]]
        assert (again["why"], again["where"]) == (fault["why"], fault["where"]) == ("KeyError: 'oops'", WHERE)
        assert again["first"]["step"] == fault["first"]["step"]


def test_a_failure_is_told_in_sentences(run: Run, late: str) -> None:
    result = run("simulate", "skirmish", "--bot", late, "--bot", "random", "--seed", "s", "--games", "2")
    assert result.exit_code == Exit.BOT_FAILED
    assert f"./late.py:Bot failed 2 times and lost: KeyError: 'oops' ({WHERE})\n" in result.stdout
    assert "  First in game 1, seed s/1, by Player 1 in step " in result.stdout
    assert (
        "  Repeat it with: armillary simulate skirmish --bot ./late.py:Bot --bot random --seed s/1\n" in result.stdout
    )
    assert "Traceback" not in result.stdout + result.stderr


def test_all_bots_failing_is_no_draw_that_was_agreed_on(run: Run, late: str) -> None:
    args = ("simulate", "skirmish", "--bot", f"{late[:-3]}Nobody", "--games", "2")
    (Path("late.py")).write_text("class Nobody:\n    def __init__(self, game):\n        raise OSError('no data')\n")
    result = run(*args, "--workers", "2")
    assert result.exit_code == Exit.BOT_FAILED
    assert "How the games ended: bots failed (2)." in result.stdout
    assert "agreed" not in result.stdout
    assert "OSError: no data (late.py:3, in __init__)" in result.stdout


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_a_program_is_told_with_its_exit_code_and_last_words(run: Run, tmp_path: Path, command: str) -> None:
    bot = "run:" + program(tmp_path, "sys.exit('no idea what to do')")
    result = run(command, "skirmish", "--bot", bot, "--bot", "random", "--seed", "s", "--games", "2")
    assert result.exit_code == Exit.BOT_FAILED
    assert "failed: It has ended with exit code 1.\n" in result.stdout
    assert "  | no idea what to do\n" in result.stdout
    assert shlex.join(["--bot", bot]) in result.stdout
    assert sys.executable in result.stdout


def test_in_a_match_with_people_the_place_and_the_command_are_told(run: Run, late: str) -> None:
    text = LATE.replace("dice.below(3) == 0", "True")
    Path("late.py").write_text(text, "utf-8")
    cards = "".join(f"{card}!\n" for card in range(1, 6))
    args = ("play", "skirmish", "--seat", "person", "--seat", late)
    told = " ".join(run(*args, "--seed", "one", stdin=cards).stdout.split())
    assert f"failed in step 4 and plays its default order. KeyError: 'oops' ({WHERE})" in told
    assert f"Repeat it, with the same orders: armillary {shlex.join(args)} --seed one" in told
    told = " ".join(run(*args, stdin=cards).stdout.split())
    assert "Start a match with --seed TEXT to be able to repeat it." in told
