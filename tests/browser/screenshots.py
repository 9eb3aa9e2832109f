"""Pictures of every screen, at every size and in both themes, to be looked at: `make screenshots`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.browser.browsing import LOOKS, Visitor, browsing, serving
from tests.project.tree import ROOT

FOLDER = ROOT / "build" / "screenshots"

SCREENS: dict[str, Callable[[Visitor], object]] = {
    "home": lambda visitor: visitor.open("/"),
}
"""How somebody new gets to a screen, by its name."""


def take(folder: Path) -> list[Path]:
    """Every picture, as a file in this folder."""
    taken = []
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, serving(Path(place)) as server, browsing(server) as chromium:
        for name, go_there in SCREENS.items():
            for look in LOOKS:
                with chromium.visitor(look) as visitor:
                    go_there(visitor)
                    visitor.page.wait_for_load_state("networkidle")
                    taken.append(folder / f"{name}-{look}.png")
                    visitor.page.screenshot(path=taken[-1])
    return taken


if __name__ == "__main__":
    for picture in take(FOLDER):
        print(picture.relative_to(ROOT))
