"""`replay` and `verify`: what was played, and whether it was."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from armillary import Match, game, seed_from
from armillary.core import record
from armillary.core.codec import MAX_BYTES
from armillary.terminal import saves
from armillary.terminal.commands import replay
from armillary.terminal.screen import Screen
from tests.terminal import toy
from tests.terminal.conftest import Run
from tests.terminal.script import WIDTH, Played, Script, skirmish


def test_a_record_that_is_what_was_played_is_ok(run: Run, record_file: Path) -> None:
    result = run("verify", record_file)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{record_file}: ok (Stellar Skirmish, 15 steps: Player 1 ")


def _worse_card(tree: dict[str, Any]) -> None:
    tree["log"][3]["orders"][0][1]["card"] += 1


def _other_winner(tree: dict[str, Any]) -> None:
    tree["outcome"]["winners"] = [1, 2]


def _other_hash(tree: dict[str, Any]) -> None:
    tree["hashes"][5] = "0" * 32


@pytest.mark.parametrize(
    ("change", "shown"), [(_worse_card, "Step 4"), (_other_winner, "outcome"), (_other_hash, "Step 5")]
)
def test_a_changed_record_differs(run: Run, record_file: Path, change: Callable[[Any], None], shown: str) -> None:
    tree = json.loads(record_file.read_bytes())
    change(tree)
    record_file.write_text(json.dumps(tree))
    for command in ("verify", "replay"):
        result = run(command, record_file)
        assert result.exit_code == 1
        assert shown in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_every_file_is_told_of_and_the_worst_one_counts(run: Run, record_file: Path) -> None:
    result = run("verify", "nowhere.json", record_file)
    assert result.exit_code == 2
    assert result.stdout.startswith(f"{record_file}: ok")
    assert result.stderr.startswith("armillary: nowhere.json: The file cannot be read")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'"\xff"',
        b"[" * 50_000,
        b'{"format": 1}',
        b'{"format": 99}',
        b"\x00" * 100,
        b" " * (MAX_BYTES + 1),
    ],
)
def test_a_file_that_is_no_record_is_exit_code_two(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    for args in (("verify",), ("replay",), ("play", "--resume")):
        result = run(*args, path)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(("field", "value"), [("game", "nonsense"), ("version", 99), ("format", "\x1b[2J")])
def test_a_record_of_another_game_or_version_is_exit_code_two(
    run: Run, record_file: Path, field: str, value: object
) -> None:
    record_file.write_text(json.dumps({**json.loads(record_file.read_bytes()), field: value}))
    for command in ("verify", "replay"):
        result = run(command, record_file)
        assert result.exit_code == 2
        assert str(record_file) in result.stderr
        assert "\x1b" not in result.stderr


def test_a_shared_record_of_an_open_match_cannot_be_checked_yet(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    path.write_bytes(record.dump(record.export(Match.begin(game("skirmish")))))
    result = run("verify", path)
    assert result.exit_code == 1
    assert "not revealed yet" in result.stderr


def test_a_save_of_an_open_match_is_ok_so_far(run: Run, tmp_path: Path) -> None:
    saves.save(Match.begin(game("skirmish")), str(tmp_path / "s.json"))
    assert "ok (Stellar Skirmish, 0 steps: not over yet)" in run("verify", tmp_path / "s.json").stdout
    assert "The match is not over yet." in run("replay", tmp_path / "s.json").stdout


def test_a_replay_tells_every_step_with_the_position_and_the_scores_and_then_the_outcome(
    run: Run, record_file: Path
) -> None:
    result = run("replay", record_file)
    assert result.exit_code == 0
    steps = result.stdout.split(" Step ")
    assert [step.split()[0] for step in steps[1:]] == [str(number) for number in range(1, 16)]
    for told in steps:
        assert len(re.findall(r"[●▲] Player \d +\d+ VP", told)) == 2
        assert "Face down: " in told
    assert "place  player" in steps[-1]
    assert "(you)" not in result.stdout


def test_a_replay_can_be_the_story_only_or_a_single_step(run: Run, record_file: Path) -> None:
    story = run("replay", record_file, "--story").stdout
    assert all(f" Step {step} " in story for step in range(1, 16))
    assert story.count("Face down: ") == 1
    assert "place  player" in story
    one = run("replay", record_file, "--step", "7").stdout
    assert one.count(" Step ") == one.count("Face down: ") == 1
    assert " Step 7 " in one
    assert "The beginning" in run("replay", record_file, "--step", "0").stdout
    none = run("replay", record_file, "--step", "16")
    assert none.exit_code == 2
    assert none.stderr.endswith("There is no step 16; the match has 15 steps.\n")


def test_without_a_file_the_match_that_ended_last_is_shown(run: Run) -> None:
    for command in (("replay",), ("analyse", "--simulations", "0"), ("play", "--rematch")):
        result = run(*command)
        assert result.exit_code == 2
        assert "No finished match is kept here. Name the FILE of a record." in result.stderr
    Played(skirmish(), "7!", "resign", "y", "")
    assert "· ● Player 1 resigned." in run("replay").stdout
    assert "100 is won" in run("analyse", "--simulations", "0").stdout
    again = run("play", "--rematch").stdout
    assert "At the table: ● Player 1 (medium bot), ▲ Player 2." in again
    assert run("play", "kepler", "--rematch").exit_code == 2
    assert run("play", "--rematch", "--resume").exit_code == 2


def test_at_a_terminal_a_replay_turns_pages(record_file: Path) -> None:
    keys = Script(["", "9", "77", "14", "", ""])
    out = Console(file=keys.paper, width=WIDTH, height=24, force_terminal=True, color_system=None, _environ={})
    replay.turn_pages(replay.Telling(Screen(out, keys), None), list(replay.steps(saves.load(str(record_file)))))
    asked = [f"-- Step {at} of 15: Enter for the next step, a number, or q -- " for at in (0, 1, 9, 9, 14)]
    assert keys.prompts == [*asked, "-- Step 15 of 15: Enter to leave, a number, or q -- "]
    assert "Type a number from 0 to 15." in keys.paper.getvalue()
    assert keys.paper.getvalue().count("place  player") == 1


def test_a_replay_as_a_seat_speaks_to_it(run: Run, record_file: Path) -> None:
    assert "Player 2 (you)" in run("replay", record_file, "--seat", "2").stdout


def test_a_seat_that_is_not_there_is_an_error(run: Run, record_file: Path) -> None:
    result = run("replay", record_file, "--seat", "3")
    assert result.exit_code == 2
    assert "no seat 3" in result.stderr


@pytest.mark.usefixtures("toy")
def test_a_seat_hears_its_own_whispers_only(run: Run, tmp_path: Path) -> None:
    match = Match.begin(toy.GAME, seed=seed_from(1))
    for seat in (1, 1, 2):
        match = match.submit(seat, toy.Add(1))
    saves.save(match, str(tmp_path / "toy.json"))
    assert run("replay", tmp_path / "toy.json").stdout.count("You, seat") == 0
    assert run("replay", tmp_path / "toy.json", "--seat", "1").stdout.count("You, seat 1") == 2
    assert run("replay", tmp_path / "toy.json", "--seat", "2").stdout.count("You, seat 2") == 1


@pytest.mark.usefixtures("toy")
def test_a_save_of_another_game_than_asked_for_is_an_error(run: Run, tmp_path: Path) -> None:
    saves.save(Match.begin(game("skirmish")), str(tmp_path / "s.json"))
    result = run("play", "toy", "--resume", tmp_path / "s.json")
    assert result.exit_code == 2
    assert "holds a match of skirmish, not of toy" in result.stderr


def test_what_is_not_in_the_rules_is_told_too(run: Run, tmp_path: Path) -> None:
    match = Match.begin(game("skirmish"), seats=3).expire().take_over(3, "Zoë \x1b[2J").resign(2)
    match = match.agree_draw(match.standing)
    saves.save(match, str(tmp_path / "s.json"))
    shown = run("replay", tmp_path / "s.json").stdout
    assert "No order came from ● Player 1, ▲ Player 2 and ■ Player 3" in shown
    assert "Zoë \N{REPLACEMENT CHARACTER}[2J took over seat 3." in shown
    assert "▲ Player 2 resigned." in shown
    assert "All players agreed to a draw." in shown
    assert "● Player 1 and ■ Zoë \N{REPLACEMENT CHARACTER}[2J agreed to a draw." in shown
