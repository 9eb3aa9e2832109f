"""The documentation as a server shows it: under the same policy, with nothing from elsewhere, and searchable."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import Look, Visitor

PLACES = ("/docs/", "/docs/games/orbit/", "/docs/routes/skirmish/", "/docs/reference/contract/", "/docs/rules/kepler/")
LOOKS = [Look("desktop", "dark"), Look("phone", "light")]


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_pages_open_for_everybody(visitor: Visitor) -> None:
    for place in PLACES:
        page = visitor.open(place)
        expect(page.locator("main h1, article h1").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{place} scrolls sideways"


def test_the_client_leads_there_and_back_leads_to_the_client(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", name="The five games")).to_be_visible()
    assert page.url == f"{visitor.address}/docs/"
    page.go_back()
    expect(page.get_by_role("link", name="Settings")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_field_is_found_by_its_name(visitor: Visitor) -> None:
    page = visitor.open("/docs/")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("/")
    page.keyboard.type("fleet_values")
    found = page.get_by_role("option", name="Setting up").first
    expect(found).to_be_visible()
    assert found.evaluate("link => getComputedStyle(link).textDecorationLine") == "none", "the search has its style"
    found.click()
    page.wait_for_url("**/docs/**#**")
    expect(page.get_by_text("fleet_values").first).to_be_visible()


def test_an_address_that_leads_nowhere_has_a_way_out(visitor: Visitor) -> None:
    visitor.forgive("404")
    page = visitor.open("/docs/no/such/page/")
    page.locator("a.md-logo:visible").first.click()
    expect(page.get_by_role("heading", name="The five games")).to_be_visible()
