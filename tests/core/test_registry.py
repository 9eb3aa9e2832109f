"""Games by slug, from entry points, ours and others'."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from armillary.core import record, registry
from armillary.core.errors import UnknownGame, VersionNotInstalled
from armillary.core.match import Match
from armillary.core.seeds import seed_from
from tests.core import nim


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    found = [EntryPoint("nim", "tests.core.nim:GAME", registry.GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: found)
    registry.forget()
    yield found
    registry.forget()


def test_a_third_party_adds_a_game_by_entry_point(entries: list[EntryPoint]) -> None:
    assert registry.game("nim") is nim.GAME
    assert registry.games() == (nim.GAME,)


def test_an_unknown_slug_is_answered_with_those_there_are(entries: list[EntryPoint]) -> None:
    with pytest.raises(UnknownGame, match="No game is called 'chess'; choose one of: nim"):
        registry.game("chess")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("tests.core.nothing:GAME", "cannot be loaded"),
        ("tests.core.nim:NOTHING", "cannot be loaded"),
        ("tests.core.nim:Config", "not a game of that slug and version"),
        ("armillary.games.skirmish.game:GAME", "not a game of that slug and version"),
    ],
)
def test_an_entry_that_is_no_such_game_is_named(entries: list[EntryPoint], value: str, reason: str) -> None:
    entries[:] = [EntryPoint("broken", value, registry.GROUP)]
    with pytest.raises(UnknownGame, match=reason):
        registry.game("broken")


def test_two_games_of_one_slug_are_not_guessed_between(entries: list[EntryPoint]) -> None:
    entries.append(EntryPoint("nim", "elsewhere:GAME", registry.GROUP))
    with pytest.raises(UnknownGame, match="registered twice"):
        registry.game("nim")


def test_the_same_entry_found_twice_is_one_game(entries: list[EntryPoint]) -> None:
    entries.append(entries[0])
    assert registry.game("nim") is nim.GAME


def test_an_older_version_stays_registered_beside_the_newest(entries: list[EntryPoint]) -> None:
    entries[:] = [
        EntryPoint("nim", "tests.core.nim:NEWEST", registry.GROUP),
        EntryPoint("nim.1", "tests.core.nim:GAME", registry.GROUP),
    ]
    assert registry.game("nim") is registry.game("nim", 2) is nim.NEWEST
    assert registry.game("nim", 1) is nim.GAME
    assert registry.games() == (nim.NEWEST,)
    assert (registry.slugs(), registry.versions("nim")) == (("nim",), (1, 2))


def test_an_older_version_is_there_even_when_the_newest_is_broken(entries: list[EntryPoint]) -> None:
    entries[:] = [
        EntryPoint("nim", "tests.core.nothing:GAME", registry.GROUP),
        EntryPoint("nim.1", "tests.core.nim:GAME", registry.GROUP),
    ]
    assert registry.game("nim", 1) is nim.GAME
    assert list(registry.broken()) == ["nim"]
    assert registry.games() == ()


def test_a_version_that_is_not_installed_is_named(entries: list[EntryPoint]) -> None:
    with pytest.raises(VersionNotInstalled, match="Version 7 of nim's rules is not installed; installed: 1"):
        registry.game("nim", 7)


def test_records_of_two_versions_verify_side_by_side(entries: list[EntryPoint]) -> None:
    entries[:] = [
        EntryPoint("nim", "tests.core.nim:NEWEST", registry.GROUP),
        EntryPoint("nim.1", "tests.core.nim:GAME", registry.GROUP),
    ]
    for game in (nim.GAME, nim.NEWEST):
        over = Match.begin(game, seed=seed_from("versions")).resign(1)
        assert record.verify(record.load(record.dump(record.export(over)))).game is game


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("nim.9", "tests.core.nim:GAME"),
        ("nim.one", "tests.core.nim:GAME"),
        ("nimble", "tests.core.nothing:GAME"),
    ],
)
def test_one_broken_entry_is_reported_and_the_rest_works(entries: list[EntryPoint], name: str, value: str) -> None:
    entries.append(EntryPoint(name, value, registry.GROUP))
    assert registry.games() == (nim.GAME,)
    assert list(registry.broken()) == [name]
    assert registry.game("nim", 1) is nim.GAME


def test_a_package_that_quits_when_it_is_imported_is_broken_too(
    entries: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "quitter.py").write_text("raise SystemExit(1)", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entries.append(EntryPoint("quitter", "quitter:GAME", registry.GROUP))
    assert list(registry.broken()) == ["quitter"]
    assert registry.games() == (nim.GAME,)
