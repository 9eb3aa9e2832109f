"""Games in several versions: a record is played and checked by the rules it began with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from armillary.core.contract import AnyGame
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.terminal import saves
from tests.terminal import toy
from tests.terminal.conftest import Run, registered

COMMANDS = [("verify",), ("replay",), ("play", "--resume")]


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Both versions of the toy game are installed."""
    yield from registered(monkeypatch, toy="tests.terminal.toy:NEWEST", toy_1="tests.terminal.toy:GAME")


@pytest.fixture
def newest(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only version 2 of the toy game is installed."""
    yield from registered(monkeypatch, toy="tests.terminal.toy:NEWEST")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Version 2 of the toy game is installed, version 1 cannot be loaded."""
    yield from registered(monkeypatch, toy="tests.terminal.toy:NEWEST", toy_1="tests.terminal.nowhere:GAME")


def saved(game: AnyGame, folder: Path, *, over: bool) -> Path:
    """A match in which every order is missed, so that the versions differ."""
    match: AnyMatch = Match.begin(game, seed=seed_from("versions")).expire().expire()
    while over and match.to_act:
        match = match.expire()
    path = folder / f"version-{game.version}.json"
    saves.save(match, str(path))
    return path


@pytest.mark.usefixtures("both")
def test_records_of_two_versions_are_verified_side_by_side(run: Run, tmp_path: Path) -> None:
    files = [saved(game, tmp_path, over=True) for game in (toy.GAME, toy.NEWEST)]
    result = run("verify", *files)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split(": ")[1].split(",")[1] for line in result.stdout.splitlines()] == [" 11 steps", " 6 steps"]


@pytest.mark.usefixtures("both")
@pytest.mark.parametrize(("game", "count"), [(toy.GAME, 2), (toy.NEWEST, 4)])
def test_a_replay_follows_the_rules_of_its_version(run: Run, tmp_path: Path, game: AnyGame, count: int) -> None:
    result = run("replay", saved(game, tmp_path, over=False))
    assert result.exit_code == 0
    assert f"The count stands at {count} of 11" in result.stdout


@pytest.mark.usefixtures("both")
def test_a_match_of_an_older_version_is_resumed_in_that_version(run: Run, tmp_path: Path) -> None:
    path = saved(toy.GAME, tmp_path, over=False)
    result = run("play", "--resume", path, stdin=f"add 1!\nsave {path}\ny\n")
    assert result.exit_code == 0
    record = json.loads(path.read_bytes())
    assert (record["version"], len(record["log"])) == (1, 3)


@pytest.mark.usefixtures("both")
def test_a_new_match_is_played_by_the_newest_version(run: Run, tmp_path: Path) -> None:
    assert run("simulate", "toy", "--record", tmp_path / "new.json").exit_code == 0
    assert json.loads((tmp_path / "new.json").read_bytes())["version"] == 2


@pytest.mark.usefixtures("newest")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_version_that_is_not_installed_is_named_in_one_line(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    path = saved(toy.GAME, tmp_path, over=False)
    result = run(*command, path)
    assert result.exit_code == 2
    assert result.stderr == f"armillary: {path}: Version 1 of toy's rules is not installed; installed: 2.\n"


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_version_that_cannot_be_loaded_is_named_in_one_line(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    path = saved(toy.GAME, tmp_path, over=False)
    result = run(*command, path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"armillary: {path}: 'toy.1' (tests.terminal.nowhere:GAME) cannot be loaded: ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.usefixtures("broken")
def test_the_list_of_games_shows_the_others_and_reports_the_broken_version(run: Run) -> None:
    result = run("games")
    assert result.exit_code == 0
    assert "Count to Eleven" in result.stdout
    assert result.stderr.startswith("armillary: warning: 'toy.1' (tests.terminal.nowhere:GAME) cannot be loaded: ")
