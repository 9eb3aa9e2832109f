"""`armillary solve`: tables where they are asked for, and clear words where there can be none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from armillary.games.skirmish.solved import tables
from armillary.terminal import extras
from tests.terminal.conftest import Run


def test_it_makes_tables_and_then_finds_them_made(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    place = tables.folder()
    assert place
    first = run("solve", "skirmish", "--cards", "3", "--check")
    assert first.exit_code == 0
    assert [line.split(",")[0] for line in first.stdout.splitlines()[:3]] == [
        "1 card: 59 positions",
        "2 cards: 561 positions",
        "3 cards: 4",
    ]
    assert f"Up to 3 cards: 5,216 positions, 0 MB in {place}" in first.stdout
    assert "With 3 cards left, the best opponent wins at most" in first.stdout
    assert len(list(place.iterdir())) == 3
    again = run("solve", "skirmish", "--cards", "2", "--to", place)
    assert again.stdout.splitlines() == [f"Up to 2 cards: 620 positions, 0 MB in {place}"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("solve", "kepler"), "'kepler' is not 'skirmish'"),
        (("solve", "skirmish", "--cards", "0"), "0 is not in the range"),
        (("solve", "skirmish", "--cards", "16"), "16 is not in the range"),
    ],
)
def test_what_cannot_be_solved_is_refused(run: Run, args: tuple[str, ...], said: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert said in result.stderr


def test_without_a_home_it_asks_for_a_folder(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "folder", lambda: None)
    result = run("solve", "skirmish")
    assert result.exit_code == 2
    assert "say where to keep the tables with --to" in result.stderr


def test_a_file_that_is_no_table_is_left_alone(run: Run, tmp_path: Path) -> None:
    tables.path(tmp_path, 1).write_text("my notes", "utf-8")
    result = run("solve", "skirmish", "--to", tmp_path)
    assert result.exit_code == 2
    assert "its length is wrong" in result.stderr
    assert tables.path(tmp_path, 1).read_text("utf-8") == "my notes"


def test_without_its_packages_it_says_how_to_get_them(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> Any:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(extras, "import_module", missing)
    result = run("solve", "skirmish")
    assert result.exit_code == 2
    assert "numba is missing" in result.stderr
    assert "Run: make install GROUP=solve" in result.stderr


def test_playing_needs_neither_numpy_nor_numba() -> None:
    code = "import sys, armillary.games.skirmish.solved; sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
