"""The deadline as people see it: a clock beside Submit, what will be played, and that it was."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.access import check_access
from tests.browser.boards import click, play_a_card
from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.tables import ME, make, submit, table

DAY = {"kind": "correspondence", "hours": 24}

SECONDS = 30
"""For a turn: enough to open a page and to choose a card."""


def _deadline(page: Page) -> Locator:
    return page.locator("[data-role=deadline]")


def _report(page: Page) -> Locator:
    return page.locator("[data-role=report]")


def _open(ada: Visitor, pace: dict[str, Any]) -> str:
    return str(make(ada, "skirmish", ME, {"kind": "open"}, pace=pace)["match"]["id"])


def _join(bob: Visitor, match: str) -> None:
    bob.context.request.get("/api/me")
    assert bob.context.request.post(f"/api/matches/{match}/join", data={}).ok


def test_what_was_composed_is_played_when_time_runs_out(chromium: Browsing) -> None:
    with chromium.visitor() as ada, chromium.visitor() as bob:
        match = _open(ada, {"kind": "live", "seconds": SECONDS})
        ada.open(f"/m/{match}")
        bob.open(f"/m/{match}")
        _join(bob, match)
        expect(_deadline(ada.page)).to_have_text("At 0:00 you play the default order.")
        expect(submit(ada.page)).to_be_enabled()
        play_a_card(ada.page, click)
        expect(_deadline(ada.page)).to_have_text("At 0:00 this is played.")
        card = ada.page.locator("[data-role=hand] input:checked").get_attribute("aria-label") or ""

        expect(table(ada.page)).not_to_have_attribute("data-step", "0", timeout=2 * SECONDS * 1000)
        expect(_report(ada.page)).to_contain_text("Time ran out; your draft was played.")
        history = ada.context.request.get(f"/api/skirmish/matches/{match}/history?seat=1").json()
        (mine,) = (each for each in history["steps"][0]["orders"] if each["seat"] == 1)
        assert f"Card {mine['order']['card']}" == card
        assert history["steps"][0]["missed"] == [2]

        bob.page.reload()
        expect(_report(bob.page)).to_contain_text("gave no order")
        expect(_report(bob.page)).not_to_contain_text("draft")


@pytest.mark.parametrize("look", [Look(), Look("phone", "light")], ids=str)
def test_a_clock_beside_submit_warns_ten_seconds_before(chromium: Browsing, look: Look) -> None:
    with chromium.visitor(look) as ada, chromium.visitor() as bob:
        match = _open(ada, {"kind": "live", "seconds": 3000})
        _join(bob, match)
        page = ada.page
        page.clock.install()
        ada.open(f"/m/{match}")
        expect(_deadline(page)).to_have_text("At 0:00 you play the default order.")
        expect(submit(page)).to_be_enabled()
        play_a_card(page, click)
        expect(_deadline(page)).to_have_text("At 0:00 this is played.")
        clock = page.locator(".submit").get_by_role("timer")
        expect(clock).not_to_have_class(re.compile("isShort"))
        check_access(page)
        minutes, seconds = clock.inner_text().split(":")
        page.clock.fast_forward((int(minutes) * 60 + int(seconds) - 12) * 1000)
        expect(page.get_by_text("Ten seconds left.")).to_have_count(1)
        expect(clock).to_have_class(re.compile("isShort"))
        expect(clock).to_have_text(re.compile(r"^0:\d\d$"))


def test_an_order_that_is_given_needs_no_deadline(chromium: Browsing) -> None:
    with chromium.visitor() as ada, chromium.visitor() as bob:
        match = _open(ada, DAY)
        _join(bob, match)
        page = ada.open(f"/m/{match}")
        expect(_deadline(page)).to_have_text("When time runs out, you play the default order.")
        expect(submit(page)).to_be_enabled()
        play_a_card(page, click)
        expect(_deadline(page)).to_have_text("When time runs out, this is played.")
        submit(page).click()
        page.get_by_role("button", name="Take back").wait_for()
        expect(_deadline(page)).to_have_count(0)
        page.get_by_role("button", name="Take back").click()
        expect(_deadline(page)).to_have_text("When time runs out, this is played.")
        page.reload()
        expect(_deadline(page)).to_have_text("When time runs out, this is played.")
