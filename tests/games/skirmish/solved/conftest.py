"""Nobody's own tables are used in tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.games.skirmish.solved import making


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that tables are kept in by default; it is not there yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "armillary" / "skirmish"


@pytest.fixture(scope="session")
def six_cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables for up to six cards. Not to be changed."""
    place = tmp_path_factory.mktemp("tables")
    for _ in making.solve(place, 6):
        pass
    return place


@pytest.fixture(scope="session")
def five_cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables for up to five cards. Not to be changed."""
    place = tmp_path_factory.mktemp("tables")
    for _ in making.solve(place, 5):
        pass
    return place
