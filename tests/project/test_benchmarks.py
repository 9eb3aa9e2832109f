"""The benchmarks run, and measure every game; what they measure is for a quiet machine to say."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from armillary.core.registry import slugs
from benchmarks import goofspiel, yardstick
from tests.clock import HandClock
from tests.project.tree import ROOT, environment


def _bench(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", "--quick", *(str(argument) for argument in arguments)]
    return subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=120)


def test_every_game_is_measured(tmp_path: Path) -> None:
    result = _bench("--json", tmp_path / "measured.json")
    assert result.returncode == 0, result.stderr
    assert "playouts by the rules" in result.stdout
    report = json.loads((tmp_path / "measured.json").read_bytes())
    assert {line["game"] for line in report["lines"]} == {"", *slugs()}
    assert all(line["value"] > 0 for line in report["lines"])
    assert any(line["what"].startswith("battles of 8 seats") for line in report["lines"])


def test_a_file_that_cannot_be_written_is_refused_before_measuring(tmp_path: Path) -> None:
    result = _bench("--json", tmp_path / "nowhere" / "measured.json")
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_work_that_takes_four_playouts_is_a_quarter_of_a_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    monkeypatch.setattr(yardstick, "perf_counter", clock.monotonic)
    monkeypatch.setattr(goofspiel, "playout", lambda: clock.forward(1))
    unit = yardstick.Yardstick(rounds=3, seconds=100)
    assert unit.units(lambda: clock.forward(4)) == 0.25
    assert unit.playouts_per_second() == 1


def test_the_yardstick_plays_a_whole_game() -> None:
    prizes = [sum(goofspiel.playout().values()) for _ in range(200)]
    assert max(prizes) <= sum(goofspiel.CARDS)
    assert min(prizes) > 0
    assert len(set(prizes)) > 1, "some prizes are tied for, in some games"


def test_the_capacity_of_an_installation_is_measured() -> None:
    command = [sys.executable, "-m", "benchmarks.server.capacity", "--quick"]
    result = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    page = (ROOT / "docs" / "capacity.md").read_text("utf-8")
    for text in (result.stdout, page):
        assert re.findall("^## (.*)", text, re.MULTILINE) == [
            "Orders",
            "Notes between processes",
            "Watchers",
            "Sockets that wait",
            "Matches in memory",
        ]
