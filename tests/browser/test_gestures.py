"""No empty gestures: what leaves nothing to choose gives itself, one's own is selected first, keys stay in the hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Look, Visitor
from tests.browser.positions import play_on, played
from tests.browser.tables import ME, RANDOM, end, make, sit, step, submit, table

INVITE = {"kind": "invite"}


def _with_a_friend(ada: Visitor, grace: Visitor, game: str, *bots: dict[str, str], **terms: object) -> Page:
    """Ada's page of a match against Grace, who has not ordered anything, and some bots."""
    made = make(ada, game, ME, INVITE, *bots, **terms)
    match = made["match"]["id"]
    grace.context.request.get("/api/me")
    assert grace.context.request.post(f"/api/matches/{match}/join", data={"invite": made["invites"]["2"]}).ok
    page = ada.open(f"/m/{match}")
    expect(table(page)).to_be_visible()
    return page


# -- orders that give themselves -----------------------------------------------------------------------------


def test_the_last_card_plays_itself(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
    page = visitor.page
    for given in range(4):
        expect(table(page)).to_have_attribute("data-step", str(given))
        expect(submit(page)).to_be_enabled()
        submit(page).click()
    expect(table(page)).to_have_attribute("data-step", "5")


def test_the_last_card_can_be_taken_back_and_then_waits_for_its_player(chromium_pair: tuple[Visitor, Visitor]) -> None:
    planets = [{"id": "P1", "victory_points": 1}]
    page = _with_a_friend(*chromium_pair, "skirmish", config={"planets": planets, "fleet_values": [4]})
    expect(page.get_by_text("Your last card plays itself.")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(submit(page)).to_be_enabled()
    page.reload()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    assert step(page) == 0


def test_bots_are_told_nothing_and_nobody_is_asked_to(visitor: Visitor) -> None:
    sit(visitor, "territory", ME, RANDOM, RANDOM, preset="quick")
    page = visitor.page
    expect(page.get_by_role("region", name="Commands")).to_be_visible()
    assert page.get_by_role("textbox", name="Your declaration").count() == 0
    assert step(page) > 0


def test_people_say_nothing_by_one_press(chromium_pair: tuple[Visitor, Visitor]) -> None:
    page = _with_a_friend(*chromium_pair, "territory", RANDOM, preset="quick")
    words = page.get_by_role("textbox", name="Your declaration")
    expect(words).to_be_in_viewport(ratio=1)
    nothing = page.get_by_role("button", name="Nothing this round")
    expect(nothing).to_be_enabled()
    words.fill("I come in peace.")
    expect(nothing).to_be_hidden()
    words.fill("")
    nothing.click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()


# -- what is one's own ---------------------------------------------------------------------------------------


def _own_neighbours(page: Page) -> tuple[str, str]:
    """Two own things on the map, of which the first can go to the second."""
    own = page.locator("[data-thing][aria-label*=', yours,']")
    for thing in own.evaluate_all("things => things.map((each) => each.dataset.thing)"):
        page.locator(f"[data-thing='{thing}']").click(force=True)
        near = page.locator(".target[data-thing][aria-label*=', yours,']")
        if near.count():
            return str(thing), str(near.first.get_attribute("data-thing"))
        page.keyboard.press("Escape")
    raise AssertionError("no two lie side by side")


@pytest.mark.parametrize("look", [Look(), Look("phone", "dark")], ids=str)
@pytest.mark.parametrize(("game", "seats", "at"), [("kepler", 3, 1), ("territory", 3, 16)])
def test_ones_own_is_selected_and_going_there_is_a_second_step(
    visitor: Visitor, game: str, seats: int, at: int
) -> None:
    match = played(game, seats, "gestures")
    page = visitor.open(f"/m/{play_on(visitor, match, at)}")
    expect(submit(page)).to_be_enabled()
    here, there = _own_neighbours(page)
    arrows = page.locator("svg .arrow.ordered")
    page.locator(f"[data-thing='{there}']").click(force=True)
    expect(page.locator(f"[data-thing='{there}']")).to_have_attribute("aria-pressed", "true")
    assert arrows.count() == 0
    page.locator("[data-role=offer]").click()
    expect(arrows).to_have_count(1)
    expect(page.get_by_role("button", name="Remove", exact=True)).to_be_visible()
    expect(page.locator(f"[data-thing='{here}']")).to_have_attribute("aria-label", re.compile(r" going "))


@pytest.mark.parametrize(("game", "at"), [("kepler", 1), ("territory", 16)])
def test_a_fresh_turn_has_nothing_selected(visitor: Visitor, game: str, at: int) -> None:
    match = played(game, 3, "gestures")
    page = visitor.open(f"/m/{play_on(visitor, match, at)}")
    expect(page.locator("[data-thing][aria-label*=', yours,']").first).to_be_visible()
    expect(submit(page)).to_be_enabled()
    page.keyboard.press("n")
    selected = page.locator("[data-thing][aria-pressed=true]")
    expect(selected).to_have_count(1)
    before = step(page)
    page.keyboard.press("Control+Enter")
    expect(table(page)).not_to_have_attribute("data-step", str(before))
    expect(selected).to_have_count(0)
    expect(submit(page).or_(end(page)).first).to_be_visible()
    if end(page).is_visible():
        return  # somebody has won meanwhile
    page.locator("[data-thing][aria-label*=', yours,']").first.click(force=True)
    expect(selected).to_have_count(1)
    assert page.locator("svg .arrow.ordered").count() == 0


# -- keys ----------------------------------------------------------------------------------------------------


def test_digits_choose_cards_and_the_hand_keeps_the_focus(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM)
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    for card in (7, 12):
        page.keyboard.type(str(card))
        expect(page.get_by_role("radio", name=f"Card {card}", exact=True)).to_be_checked()
    page.get_by_role("radio", name="Card 12", exact=True).focus()
    page.keyboard.press("Control+Enter")
    expect(table(page)).to_have_attribute("data-step", "1")
    expect(page.locator("[data-role=hand] input:focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Control+Enter")
    expect(table(page)).to_have_attribute("data-step", "2")


@pytest.mark.parametrize("game", ["skirmish", "kepler", "territory"])
def test_nobody_with_a_mouse_is_told_to_tap(visitor: Visitor, game: str) -> None:
    sit(visitor, game, ME, RANDOM, *([RANDOM] if game == "territory" else []), preset="lesson")
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    page.keyboard.press("n")
    assert not re.search(r"\btap\b", page.locator("main").inner_text(), re.IGNORECASE)
