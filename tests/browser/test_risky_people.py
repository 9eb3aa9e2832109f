"""Risky Stars among people: alliances, proposals, and a device that is handed over."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.browsing import Visitor
from tests.browser.tables import GREEDY, ME, RANDOM, SECONDS, make, sit
from tests.browser.test_risky_board import end_turn, give, matrix, on_turn


def _turn_of(seat: int, people: dict[int, Visitor], match: str) -> Page:
    """Wait for the turn of a seat; whoever of these people comes before it ends theirs."""
    page = people[seat].page
    for _ in range(round(SECONDS * 10)):
        table = people[seat].context.request.get(f"/api/risky_stars/matches/{match}/table").json()["table"]
        (acting,) = table["to_act"]
        if acting == seat:
            on_turn(page)
            return page
        if acting in people:
            end_turn(people[acting].page)
        else:
            page.wait_for_timeout(100)
    raise AssertionError("the turn does not come")


def _say(page: Page, words: str) -> None:
    """To the first of the others."""
    page.locator("[data-role=tab-Diplomacy]").click()
    page.get_by_role("button", name=words).first.click()
    give(page)


@matrix
def test_two_people_make_an_alliance_and_break_it(chromium_pair: tuple[Visitor, Visitor]) -> None:
    ada, grace = chromium_pair
    people = {1: ada, 2: grace}
    made = make(ada, "risky_stars", ME, {"kind": "invite"}, GREEDY, config={"max_rounds": 12, "domination": None})
    match = made["match"]["id"]
    grace.context.request.get("/api/me")
    assert grace.context.request.post(f"/api/matches/{match}/join", data={"invite": made["invites"]["2"]}).ok
    pages = [one.open(f"/m/{match}") for one in people.values()]

    _say(_turn_of(1, people, match), "Propose an alliance")
    end_turn(ada.page)
    page = _turn_of(2, people, match)
    expect(page.get_by_text("offers you an alliance: accept or decline it.")).to_be_visible()
    _say(page, "Decline")
    for page in pages:
        expect(page.get_by_role("region", name="Report")).to_contain_text(re.compile("declined"))

    _say(grace.page, "Propose an alliance")
    end_turn(grace.page)
    _say(_turn_of(1, people, match), "Accept")
    for page in pages:
        page.locator("[data-role=tab-Diplomacy]").click()
        expect(page.get_by_text("your ally", exact=True)).to_be_visible()
    expect(ada.page.get_by_text("This alliance would include everybody who is left")).to_be_visible()

    end_turn(ada.page)
    _turn_of(1, people, match)
    for page in pages:
        page.locator("[data-role=tab-Diplomacy]").click()
        expect(page.get_by_text(re.compile(r"Your alliance’s pool still pays for \d+ units? for"))).to_be_visible()
    ada.page.locator("[data-role=tab-Buy]").click()
    expect(ada.page.get_by_text("as your alliance allots")).to_be_visible()

    _say(ada.page, "Leave your alliance")
    for page in pages:
        expect(page.get_by_text(re.compile(r"^truce through round \d+$"))).to_be_visible()


def test_it_is_said_why_somebody_cannot_be_asked(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    page.locator("[data-role=tab-Diplomacy]").click()
    expect(page.get_by_text("at least one player must stay out")).to_be_visible()
    expect(page.get_by_role("button", name="Propose an alliance")).to_have_count(0)


def test_two_at_one_device_hand_it_over_between_turns(visitor: Visitor) -> None:
    match = make(visitor, "risky_stars", ME, {"kind": "local", "name": "Bob"}, preset="lesson")["match"]["id"]
    page = visitor.open(f"/m/{match}")
    taken = []
    for _ in range(2):
        take = page.get_by_role("button", name=re.compile("^I am "))
        expect(take).to_be_visible()
        assert page.locator("[data-thing], [data-role=stock], [data-role=report]").count() == 0
        assert "units" not in page.locator("main").inner_html(), "nothing of the other seat is left in the page"
        taken.append(take.inner_text())
        take.click()
        on_turn(page)
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        page.locator(".place.shop").first.click(force=True)
        give(page)
        on_turn(page)
        page.locator(".place.own").nth(1).click(force=True)
        page.keyboard.press("Control+Enter")
        if len(taken) == 1:
            expect(take).not_to_have_text(taken[0])
    assert len(set(taken)) == 2
