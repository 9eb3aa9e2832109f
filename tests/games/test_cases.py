"""Every registered game's conformance cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.core.contract import AnyGame
from armillary.core.registry import games
from armillary.testing import cases

HERE = Path(__file__).parent


def folder(game: AnyGame) -> Path:
    return HERE / game.slug / "cases"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_every_game_has_cases(game: AnyGame) -> None:
    assert cases.load_folder(folder(game)), f"write conformance cases for {game.slug} in {game.slug}/cases/*.toml"


@pytest.mark.parametrize(
    ("game", "case"),
    [
        pytest.param(game, case, id=f"{game.slug}-{case.file.removesuffix('.toml')}-{case.id}")
        for game in games()
        for case in cases.load_folder(folder(game))
    ],
)
def test_the_case_holds(game: AnyGame, case: cases.Case) -> None:
    cases.run(game, case)
