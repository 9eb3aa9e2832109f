"""Games by slug, from entry points, ours and others'."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from armillary.core import registry
from armillary.core.errors import UnknownGame
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


def test_an_unknown_slug_is_told_what_there_is(entries: list[EntryPoint]) -> None:
    with pytest.raises(UnknownGame, match="no game is called 'chess'; there is: nim"):
        registry.game("chess")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("tests.core.nothing:GAME", "cannot be loaded"),
        ("tests.core.nim:NOTHING", "cannot be loaded"),
        ("tests.core.nim:Config", "not a game of that slug"),
        ("armillary.games.skirmish.game:GAME", "not a game of that slug"),
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
