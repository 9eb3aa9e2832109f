"""`replay` and `verify`: what was played, and whether it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from armillary import Match, game, seed_from
from armillary.core import record
from armillary.core.codec import MAX_BYTES
from armillary.terminal import saves
from tests.terminal import toy
from tests.terminal.conftest import Run


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


def test_a_replay_tells_every_step_the_position_and_the_outcome(run: Run, record_file: Path) -> None:
    result = run("replay", record_file)
    assert result.exit_code == 0
    assert all(f" Step {step} " in result.stdout for step in range(1, 16))
    assert "The position" in result.stdout
    assert "place  player" in result.stdout
    assert "(you)" not in result.stdout


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
