"""Boards in little room: nothing lies over what has to be read or touched."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Visitor
from tests.browser.positions import bring, play_on, played
from tests.browser.tables import ME, RANDOM, sit, submit, table

READABLE = 11
"""Pixels of a number that can be read."""

COVERED = """([over, under]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  return boxes(over).some((one) => boxes(under).some((other) =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1
  ));
}"""


def _is_covered(page: Page, over: str, under: str) -> Any:
    return page.evaluate(COVERED, [over, under])


@pytest.mark.parametrize(
    ("game", "seats", "preset"), [("kepler", 2, "quick"), ("kepler", 2, "standard"), ("territory", 3, "standard")]
)
def test_the_controls_of_a_map_cover_nothing_of_it(visitor: Visitor, game: str, seats: int, preset: str) -> None:
    sit(visitor, game, ME, *[RANDOM] * (seats - 1), preset=preset)
    page = visitor.page
    for width, height in ((1440, 900), (1180, 820), (844, 390), (720, 450), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Fit the map").click()
        expect(page.locator("[data-thing]").first).to_be_in_viewport()
        # Rings around regions are drawn only where something is selected, and reach further.
        page.wait_for_function(
            f"(parts) => !({COVERED})(parts)", arg=["[data-role=tools]", ".disc, .ground, .numbers text"]
        )


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844)])
def test_units_are_counted_in_letters_that_can_be_read(visitor: Visitor, width: int, height: int) -> None:
    match = played("territory", 3, "crowding")
    page = visitor.page
    page.set_viewport_size({"width": width, "height": height})
    visitor.open(f"/m/{bring(visitor, match)}?step=20")
    expect(page.locator(".count").first).to_be_visible()
    sizes = page.locator(".count, .numbers text").evaluate_all(
        "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"
    )
    assert min(sizes) >= READABLE


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)], ids=str)
@pytest.mark.parametrize("text", ["100%", "200%"])
def test_claimed_planets_lie_beside_what_a_plate_says(visitor: Visitor, size: tuple[int, int], text: str) -> None:
    page = visitor.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.open(f"/m/{play_on(visitor, played('skirmish', 2, 'crowding'), 9)}")
    expect(table(page)).to_be_visible()
    expect(submit(page)).to_be_enabled()
    page.evaluate("size => (document.documentElement.style.fontSize = size)", text)
    if text == "200%":
        expect(page.locator(".header")).not_to_have_css("height", "52px")
    assert page.locator(".planet.claimed").count() > 0
    for part in (".plate .name", ".plate .score", ".plate .ships"):
        assert not _is_covered(page, ".planet.claimed .art circle.base", part), part
    for one, other in ((".seat", ".heading"), (".seat", ".planet.stake .label"), (".heading", ".planet.stake .label")):
        assert not _is_covered(page, one, other), (one, other)


def test_the_button_says_which_card_it_plays(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM)
    page = visitor.page
    expect(submit(page)).to_have_text("Play the 1")
    page.keyboard.type("12")
    expect(submit(page)).to_have_text("Play the 12")
