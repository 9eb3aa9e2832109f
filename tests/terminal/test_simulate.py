"""Bots against bots: repeatable, fair and counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from armillary import seed_from
from tests.terminal.conftest import Run


def summary(run: Run, *args: str | Path) -> dict[str, Any]:
    result = run("simulate", "skirmish", "--json", *args)
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_same_seed_gives_identical_records(run: Run, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        summary(
            run,
            "--seed",
            "x",
            "--bot",
            "medium",
            "--bot",
            "random",
            "--games",
            "3",
            "--record",
            tmp_path / folder / "r.json",
        )
    names = [f"r-{number}.json" for number in (1, 2, 3)]
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == names
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert len({(tmp_path / "a" / name).read_bytes() for name in names}) == 3


def test_numbers_of_records_are_as_wide_as_needed(run: Run, tmp_path: Path) -> None:
    summary(run, "--games", "10", "--record", tmp_path / "r.json", "--config", "fleet_values=[1,2]")
    assert {path.name for path in tmp_path.iterdir()} == {f"r-{number:02}.json" for number in range(1, 11)}


def test_one_record_keeps_its_name(run: Run, tmp_path: Path) -> None:
    summary(run, "--record", tmp_path / "only.json")
    assert [path.name for path in tmp_path.iterdir()] == ["only.json"]


def test_the_seed_is_told_and_repeats_the_run(run: Run) -> None:
    first = summary(run, "--games", "3")
    assert summary(run, "--games", "3", "--seed", first["seed"]) == first


def test_game_i_is_played_under_seed_slash_i(run: Run, tmp_path: Path) -> None:
    summary(run, "--seed", "x", "--games", "2", "--record", tmp_path / "r.json")
    assert json.loads((tmp_path / "r-2.json").read_bytes())["seed"] == seed_from("x/2").hex()


def test_results_are_counted_by_bot_and_by_seat(run: Run) -> None:
    found = summary(run, "--seed", "1", "--bot", "medium", "--bot", "random", "--games", "20")
    assert found["bots"]["medium"]["wins"] > found["bots"]["random"]["wins"]
    assert found["bots"]["medium"]["games"] == found["seats"]["1"]["games"] == found["games"] == 20
    assert sum(found["reasons"].values()) == 20
    for tally in (*found["bots"].values(), *found["seats"].values()):
        assert tally["wins"] + tally["shared"] + tally["draws"] + tally["losses"] == tally["games"]


def test_the_table_says_the_same_as_the_json(run: Run) -> None:
    found = summary(run, "--seed", "1", "--games", "5")
    output = run("simulate", "skirmish", "--seed", "1", "--games", "5").stdout
    assert "Seed: 1" in output
    assert f"Steps per game: {found['steps']['mean']} on average" in output
    assert f"Rounds per game: {found['rounds']['mean']} on average" in output
    assert str(found["bots"]["random"]["mean_score"]) in output


@pytest.mark.usefixtures("toy")
def test_a_game_without_scores_shows_none(run: Run) -> None:
    result = run("simulate", "toy", "--bot", "stepper", "--seats", "3")
    assert result.exit_code == 0
    assert "-" in result.stdout.splitlines()[4]


def test_the_last_round_that_was_played_is_counted(run: Run) -> None:
    assert summary(run, "--seed", "1", "--games", "3")["rounds"] == {"least": 15, "mean": 15.0, "most": 15}


def test_the_number_of_processes_changes_nothing(run: Run, tmp_path: Path) -> None:
    found = []
    for workers in ("1", "2"):
        args = ("--seed", "x", "--bot", "medium", "--bot", "random", "--games", "4", "--workers", workers)
        found.append((summary(run, *args, "--record", tmp_path / f"{workers}.json"), _contents(tmp_path, workers)))
    assert found[0] == found[1]
    assert len(found[0][1]) == 4


def _contents(folder: Path, start: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.glob(f"{start}-*.json"))]


def test_one_game_is_played_under_the_seed_itself(run: Run, tmp_path: Path) -> None:
    summary(run, "--seed", "x/2", "--record", tmp_path / "one.json")
    assert json.loads((tmp_path / "one.json").read_bytes())["seed"] == seed_from("x/2").hex()


@pytest.mark.parametrize("workers", ["0", "257", "all"])
def test_an_impossible_number_of_processes_is_refused(run: Run, workers: str) -> None:
    result = run("simulate", "skirmish", "--workers", workers)
    assert result.exit_code == 2
    assert "--workers" in result.stderr
    assert len(result.stderr.splitlines()) == 1
