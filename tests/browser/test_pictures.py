"""Pictures can be taken: of every screen, and for the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.browsing import Browsing, Look
from tests.browser.pictures import FOLDER, MAX_BYTES, PICTURES, Picture, take
from tests.browser.screenshots import SHOTS, prepare, take_all

README = (FOLDER.parents[1] / "README.md").read_text("utf-8")


def test_a_picture_is_taken_of_a_table_in_play(chromium: Browsing, tmp_path: Path) -> None:
    picture = next(each for each in PICTURES if each.game == "skirmish")
    image = take(chromium, picture, tmp_path).read_bytes()
    assert image[:4] + image[8:12] == b"RIFFWEBP"
    assert 10_000 < len(image) <= MAX_BYTES


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.file)
def test_the_pictures_in_the_readme_are_small(picture: Picture) -> None:
    assert f"docs/images/{picture.file}" in README
    assert (FOLDER / picture.file).stat().st_size <= MAX_BYTES


@pytest.mark.matrix
@pytest.mark.parametrize("look", [Look("desktop", "dark"), Look("phone", "light")], ids=str)
def test_every_screen_is_taken(chromium: Browsing, tmp_path: Path, look: Look) -> None:
    taken = [path.name for path in take_all(chromium, prepare(chromium), look, tmp_path)]
    assert taken == [f"{shot.name}-{look}.png" for shot in SHOTS if look.size in shot.sizes]
    assert len(set(taken)) == len(taken)
