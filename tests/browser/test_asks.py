"""What waits for somebody is a banner with buttons, and focus stays where somebody works."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.tables import ANSWERED, ME, RANDOM, make, sit, step, submit, table

INVITE = {"kind": "invite"}


def _sit_together(ada: Visitor, grace: Visitor, game: str = "skirmish", bots: int = 0, **terms: object) -> None:
    made = make(ada, game, ME, INVITE, *[RANDOM] * bots, **terms)
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


BOT = {"then": "bot", "bot": "hard"}


@pytest.mark.parametrize("look", [Look(), Look("phone", "light")], ids=str)
def test_who_resigns_watches_a_bot_play_on_and_everybody_reads_who_plays_now(chromium: Browsing, look: Look) -> None:
    with chromium.visitor() as ada, chromium.visitor(look) as grace:
        _sit_together(ada, grace, preset="lesson", absent=BOT)
        name = grace.context.request.get("/api/me").json()["name"]
        _resign(grace.page)
        expect(grace.page.get_by_text("You resigned. Admiral Sorn plays on for you.")).to_be_visible()
        expect(grace.page.get_by_text("You are watching.")).to_be_visible()
        expect(ada.page.locator("[data-role=report]")).to_contain_text(
            f"{name} left the match; Admiral Sorn plays in their place."
        )
        grace.page.get_by_role("button", name="Close").click()
        expect(grace.page.get_by_text("You resigned.")).to_have_count(0)


def test_who_resigns_where_nobody_may_watch_is_shown_the_way_home(chromium: Browsing) -> None:
    with chromium.visitor() as ada, chromium.visitor() as grace:
        _sit_together(ada, grace, preset="lesson", absent=BOT, spectators={"policy": "none"})
        grace.forgive("403")
        _resign(grace.page)
        alert = grace.page.get_by_role("alert")
        expect(alert).to_contain_text("You resigned. Admiral Sorn plays on for you.")
        alert.get_by_role("link", name="All games").click()
        expect(grace.page.get_by_role("heading", level=1)).to_be_visible()


def test_a_bot_in_another_seat_gives_nobodys_declaration(chromium: Browsing) -> None:
    """Alone against bots, an empty declaration gives itself; in a match that people began, it never does."""
    with chromium.visitor() as ada, chromium.visitor() as grace:
        _sit_together(ada, grace, "territory", bots=1, absent={"then": "bot", "bot": "random"})
        orders: list[str] = []
        ada.page.on("websocket", lambda socket: socket.on("framesent", lambda sent: orders.append(str(sent))))
        ada.page.reload()
        expect(submit(ada.page)).to_be_enabled()
        _resign(grace.page)
        expect(ada.page.locator("[data-role=report]")).to_contain_text("plays in their place")
        expect(submit(ada.page)).to_be_enabled()
        assert [order for order in orders if '"type":"order"' in order and '"ready":false' not in order] == []


def _resign(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


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
            if page.wait_for_function(ANSWERED, arg=before).json_value() == "again":
                page.keyboard.press(key)
                page.wait_for_function(
                    "before => Number(document.querySelector('[data-step]').dataset.step) > before", arg=before
                )
            expect(submit(page)).to_be_enabled()
            page.wait_for_function(FOCUSED)
            if key == "Enter":
                expect(submit(page)).to_be_focused()
