"""Can everybody use this page? axe looks at it as a screen reader does."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.project.tree import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SEVERE = ("serious", "critical")


def check_access(page: Page) -> None:
    """Fail on everything that shuts somebody out; as a script of the page itself, axe would be blocked."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    severe = [_described(each) for each in found["violations"] if each["impact"] in SEVERE]
    assert not severe, "\n".join(severe)


def _described(violation: dict[str, Any]) -> str:
    places = "; ".join(str(node["target"][0]) for node in violation["nodes"][:5])
    return f"{violation['id']} ({violation['impact']}): {violation['help']}: {places}"
