"""What waits for somebody is a banner with buttons, and focus stays where somebody works."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.tables import ME, RANDOM, make, sit, step, submit, table

INVITE = {"kind": "invite"}


def _sit_together(ada: Visitor, grace: Visitor, **terms: object) -> None:
    made = make(ada, "skirmish", ME, INVITE, **terms)
    match = made["match"]["id"]
    grace.context.request.get("/api/me")
    answer = grace.context.request.post(f"/api/matches/{match}/join", data={"invite": made["invites"]["2"]})
    assert answer.ok, answer.text()
    for somebody in (ada, grace):
        somebody.open(f"/m/{match}")
        expect(table(somebody.page)).to_be_visible()


def _from_menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=name, exact=True).click()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("look", [Look(), Look("phone", "light")], ids=str)
def test_a_draw_is_agreed_to_and_a_rematch_found_at_the_table(chromium: Browsing, look: Look) -> None:
    with chromium.visitor() as ada, chromium.visitor(look) as grace:
        _sit_together(ada, grace, preset="lesson")
        _from_menu(ada.page, "Offer a draw")
        expect(ada.page.get_by_text("You offered a draw.")).to_be_visible()
        banner = grace.page.locator("[data-role=ask]")
        expect(banner).to_contain_text("offers a draw.")
        banner.get_by_role("button", name="Not now").click()
        expect(banner).to_have_count(0)
        ada.page.get_by_role("button", name="Withdraw the offer").click()
        _from_menu(ada.page, "Offer a draw")
        _from_menu(grace.page, "Agree to a draw")
        ada.page.get_by_role("button", name="Again", exact=True).first.click()
        grace.page.locator("[data-role=ask]").get_by_role("button", name="Go to the rematch").click()
        expect(grace.page).to_have_url(ada.page.url)


def test_a_pause_is_agreed_to_and_ended_at_the_table(chromium: Browsing) -> None:
    with chromium.visitor() as ada, chromium.visitor() as grace:
        _sit_together(ada, grace, preset="lesson", pace={"kind": "live", "seconds": 600})
        _from_menu(ada.page, "Request a pause")
        grace.page.get_by_role("button", name="Agree to a pause").click()
        for page in (ada.page, grace.page):
            expect(page.get_by_text("The clock is stopped.")).to_be_visible()
        ada.page.get_by_role("button", name="Resume the clock").click()
        expect(grace.page.locator("[data-role=ask]")).to_have_count(0)


FOCUSED = "() => document.activeElement.closest('[aria-label^=Orders]') !== null"


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_focus_stays_among_the_orders_after_submit(chromium: Browsing, motion: bool) -> None:
    with chromium.visitor(motion=motion) as visitor:
        sit(visitor, "skirmish", ME, RANDOM)
        page = visitor.page
        page.get_by_role("radio").first.focus()
        for key in ("Control+Enter", "Enter"):
            if key == "Enter":
                submit(page).focus()
            before = step(page)
            page.keyboard.press(key)
            page.wait_for_function(
                "before => Number(document.querySelector('[data-step]').dataset.step) > before", arg=before
            )
            expect(submit(page)).to_be_enabled()
            page.wait_for_function(FOCUSED)
            if key == "Enter":
                expect(submit(page)).to_be_focused()
