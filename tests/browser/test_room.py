"""Orders first: what a turn needs is in sight, at every size of the window, and nothing scrolls sideways."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import COMPOSE, click
from tests.browser.browsing import Look, Visitor
from tests.browser.screenshots import SEATS
from tests.browser.tables import GREEDY, ME, RANDOM, play_to_the_end, sit, step, submit

WINDOWS = [(1366, 768), (1440, 900), (1920, 1080), (820, 1180), (1180, 820), (390, 844), (844, 390)]

OUT_OF_SIGHT = """
within => [...document.querySelectorAll(`[aria-label^=Orders] ${within ?? ""} :is(button, input, select):enabled`)]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
  .filter((each) => {
    const {top, bottom} = each.getBoundingClientRect();
    const {top: first, bottom: last} = each.closest(".scroll, .content")?.getBoundingClientRect() ??
      {top: 0, bottom: innerHeight};
    return top < first - 1 || bottom > last + 1;
  })
  .map((each) => each.ariaLabel ?? each.textContent)
"""
"""What can be pressed or changed among the orders, or in a part of them, and only after scrolling."""


def _resize(page: Page, window: tuple[int, int]) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


@pytest.mark.parametrize("game", [game for game in SEATS if game != "orbit"])
def test_everything_a_turn_needs_is_in_sight_on_a_desktop(visitor: Visitor, game: str) -> None:
    sit(visitor, game, ME, *[GREEDY] * (SEATS[game] - 1))
    expect(submit(visitor.page)).to_be_enabled()
    assert visitor.page.evaluate(OUT_OF_SIGHT) == []


TIGHT: dict[str, Any] = {
    "turn_order": "fixed",
    "closing": {"begins": 1, "every": 1, "stays": 2, "heat": 5},
    "start": {"ring": 3, "sectors": [0, 3], "heat": 5, "energy": {"engines": 3, "missiles": 2, "railgun": 4}},
}
"""Heat to vent, a burn to aim and two weapons that reach the other ship."""

CROWDED: dict[str, Any] = {
    "turn_order": "fixed",
    "start": {
        "ring": 3,
        "sectors": [0, 1, 2, 3],
        "heat": 2,
        "energy": {"engines": 1, "laser": 2, "railgun": 4, "missiles": 2},
    },
}
"""Several ships in the range of both guns."""


@pytest.mark.parametrize(
    ("window", "config", "others"),
    [
        ((1440, 900), TIGHT, 1),
        ((1440, 900), CROWDED, 3),
        ((1366, 768), TIGHT, 1),
        ((1180, 820), TIGHT, 1),
        ((1180, 820), CROWDED, 3),
    ],
)
def test_every_control_of_a_turn_of_orbit_is_in_sight(
    visitor: Visitor, window: tuple[int, int], config: dict[str, Any], others: int
) -> None:
    sit(visitor, "orbit", ME, *[RANDOM] * others, config=config)
    page = visitor.page
    _resize(page, window)
    page.get_by_role("group", name="Movement").get_by_role("button", name="Medium").click()
    if others > 1:
        page.get_by_role("group", name="Movement").get_by_role("button", name="Coast").click()
    for weapon in ("railgun", "missiles"):
        page.get_by_role("button", name=f"Fire the {weapon} at").last.click()
    expect(page.get_by_role("list", name="Results")).to_contain_text("damage")
    plan = page.get_by_role("group", name="Your plan")
    expect(plan.get_by_role("group", name="Heat to vent")).to_be_visible()
    expect(plan.get_by_role("combobox", name="Arrival sector")).to_have_count(1 if others == 1 else 0)
    plan.evaluate("plan => plan.closest('.scroll, .content').scrollTo(0, 0)")
    assert page.evaluate(OUT_OF_SIGHT, "fieldset") == []


@pytest.mark.parametrize("look", [Look("phone", "dark")], ids=str)
def test_one_gesture_shows_the_rest_of_a_turn_of_orbit_on_a_phone(visitor: Visitor) -> None:
    sit(visitor, "orbit", ME, RANDOM, config=TIGHT)
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    plan = page.get_by_role("group", name="Your plan")
    for window in ((390, 844), (844, 390)):
        _resize(page, window)
        there, room = plan.evaluate("plan => [plan.clientHeight, plan.closest('.content').clientHeight]")
        assert there <= 3 * room, window


@pytest.mark.parametrize("game", SEATS)
def test_submit_is_in_sight_at_every_size_and_nothing_scrolls_sideways(visitor: Visitor, game: str) -> None:
    sit(visitor, game, ME, *[GREEDY] * (SEATS[game] - 1))
    page = visitor.page
    for window in WINDOWS:
        _resize(page, window)
        expect(submit(page)).to_be_in_viewport(ratio=1)
        expect(page.locator("[data-role=forecast]")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), window


def test_an_empty_report_is_a_line_and_a_tab_where_there_is_little_height(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM)
    page = visitor.page
    empty = page.get_by_text("Nothing has happened yet.")
    expect(empty).to_be_in_viewport(ratio=1)
    report = page.get_by_role("heading", name="Report")
    box, words = report.bounding_box(), empty.bounding_box()
    assert box is not None
    assert words is not None
    assert abs(box["y"] - words["y"]) < box["height"], "they stand in one line"
    _resize(page, (1366, 768))
    expect(empty).to_be_hidden()
    page.get_by_role("button", name="Report", exact=True).click()
    expect(empty).to_be_in_viewport()
    expect(submit(page)).to_be_in_viewport(ratio=1)


def test_a_new_phase_begins_at_the_top(visitor: Visitor) -> None:
    sit(visitor, "territory", ME, *[RANDOM] * 5)
    page = visitor.page
    play_to_the_end(page, lambda page: COMPOSE["territory"](page, click), most_rounds=3)
    _resize(page, (1366, 420))
    panel = page.get_by_role("region", name="Orders", exact=True)
    panel.evaluate("box => { box.scrollTop = box.scrollHeight }")
    assert panel.evaluate("box => box.scrollTop") > 0
    before = step(page)
    submit(page).click()
    page.wait_for_function("before => Number(document.querySelector('[data-step]').dataset.step) > before", arg=before)
    page.wait_for_function("box => box.scrollTop === 0", arg=panel.element_handle())


def test_a_new_turn_begins_with_nothing_selected(visitor: Visitor) -> None:
    sit(visitor, "kepler", ME, RANDOM)
    page = visitor.page
    page.get_by_role("button", name=re.compile(", yours")).first.click(force=True)
    expect(page.locator(".region.target").first).to_be_attached()
    submit(page).click()
    page.wait_for_function("() => Number(document.querySelector('[data-step]').dataset.step) > 0")
    expect(submit(page)).to_be_enabled()
    expect(page.locator(".region.target")).to_have_count(0)


@pytest.mark.parametrize("look", [Look("tablet", "dark")], ids=str)
def test_on_a_tablet_orders_are_wider_than_the_report(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM)
    page = visitor.page
    orders, report = page.get_by_role("region", name="Orders"), page.get_by_role("heading", name="Report")
    expect(submit(page)).to_be_enabled()
    before = step(page)
    submit(page).click()
    page.wait_for_function("before => Number(document.querySelector('[data-step]').dataset.step) > before", arg=before)
    wide, right = orders.bounding_box(), report.bounding_box()
    assert wide is not None
    assert right is not None
    assert 820 * 0.55 < wide["width"] <= right["x"]


def test_a_long_match_does_not_make_the_page_grow(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, GREEDY, GREEDY, GREEDY)
    page = visitor.page
    report = page.locator("[data-role=report]")
    sizes: dict[int, int] = {}

    def measure(page: Page) -> None:
        fold = page.get_by_role("button", name="Report", expanded=False)
        if fold.is_visible():
            fold.click()
        sizes[step(page)] = report.locator("*").count()

    play_to_the_end(page, measure, most_rounds=5)
    measure(page)
    first, *_, last = sizes
    assert last > first + 45
    assert max(sizes.values()) < 600, sizes
    shown = report.locator("article").count()
    page.get_by_role("button", name="Show earlier").click()
    expect(report.locator("article").nth(shown)).to_be_attached()


def test_plain_moves_are_folded_and_rules_named_on_demand(visitor: Visitor) -> None:
    sit(visitor, "kepler", ME, GREEDY, GREEDY)
    page = visitor.page
    play_to_the_end(page, lambda page: COMPOSE["kepler"](page, click), most_rounds=2)
    report = page.locator("[data-role=report]")
    moves = report.get_by_text(re.compile(r"^\d+ moves$")).first
    expect(moves).to_be_visible()
    expect(report.get_by_text("KH-5")).to_have_count(0)
    before = report.locator("li").count()
    moves.click()
    expect(report.locator("li").nth(before)).to_be_visible()
    page.evaluate("localStorage.setItem('armillary.settings', JSON.stringify({rules: true}))")
    page.reload()
    moves.click()
    expect(report.get_by_role("link", name=re.compile(r"^KH-")).first).to_be_attached()
