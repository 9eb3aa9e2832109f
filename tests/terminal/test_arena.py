"""`armillary arena` and `armillary balance`: the same on any number of processes, and clear about bad input."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from armillary.terminal.exits import Exit
from tests.project.tree import ROOT, environment
from tests.terminal.conftest import Run

SMALL = ("--config", "fleet_values=[1,2,3,4]", "--seed", "s", "--games", "4", "--workers", "1")
FIELD = ("--bot", "medium", "--bot", "random", "--bot", "easy")


def arena(run: Run, *args: str | Path) -> dict[str, Any]:
    result = run("arena", "skirmish", *SMALL, "--json", *args)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_one_and_two_workers_leave_identical_records(run: Run, tmp_path: Path) -> None:
    for workers in ("1", "2"):
        arena(run, *FIELD, "--to", tmp_path / workers, "--records", "--workers", workers)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    records = sorted((tmp_path / "1" / "records").iterdir())
    assert len(records) == 12
    verified = run("verify", *records)
    assert verified.exit_code == 0
    assert verified.stdout.count(": ok") == 12


def test_the_same_command_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    whole = arena(run, *FIELD, "--to", tmp_path / "whole")
    arena(run, *FIELD, "--to", tmp_path / "stopped")
    results = tmp_path / "stopped" / "results.jsonl"
    results.write_bytes(b"".join(results.read_bytes().splitlines(keepends=True)[:5]))
    assert arena(run, *FIELD, "--to", tmp_path / "stopped") == whole
    assert contents(tmp_path / "stopped") == contents(tmp_path / "whole")


def test_a_seed_that_was_drawn_is_kept_with_the_results(run: Run, tmp_path: Path) -> None:
    args = ("arena", "skirmish", "--bot", "easy", "--bot", "random", "--games", "2", "--workers", "1", "--json")
    first, again = (json.loads(run(*args, "--to", tmp_path).stdout) for _ in range(2))
    assert first == again


@pytest.mark.parametrize(("kind", "games"), [("round-robin", 12), ("gauntlet", 8), ("swiss", 8)])
def test_every_kind_is_played(run: Run, kind: str, games: int) -> None:
    assert arena(run, *FIELD, "--kind", kind)["games"] == games


def test_games_with_more_seats_than_bots_are_played_one_against_the_rest(run: Run) -> None:
    found = arena(run, "--bot", "medium", "--bot", "random", "--seats", "3", "--kind", "gauntlet", "--games", "3")
    assert {each["bot"]: each["games"] for each in found["bots"]} == {"medium": 3, "random": 6}


def test_what_is_decided_is_not_played_on(run: Run) -> None:
    field = ("--bot", "medium", "--bot", "tests.arena.bad_bots:Unmakable")
    found = json.loads(run("arena", "skirmish", *SMALL, *field, "--games", "100", "--decide", "--json").stdout)
    assert 10 < found["games"] < 40
    (table,) = found["decided"]
    assert (table["bot"], table["against"], table["is"]) == ("medium", "tests.arena.bad_bots:Unmakable", "better")
    assert (table["games"], table["share"]) == (found["games"], 1.0)
    assert sum(fault["times"] for fault in found["failures"]) == found["games"]


def test_reports_are_written(run: Run, tmp_path: Path) -> None:
    result = run(
        "arena", "skirmish", *SMALL, *FIELD, "--csv", tmp_path / "games.csv", "--html", tmp_path / "report.html"
    )
    assert result.exit_code == 0
    assert "12 games played. Seed: s" in result.stdout
    assert "medium" in result.stdout
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 12
    assert "<svg" in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ((), "Missing option '--bot'"),
        (("--bot", "medium"), "two bots at least"),
        (("--bot", "medium", "--bot", "medium"), "named twice"),
        (("--bot", "medium", "--bot", "nobody"), "no bot called 'nobody'"),
        (("--bot", "medium", "--bot", "./nowhere.py:Bot"), "cannot be loaded"),
        ((*FIELD, "--kind", "knockout"), "'knockout' is not one of"),
        ((*FIELD, "--games", "0"), "--games"),
        ((*FIELD, "--seconds", "0"), "--seconds"),
        ((*FIELD, "--seats", "99"), "2 to 8 players"),
        ((*FIELD, "--rounds", "3"), "--rounds is for Swiss tournaments"),
        ((*FIELD, "--records"), "--records needs a folder"),
        ((*FIELD, "--seats", "3", "--decide"), "only between two"),
        ((*FIELD, "--seats", "4", "--kind", "swiss"), "needs 4 bots"),
        ((*FIELD, "--to", "/dev/null/x"), "cannot be"),
        ((*FIELD, "--csv", "/nowhere/x.csv"), "does not exist"),
    ],
)
def test_bad_input_is_one_clear_line(run: Run, args: tuple[str, ...], reason: str) -> None:
    result = run("arena", "skirmish", *SMALL, *args)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_another_arena_in_the_folder_is_told(run: Run, tmp_path: Path) -> None:
    arena(run, *FIELD, "--to", tmp_path)
    result = run("arena", "skirmish", *SMALL, *FIELD, "--to", tmp_path, "--seed", "other")
    assert result.exit_code == 2
    assert "Results of something else are kept here, with seed 's' instead of 'other'" in result.stderr


def test_ray_plays_the_same_games(run: Run, tmp_path: Path) -> None:
    """In a process of its own: Ray changes how signals are handled. Afterwards there is no cluster on this machine."""
    lost = "tests.arena.bad_bots:Dies"
    longer = ("--config", "fleet_values=[1,2,3,4,5,6]")
    args = ("arena", "skirmish", *SMALL, *longer, "--bot", "medium", "--bot", "random", "--bot", lost, "--records")
    assert run(*args, "--to", tmp_path / "here").exit_code == Exit.BOT_FAILED
    command = [sys.executable, "-m", "armillary.terminal", *args, "--to", str(tmp_path / "ray"), "--ray", "local"]
    result = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=600)
    assert result.returncode == Exit.BOT_FAILED, result.stderr
    assert contents(tmp_path / "here") == contents(tmp_path / "ray")
    assert "No Ray cluster can be reached at 'auto'" in run(*args, "--to", tmp_path, "--ray", "auto").stderr


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "127.0.0.1:port", "", "ray://nowhere:1"])
def test_a_cluster_that_is_not_there_is_told(run: Run, address: str) -> None:
    result = run("arena", "skirmish", *SMALL, *FIELD, "--ray", address)
    assert result.exit_code == 2
    assert f"No Ray cluster can be reached at {address!r}" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_without_ray_the_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = run("arena", "skirmish", *SMALL, *FIELD, "--ray", "local")
    assert result.exit_code == 2
    assert "Run: make install GROUP=ray" in result.stderr


# -- balance -------------------------------------------------------------------------------------------------


def balance(run: Run, *args: str | Path) -> dict[str, Any]:
    result = run("balance", "skirmish", "--games", "4", "--seed", "12", "--json", *args)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_balance_is_the_same_on_any_number_of_processes(run: Run) -> None:
    args = ("--seats", "2", "--seats", "3", "--bot", "random")
    found = balance(run, *args, "--workers", "1")
    assert [(size["seats"], size["games"]) for size in found["sizes"]] == [(2, 4), (3, 4)]
    assert balance(run, *args, "--workers", "2") == found


def test_a_balance_counts_what_simulate_plays(run: Run) -> None:
    args = ("--bot", "random", "--seats", "2", "--seed", "12", "--games", "4")
    simulated = json.loads(run("simulate", "skirmish", *args, "--json").stdout)
    (size,) = balance(run, "--seats", "2", "--bot", "random")["sizes"]
    assert size["reasons"] == simulated["reasons"]
    assert size["rounds"] == simulated["rounds"]


def test_every_number_of_seats_is_played_by_the_games_own_bot_unless_asked_otherwise(run: Run) -> None:
    found = balance(run)
    assert found["bots"] == ["medium"]
    assert [size["seats"] for size in found["sizes"]] == list(range(2, 9))


def test_every_bot_has_lines_and_a_number_of_games_of_its_own(run: Run) -> None:
    args = ("--seats", "2", "--seats", "3", "--bot", "easy", "--bot", "random", "--games", "1")
    found = balance(run, *args)  # --games 4 for the first bot, 1 for the second
    lines = [(size["seats"], size["bot"], size["games"]) for size in found["sizes"]]
    assert lines == [(2, "easy", 4), (2, "random", 1), (3, "easy", 4), (3, "random", 1)]


def test_a_balance_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    args = ("--seats", "2", "--bot", "random", "--to", tmp_path)
    found = balance(run, *args)
    kept = tmp_path / "skirmish-standard-2-random" / "results.jsonl"
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join([*lines[:2], lines[2][:20]]))  # broken off in the middle of a line
    assert balance(run, *args) == found
    assert kept.read_bytes().splitlines(keepends=True) == lines
    kept.write_bytes(b"".join([lines[0].replace(b'"rounds":15', b'"rounds":99'), *lines[1:]]))
    assert balance(run, *args)["sizes"][0]["rounds"]["most"] == 99  # read, not played again


def test_a_page_and_a_report_are_written(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- skirmish -->\n<!-- /skirmish -->\nafter\n", "utf-8")
    args = ("--seats", "2", "--games", "2", "--seed", "1", "--page", page, "--html", tmp_path / "report.html")
    result = run("balance", "skirmish", *args)
    assert result.exit_code == 0
    assert "2 games of medium. Seed: 1" in result.stdout
    text = page.read_text("utf-8")
    assert text.startswith("before\n<!-- skirmish -->\n| Seats |")
    assert text.endswith("|\n<!-- /skirmish -->\nafter\n")
    assert "<svg" in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--seats", "99"), "2 to 8 players"),
        (("--bot", "nobody"), "no bot called"),
        (("--bot", "easy", "--bot", "random", "--games", "2", "--games", "3"), "3 times for 2 bots"),
        (("--to", "somewhere"), "--to needs a seed"),
        (("--preset", "none"), "no preset called"),
        (("--page", "nowhere.md"), "cannot be read"),
    ],
)
def test_a_bad_balance_is_one_clear_line(run: Run, args: tuple[str, ...], reason: str) -> None:
    result = run("balance", "skirmish", "--games", "1", *args)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_page_without_a_place_for_the_table_is_left_alone(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing here\n", "utf-8")
    result = run("balance", "skirmish", "--games", "1", "--seats", "2", "--page", page)
    assert result.exit_code == 2
    assert f"{page.name}: There is no place for the table" in result.stderr
    assert page.read_text("utf-8") == "nothing here\n"
