"""The commands that list, explain and complete; and arguments that are wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from rich.console import Console

import armillary
from armillary.core.errors import BadInput, UnknownGame, VerificationFailed
from armillary.terminal.exits import Exit, exit_for
from armillary.terminal.main import COMMANDS, cli
from armillary.terminal.pages import rule_page, show_rules
from tests.terminal import toy
from tests.terminal.conftest import Run


def complete(*words: str) -> list[str]:
    *before, last = words
    return [item.value for item in ShellComplete(cli, {}, "armillary", "_X").get_completions(before, last)]


def test_the_version_is_the_packages(run: Run) -> None:
    assert run("--version").output == f"armillary {armillary.__version__}\n"


@pytest.mark.parametrize("args", [(), ("--help",), ("-h",)])
def test_help_lists_every_command(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 0
    assert all(command in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"armillary {command}" in result.stdout


def test_games_are_listed(run: Run) -> None:
    result = run("games")
    assert result.exit_code == 0
    for word in ("skirmish", "Stellar", "2-8", "together", "greedy", "Secret ship cards"):
        assert word in result.stdout


def test_games_as_json(run: Run) -> None:
    (entry,) = [entry for entry in json.loads(run("games", "--json").stdout) if entry["slug"] == "skirmish"]
    assert entry["seats"] == [2, 8]
    assert entry["bots"] == ["random", "greedy"]
    assert entry["simultaneous"] is True
    assert entry["presets"] == ["standard"]


@pytest.mark.usefixtures("toy")
def test_a_game_that_cannot_be_loaded_is_a_warning(run: Run) -> None:
    result = run("games")
    assert result.exit_code == 0
    assert "Count to Eleven" in result.stdout
    assert result.stderr.startswith("armillary: warning: 'broken'")
    assert len(result.stderr.splitlines()) == 1


def test_rules_are_plain_markdown_in_a_pipe(run: Run) -> None:
    result = run("rules", "skirmish")
    assert result.exit_code == 0
    assert result.stdout.startswith("# Stellar Skirmish")


def test_further_pages_of_a_game_follow_its_rules(run: Run) -> None:
    pages = run("rules", "kepler").stdout
    assert pages.index("# Kepler's Horizon") < pages.index("# Extensions of Kepler's Horizon")


def test_rules_are_rendered_for_a_terminal() -> None:
    out = Console(force_terminal=True, color_system=None, width=80, markup=False)
    with out.capture() as caught:
        show_rules(out, armillary.game("skirmish"))
    assert "Stellar Skirmish" in caught.get()
    assert "# Stellar Skirmish" not in caught.get()


def test_an_installed_game_brings_its_rules_as_package_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tmp_path / "counting_game" / "docs" / "rules"
    rules.mkdir(parents=True)
    (rules.parent.parent / "__init__.py").write_text("")
    (rules / "toy.md").write_text("# Counting", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    packaged = replace(toy.GAME, rules=import_module("counting_game"))
    assert rule_page(packaged) == "# Counting"


@pytest.mark.usefixtures("toy")
def test_a_game_without_rules_is_an_error(run: Run) -> None:
    result = run("rules", "toy")
    assert (result.exit_code, result.stderr) == (2, "armillary: toy has no rule page\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(run: Run, shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_ARMILLARY_COMPLETE" in result.stdout


def test_games_bots_presets_and_players_complete() -> None:
    assert complete("play", "sk") == ["skirmish"]
    assert complete("simulate", "skirmish", "--bot", "") == ["random", "greedy"]
    assert complete("simulate", "skirmish", "--preset", "st") == ["standard"]
    assert complete("play", "skirmish", "--seat", "p") == ["person"]
    assert complete("play", "--seat", "") == []


@pytest.mark.parametrize(
    "args",
    [
        ("nonsense",),
        ("--nonsense",),
        ("play",),
        ("play", "nonsense"),
        ("play", "skirmish", "--nonsense"),
        ("play", "skirmish", "--seats", "x"),
        ("play", "skirmish", "--seats", "9"),
        ("play", "skirmish", "--seat", "nonsense"),
        ("play", "skirmish", "--seats", "2", "--seat", "person", "--seat", "greedy", "--seat", "greedy"),
        ("play", "skirmish", "--seed", "\ud800"),
        ("play", "--resume", "nowhere.json"),
        ("play", "--resume", "nowhere.json", "--seed", "1"),
        ("simulate",),
        ("simulate", "skirmish", "--bot", "nonsense"),
        ("simulate", "skirmish", "--seats", "3", "--bot", "greedy", "--bot", "random"),
        ("simulate", "skirmish", "--games", "0"),
        ("simulate", "skirmish", "--preset", "nonsense"),
        ("simulate", "skirmish", "--record", "nowhere/x.json"),
        ("verify",),
        ("replay",),
        ("replay", "x", "--seat", "0"),
        ("resolve", "skirmish"),
        ("resolve", "skirmish", "--position", "-", "--orders", "-"),
        ("completion", "csh"),
        ("games", "extra\x1b[2J\nline"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_two(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stderr.startswith("armillary: ")
    assert len(result.stderr.splitlines()) == 1
    assert "\x1b" not in result.stderr


def test_an_error_says_where_to_read_more(run: Run) -> None:
    assert "(see 'armillary play --help')" in run("play").stderr


def test_exit_codes_stand_in_one_table() -> None:
    assert exit_for(VerificationFailed(1, "")) is Exit.DIFFERS
    assert exit_for(UnknownGame()) is exit_for(BadInput()) is exit_for(click.UsageError("")) is Exit.BAD_INPUT
    assert exit_for(click.Abort()) is Exit.INTERRUPTED
