"""Bots against bots: repeatable, fair and counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from armillary import Match, game, seed_from
from armillary.core.values import Outcome
from armillary.terminal.series import Played, Report, Series, Tally, seat_names
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


def test_bots_move_on_by_a_seat_from_game_to_game() -> None:
    skirmish = game("skirmish")
    series = Series(
        game=skirmish, seats=3, config=skirmish.config(), seed="", bots=("random", "medium", "random"), count=4
    )
    seated = [played.seated for played in series.play()]
    assert seated[0] == seated[3] == ("random", "medium", "random")
    assert seated[1] == ("random", "random", "medium")
    assert seated[2] == ("medium", "random", "random")


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


def test_wins_shared_wins_draws_and_losses_are_told_apart() -> None:
    tally = Tally()
    for winners in ((1,), (1, 2), (), (2,)):
        tally.count(1, Outcome(winners, (), (4, 0), "x"))
    tally.count(1, Outcome((1,), (), (), "x"))
    assert tally.summary() == {"games": 5, "wins": 2, "shared": 1, "draws": 1, "losses": 1, "mean_score": 4.0}
    assert Tally().mean_score is None


def test_the_report_counts_steps_and_reasons() -> None:
    match = Match.begin(game("skirmish")).resign(1)
    report = Report()
    report.count(Played(("random", "random"), match, rounds=1))
    assert report.summary()["steps"] == {"least": 1, "mean": 1.0, "most": 1}
    assert report.summary()["reasons"] == {"resignation": 1}
    assert report.summary()["bots"]["random"]["games"] == 2


@pytest.mark.usefixtures("toy")
def test_a_game_without_scores_shows_none(run: Run) -> None:
    result = run("simulate", "toy", "--bot", "stepper", "--seats", "3")
    assert result.exit_code == 0
    assert "-" in result.stdout.splitlines()[4]


def test_one_name_sits_everywhere_and_nobody_is_random() -> None:
    assert seat_names((), 3) == ("random",) * 3
    assert seat_names(("medium",), 2) == ("medium", "medium")
    assert seat_names(("medium", "random"), 2) == ("medium", "random")


def test_the_last_round_that_was_played_is_counted(run: Run) -> None:
    assert summary(run, "--seed", "1", "--games", "3")["rounds"] == {"least": 15, "mean": 15.0, "most": 15}
