"""What a new game starts from keeps the contract itself: its own tests run with all others."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from armillary.core.contract import AnyGame
from armillary.testing import cases, check_game, counts, golden
from armillary.testing.new_game import SKELETONS
from tests.project.test_shape import ALWAYS, TESTS
from tests.project.tree import ROOT

FOLDER = ROOT / "src/armillary/testing/skeletons"

each_kind = pytest.mark.parametrize("kind", SKELETONS)


def game_of(kind: str) -> AnyGame:
    found: AnyGame = import_module(f"armillary.testing.skeletons.{kind}.rooms.game").GAME
    return found


def names(folder: Path) -> set[str]:
    return {entry.stem for entry in folder.iterdir() if entry.name != "__pycache__"}


@each_kind
def test_a_skeleton_is_what_new_game_takes_it_for(kind: str) -> None:
    game = game_of(kind)
    assert (game.slug, game.title) == (SKELETONS[kind].slug, SKELETONS[kind].title)
    assert game.simultaneous == (kind == "simultaneous")


@each_kind
def test_a_skeleton_keeps_the_contract(kind: str) -> None:
    check_game(
        game_of(kind), symmetric=kind == "simultaneous", locator=f"armillary.testing.skeletons.{kind}.rooms.game:GAME"
    )


@each_kind
def test_a_skeleton_has_the_rooms_and_the_tests_of_every_game_and_no_more(kind: str) -> None:
    assert names(FOLDER / kind / "rooms") == ALWAYS
    assert names(FOLDER / kind / "tests") == TESTS
    assert {"rules.md", "notation.md"} <= {entry.name for entry in (FOLDER / kind).iterdir()}


@each_kind
def test_every_room_of_a_skeleton_fits_on_a_page_or_two(kind: str) -> None:
    rooms = (FOLDER / kind / "rooms").glob("*.py")
    assert [room.name for room in rooms if len(room.read_text("utf-8").splitlines()) > 180] == []


@each_kind
def test_a_skeleton_is_under_500_lines_as_the_readme_says(kind: str) -> None:
    rooms = (FOLDER / kind / "rooms").glob("*.py")
    assert sum(bool(line.strip()) for room in rooms for line in room.read_text("utf-8").splitlines()) < 500


@each_kind
def test_the_cases_and_counts_of_a_skeleton_hold(kind: str) -> None:
    game, folder = game_of(kind), FOLDER / kind / "tests"
    for case in cases.load_folder(folder / "cases"):
        cases.run(game, case)
    for count in counts.load(folder / "counts.toml"):
        assert counts.counted(game, count) == (count.orders, count.lines)


@each_kind
def test_a_skeleton_brings_the_heads_of_two_playthroughs(kind: str) -> None:
    heads = sorted((FOLDER / kind / "tests" / "golden").glob("*.txt"))
    assert len(heads) == 2
    for head in heads:
        assert "over: " in golden.rewritten(game_of(kind), head.read_text("utf-8"))
