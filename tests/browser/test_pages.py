"""The client as it is built and served: every address opens, small, and with nothing from elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Response, expect

from tests.browser.access import check_access
from tests.browser.browsing import LOOKS, Look, Visitor

ESSENTIAL = (Look("desktop", "dark"), Look("phone", "light"))
EVERY_LOOK = [pytest.param(look, id=str(look), marks=() if look in ESSENTIAL else pytest.mark.matrix) for look in LOOKS]


@pytest.mark.parametrize("look", EVERY_LOOK)
def test_home_opens_for_everybody(visitor: Visitor) -> None:
    page = visitor.open("/")
    expect(page).to_have_title("Armillary")
    expect(page.get_by_text("Stellar Skirmish").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"
    check_access(page)


@pytest.mark.parametrize("path", ["/new/skirmish", "/replay", "/learn/skirmish", "/rules/skirmish#SS-6", "/settings"])
def test_every_screen_can_be_opened_by_its_address_and_reloaded(visitor: Visitor, path: str) -> None:
    page = visitor.open(path)
    expect(page.locator("main h1")).to_be_visible()
    page.reload()
    expect(page.locator("main h1")).to_be_visible()
    assert page.url == visitor.address + path


def test_an_address_that_leads_nowhere_has_a_way_out(visitor: Visitor) -> None:
    visitor.forgive("404")
    page = visitor.open("/no/such/screen")
    page.get_by_role("link", name="All games").click()
    assert page.url == f"{visitor.address}/"


def test_a_page_that_cannot_be_loaded_any_more_says_why_and_can_be_loaded_again(visitor: Visitor) -> None:
    visitor.forgive("404|no answer|Failed to")
    page = visitor.open("/")
    gone = "**/assets/Settings-*"
    page.route(gone, lambda route: route.fulfill(status=404))
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_text("there is a new version of Armillary")).to_be_visible()
    page.unroute(gone)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def _loaded(visitor: Visitor, path: str) -> list[Response]:
    """Every script and style sheet that a page asks for."""
    answers: list[Response] = []

    def note(answer: Response) -> None:
        if answer.request.resource_type in ("script", "stylesheet") and "/assets/" in answer.url:
            answers.append(answer)

    visitor.context.on("response", note)
    visitor.open(path).wait_for_load_state("networkidle")
    return answers


def test_what_is_loaded_is_compressed_and_kept_for_ever(visitor: Visitor) -> None:
    for answer in _loaded(visitor, "/"):
        large = len(answer.body()) >= 1000
        assert answer.headers.get("content-encoding") == ("br" if large else None), answer.url
        assert answer.headers["cache-control"].endswith("immutable"), answer.url
