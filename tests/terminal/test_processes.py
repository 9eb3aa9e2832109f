"""The command as the shell runs it: other processes, other hash seeds, pipes, signals."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from armillary.terminal import saves

COMMAND = (sys.executable, "-m", "armillary.terminal")


def shell(*args: str | Path, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *map(str, args)], input=stdin, capture_output=True, env={**os.environ, **env}, timeout=60
    )


def test_records_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    made = []
    for number in ("0", "1", "4242"):
        path = tmp_path / f"{number}.json"
        args = ("simulate", "skirmish", "--seats", "3", "--seed", "7", "--bot", "medium", "--record", path)
        assert shell(*args, PYTHONHASHSEED=number).returncode == 0
        made.append(path.read_bytes())
    assert made[0] == made[1] == made[2]


def test_a_bot_that_fails_plays_its_default_order_and_is_missed_when_the_match_goes_on(tmp_path: Path) -> None:
    half, seats = tmp_path / "half.json", ("--seat", "person", "--seat", "tests.arena.bad_bots:Unspeakable")
    cards = "".join(f"{card}!\n" for card in range(1, 9))
    played = shell("play", "skirmish", *seats, stdin=f"{cards}save {half}\n".encode())
    said = played.stdout.decode()
    assert [f"Player 2 failed in step {step} and plays its default order. " in said for step in range(3, 9)] == [
        *(False,),
        *(True,) * 4,
        False,
    ]
    resumed = shell("play", "--resume", str(half), stdin=b"")
    said = "The bot tests.arena.bad_bots:Unspeakable is not installed here: you play for Player 2."
    assert said in " ".join(resumed.stdout.decode().split())


def test_a_match_saved_in_one_process_goes_on_in_another(tmp_path: Path) -> None:
    half, whole, both = (tmp_path / name for name in ("half.json", "whole.json", "both.json"))
    first = shell("play", "skirmish", "--seed", "5", stdin=f"7!\n9!\nsave {half}\n".encode())
    assert first.returncode == 0
    assert shell("play", "--resume", half, stdin=f"3!\nsave {both}\n".encode()).returncode == 0
    shell("play", "skirmish", "--seed", "5", stdin=f"7!\n9!\n3!\nsave {whole}\n".encode())
    assert both.read_bytes() == whole.read_bytes()
    assert saves.resume(str(both)).step == 3


def test_a_save_brings_its_own_seats_and_needs_no_game_named(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    shell("play", "skirmish", stdin=f"save {path}\n".encode())
    assert shell("play", "skirmish", "--resume", path).returncode == 0
    alone = shell("play", "--resume", path, "--seats", "2")
    assert alone.returncode == 2
    assert b"use --resume or --rematch without other options" in alone.stderr


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    shell("simulate", "skirmish", "--record", path)
    for args in (("replay", path), ("rules", "skirmish")):
        reading, writing = os.pipe()
        os.close(reading)
        command = [*COMMAND, *map(str, args)]
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, timeout=60)
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b"")


def test_ctrl_c_keeps_the_match_and_leaves_with_130_and_no_traceback() -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "skirmish"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        assert process.stdout
        assert process.stdin
        process.stdin.write(b"7!\n")
        process.stdin.flush()
        while b"Battle 2" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        shown, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert b"Resume it with: armillary play --resume" in shown
    resumed = shell("play", "--resume")
    assert (resumed.returncode, b"Battle 2" in resumed.stdout) == (0, True)
    assert shell("play", "skirmish", "--resume").stdout == resumed.stdout


def test_a_killed_process_does_not_lose_the_match_either() -> None:
    process = subprocess.Popen([*COMMAND, "play", "skirmish"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process:
        assert process.stdout
        assert process.stdin
        process.stdin.write(b"7!\n")
        process.stdin.flush()
        while b"Battle 2" not in process.stdout.readline():
            assert process.poll() is None
        process.kill()
    assert b"Battle 2" in shell("play", "--resume").stdout


def _at_a_terminal(*args: str, typed: bytes, **env: str) -> str:
    """What a terminal shows of the command, escape codes included."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **env}
    with subprocess.Popen([*COMMAND, *args], stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        os.write(ours, typed)
        shown = b""
        with suppress(OSError):  # the end of a terminal, on Linux
            while data := os.read(ours, 10_000):
                shown += data
        assert process.wait(60) == 0
    os.close(ours)
    return shown.decode()


def test_a_terminal_has_colours_unless_they_are_not_wanted() -> None:
    play = ("play", "skirmish", "--name", "Ada")
    assert "\x1b[38;2;75;196;255m● Ada (Player 1)" in _at_a_terminal(*play, typed=b"q\n", NO_COLOR="")
    plain = _at_a_terminal(*play, typed=b"q\n", NO_COLOR="1")
    assert "● Ada (Player 1)" in plain
    assert "38;2" not in plain


def test_rules_come_one_screen_at_a_time_at_a_terminal() -> None:
    shown = _at_a_terminal("rules", "skirmish", typed=b"\nq\n", LINES="20", COLUMNS="80")
    assert shown.count("more lines: press Enter, or q to stop") == 2
    assert "SS-17" not in shown


def test_tab_completes_at_a_terminal() -> None:
    assert "Save the match?" not in _at_a_terminal("play", "skirmish", typed=b"qu\t\n")


def test_a_terminal_without_unicode_still_works() -> None:
    done = shell("play", "skirmish", stdin=b"\xff\xfe\n7!\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"Traceback" not in done.stderr
