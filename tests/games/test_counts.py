"""Every registered game's counts of legal orders and lines of play."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.core.contract import AnyGame
from armillary.core.registry import games
from armillary.testing import counts

HERE = Path(__file__).parent


def file(game: AnyGame) -> Path:
    return HERE / game.slug / "counts.toml"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_every_game_has_counts(game: AnyGame) -> None:
    assert file(game).exists(), f"count legal orders in {game.slug}/counts.toml"


@pytest.mark.parametrize(
    ("game", "count"),
    [
        pytest.param(game, count, id=f"{game.slug}-{count.name}")
        for game in games()
        if file(game).exists()
        for count in counts.load(file(game))
    ],
)
def test_the_count_is_right(game: AnyGame, count: counts.Count) -> None:
    assert counts.counted(game, count) == (count.orders, count.lines)
