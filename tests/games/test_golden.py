"""Every registered game's golden playthroughs: a difference is either a bug or a new version of the rules.

When it is intended, `make golden` rewrites them; read what changed.
"""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from armillary.core.contract import AnyGame
from armillary.core.registry import games
from armillary.testing import golden

HERE = Path(__file__).parent


def playthroughs(game: AnyGame) -> list[Path]:
    return sorted((HERE / game.slug / "golden").glob("*.txt"))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_every_game_has_two_golden_playthroughs(game: AnyGame) -> None:
    assert len(playthroughs(game)) >= 2, f"write the heads of two playthroughs into {game.slug}/golden/*.txt"


@pytest.mark.parametrize(
    ("game", "file"),
    [pytest.param(game, file, id=f"{game.slug}-{file.stem}") for game in games() for file in playthroughs(game)],
)
def test_the_match_is_played_as_written(game: AnyGame, file: Path) -> None:
    written = file.read_text("utf-8")
    played = golden.rewritten(game, written)
    if played != written:
        diff = unified_diff(written.splitlines(), played.splitlines(), "written", "played", lineterm="")
        pytest.fail("\n".join((f"{game.slug}/golden/{file.name} is not what is played now:", *diff)))
