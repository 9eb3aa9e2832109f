"""Risky Stars' places: on the screen when a turn begins, and called by names that tell them apart."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.browsing import Visitor
from tests.browser.tables import ME, RANDOM, sit
from tests.browser.test_risky_board import end_turn, middle, on_turn


def test_a_turn_begins_with_the_home_in_sight_wherever_the_map_was(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    own, board = page.locator(".place.own .disc"), page.locator("svg[aria-label=Map]")
    heights = sorted(middle(place)[1] for place in own.all())
    room = board.bounding_box()
    assert room is not None
    top, left = room["y"], room["x"]
    page.mouse.move(left + 6, room["y"] + room["height"] - 6)
    page.mouse.down()
    page.mouse.move(left + 6, room["y"] + room["height"] - 6 - (heights[-1] - top), steps=5)
    page.mouse.up()
    expect(own.last).to_be_attached()
    assert not all(middle(place)[1] > top for place in own.all()), "half of the home is cut off"
    end_turn(page)
    on_turn(page)
    for place in own.all():
        expect(place).to_be_in_viewport(ratio=1)


def test_places_are_called_by_names_that_no_other_place_has(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    page.locator("[data-role=tab-Buy]").click()
    offered = page.get_by_role("combobox", name="Buy for another place").locator("option").all_inner_texts()[1:]
    assert len(offered) == len({*offered}) == 4
    page.locator("[data-role=tab-Move]").click()
    page.locator(".place.own").first.click(force=True)
    page.locator(".place.target.mouth").first.click(force=True)
    goals = page.get_by_role("combobox", name="Destination").locator("option").all_inner_texts()
    assert len(goals) == len({*goals})
    assert any(re.fullmatch(r"\w+'s \w+ mouth", goal) for goal in goals)
    shown = page.locator("[data-role=board], [aria-label=Orders]").all_inner_texts()
    assert not re.search(r"\w/\w|Mouth-", " ".join(shown))
