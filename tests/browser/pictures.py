"""The pictures in the README, of positions that are the same every time: `make pictures`."""

from __future__ import annotations

import tempfile
from base64 import b64decode
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import expect

from tests.browser.browsing import Browsing, Look, browsing, serving
from tests.browser.positions import compose, play_on, played
from tests.browser.tables import submit, table
from tests.project.tree import ROOT

FOLDER = ROOT / "docs" / "images"
MAX_BYTES = 150_000
QUALITY = 90
"""Of a hundred: nothing to be seen is lost, and a picture takes a third of what it would as a PNG."""


class Picture(NamedTuple):
    """A table somebody plays at: a match of bots up to a step, and the window through which one looks."""

    file: str
    game: str
    seats: int
    preset: str
    step: int
    size: str
    width: int
    height: int


PICTURES = (
    Picture("table-kepler.webp", "kepler", 3, "standard", 4, "desktop", 1200, 750),
    Picture("table-territory.webp", "territory", 5, "standard", 16, "desktop", 1440, 900),
    Picture("table-skirmish.webp", "skirmish", 3, "standard", 6, "phone", 390, 844),
)


def take(chromium: Browsing, picture: Picture, folder: Path) -> Path:
    """One picture, as a file in this folder."""
    path = folder / picture.file
    with chromium.visitor(Look(picture.size, "dark")) as ada:
        ada.page.set_viewport_size({"width": picture.width, "height": picture.height})
        ada.context.request.get("/api/me")
        ada.context.request.put("/api/me", data={"name": "Ada"})
        match = played(picture.game, picture.seats, "pictures", picture.preset)
        place = play_on(ada, match, picture.step)
        compose(ada, match, picture.step, place)
        page = ada.open(f"/m/{place}")
        expect(table(page)).to_be_visible()
        expect(submit(page)).to_be_enabled()
        page.wait_for_load_state("networkidle")
        shot = ada.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        path.write_bytes(b64decode(shot["data"]))
    return path


def main() -> None:
    """Take every picture."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place)) as server, browsing(server) as chromium:
        for picture in PICTURES:
            print(take(chromium, picture, FOLDER).relative_to(ROOT))


if __name__ == "__main__":
    main()
