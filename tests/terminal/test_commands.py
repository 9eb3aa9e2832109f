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
from armillary.core.errors import BadInput, BotFailed, UnknownGame, VerificationFailed
from armillary.core.rulebook import rule_page
from armillary.terminal.exits import Exit, exit_for
from armillary.terminal.main import COMMANDS, cli
from armillary.terminal.pages import show_markdown
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
    for word in ("skirmish", "Stellar", "2-8", "together", "medium", "Secret ship cards"):
        assert word in result.stdout


def test_games_as_json(run: Run) -> None:
    (entry,) = [entry for entry in json.loads(run("games", "--json").stdout) if entry["slug"] == "skirmish"]
    assert entry["seats"] == [2, 8]
    assert entry["bots"] == ["random", "easy", "medium", "hard", "perfect"]
    assert entry["simultaneous"] is True
    assert entry["presets"] == ["standard", "quick", "worlds", "lesson"]


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


@pytest.mark.parametrize("rule", ["OS-5", "os-5"])
def test_a_single_rule_is_found_by_its_id(run: Run, rule: str) -> None:
    result = run("rules", rule)
    assert result.stdout.startswith("### OS-5 Subsystems")
    assert "### OS-6" not in result.stdout


def test_a_rule_on_two_pages_is_shown_from_both(run: Run) -> None:
    assert run("rules", "KH-11.1").stdout.count("KH-11.1 Variable transit costs") == 2


@pytest.mark.parametrize(("name", "near"), [("OS-99", "OS-9"), ("orbti", "orbit")])
def test_an_unknown_game_or_rule_gets_the_nearest(run: Run, name: str, near: str) -> None:
    result = run("rules", name)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"armillary: There is no game or rule called {name!r}; did you mean {near}")


@pytest.mark.parametrize("slug", ["kepler", "orbit", "risky_stars", "skirmish", "territory"])
def test_short_rules_say_how_to_play_on_one_screen(run: Run, slug: str) -> None:
    page = run("rules", slug, "--short").stdout
    assert "## How to play" in page
    assert "win" in page.partition("## How to play")[2]
    assert not any(mark in page for mark in ("```", ">>>", "![", "###", "](#"))
    assert len(page.splitlines()) < 45


@pytest.mark.usefixtures("toy")
def test_games_without_a_rule_page_do_not_hide_the_rules_of_others(run: Run) -> None:
    assert run("rules", "SS-6").exit_code == 0


def test_rules_are_rendered_for_a_terminal() -> None:
    out = Console(force_terminal=True, color_system=None, width=80, markup=False)
    with out.capture() as caught:
        show_markdown(out, rule_page(armillary.game("skirmish")))
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
    assert (result.exit_code, result.stderr) == (2, "armillary: Count to Eleven has no rule page.\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(run: Run, shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_ARMILLARY_COMPLETE" in result.stdout


def test_games_bots_presets_and_players_complete() -> None:
    assert complete("play", "sk") == ["skirmish"]
    assert complete("simulate", "skirmish", "--bot", "") == ["random", "easy", "medium", "hard", "perfect"]
    assert complete("simulate", "skirmish", "--preset", "st") == ["standard"]
    assert complete("play", "skirmish", "--seat", "pers") == ["person"]
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
        ("play", "skirmish", "--seats", "2", "--seat", "person", "--seat", "medium", "--seat", "medium"),
        ("play", "skirmish", "--seed", "\ud800"),
        ("play", "--resume"),
        ("play", "--resume", "nowhere.json"),
        ("play", "skirmish", "--name", "Ada", "--name", "Grace"),
        ("play", "--resume", "nowhere.json", "--seed", "1"),
        ("simulate",),
        ("simulate", "skirmish", "--bot", "nonsense"),
        ("simulate", "skirmish", "--seats", "3", "--bot", "medium", "--bot", "random"),
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


@pytest.mark.parametrize("who", ["person", "human", "Human"])
def test_a_person_may_be_called_a_human_and_by_name(run: Run, who: str) -> None:
    result = run("play", "skirmish", "--seat", "medium", "--seat", who, "--name", "Ada")
    assert result.exit_code == 0
    assert "▲ Ada (Player 2)" in result.stdout
    assert "▲ Ada> " in result.stdout


def test_an_unknown_player_gets_the_right_list(run: Run) -> None:
    assert run("play", "skirmish", "--seat", "deep-thought").stderr == (
        "armillary: There is no player called 'deep-thought'; "
        "there are person, random, easy, medium, hard and perfect.\n"
    )


def test_an_error_says_where_to_read_more(run: Run) -> None:
    assert "(see 'armillary play --help')" in run("play").stderr


def test_exit_codes_stand_in_one_table() -> None:
    assert exit_for(VerificationFailed(1, "")) is Exit.DIFFERS
    assert exit_for(UnknownGame()) is exit_for(BadInput()) is exit_for(click.UsageError("")) is Exit.BAD_INPUT
    assert exit_for(BotFailed()) is Exit.BOT_FAILED
    assert exit_for(click.Abort()) is Exit.INTERRUPTED
