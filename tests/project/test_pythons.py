"""`make test-pythons`: which Pythons it finds, and what it does with one that is not what it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import pythons
from tests.project.test_pyproject import PROJECT


def _say(path: Path, version: str, code: int = 0) -> None:
    """Something that is called Python and says that it has this version."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {version}\nexit {code}\n", "utf-8")
    path.chmod(0o755)


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Which Pythons were tested on, in a world that has only what a test puts into it."""
    tested: list[tuple[str, str]] = []

    def passes(version: str, python: str, _: list[str]) -> bool:
        tested.append((version, str(Path(python).relative_to(tmp_path))))
        return version != "3.13"

    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(pythons, "passes", passes)
    return tested


def test_every_version_that_is_promised_is_asked_for() -> None:
    promised = [line.rpartition(" :: ")[2] for line in PROJECT["project"]["classifiers"] if "Python :: 3." in line]
    assert list(pythons.VERSIONS) == promised


def test_a_python_is_taken_from_the_path_or_from_pyenv_if_it_is_what_it_is_called(
    tmp_path: Path, asked: list[tuple[str, str]]
) -> None:
    _say(tmp_path / "bin/python3.11", "3.11")
    _say(tmp_path / "bin/python3.12", "", 127)
    for patch in (2, 10):
        _say(tmp_path / f"pyenv/versions/3.12.{patch}/bin/python3.12", "3.12")
    _say(tmp_path / "bin/python3.14", "3.9")
    assert pythons.main([]) == 0
    assert asked == [("3.11", "bin/python3.11"), ("3.12", "pyenv/versions/3.12.10/bin/python3.12")]


def test_one_that_fails_is_named_and_the_others_are_tested_all_the_same(
    tmp_path: Path, asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    for version in ("3.13", "3.14"):
        _say(tmp_path / f"bin/python{version}", version)
    assert pythons.main([]) == 1
    assert [version for version, _ in asked] == ["3.13", "3.14"]
    assert "Tests failed on Python 3.13." in capsys.readouterr().err


def test_where_there_is_none_that_is_a_failure(
    asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert pythons.main([]) == 1
    assert (asked, capsys.readouterr().out) == ([], "Pythons found here: none.\n")
