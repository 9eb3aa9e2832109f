"""Orbit Simulator's planning: energy moved about, shots aimed on the board, and refusals where they belong."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import Visitor
from tests.browser.tables import ME, RANDOM, sit, submit, table

START: dict[str, Any] = {"ring": 3, "sectors": [0, 3], "energy": {"missiles": 2, "railgun": 4}}
"""Two ships so near each other that they can fire at once."""


def _planning(visitor: Visitor, **terms: Any) -> Page:
    sit(visitor, "orbit", ME, RANDOM, **terms)
    expect(submit(visitor.page)).to_be_enabled()
    return visitor.page


def _energy(page: Page, subsystem: str) -> Locator:
    return page.get_by_role("slider", name=f"Energy for the {subsystem}")


def _drag(page: Page, start: Locator, goal: Locator) -> None:
    goal.scroll_into_view_if_needed()
    for place, press in ((start, page.mouse.down), (goal, page.mouse.up)):
        box = place.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        press()


def test_energy_is_dragged_from_the_reactor_to_a_subsystem_and_back(visitor: Visitor) -> None:
    page = _planning(visitor)
    reactor, laser = page.locator("[data-energy=reactor]"), page.locator("[data-energy=laser]")
    _drag(page, reactor.locator(".full").first, laser)
    expect(_energy(page, "laser")).to_have_attribute("aria-valuenow", "1")
    expect(reactor).to_contain_text("9 free")
    _drag(page, laser.locator(".full").first, page.locator("[data-energy=shields]"))
    expect(_energy(page, "shields")).to_have_attribute("aria-valuenow", "1")
    _drag(page, page.locator("[data-energy=shields] .full").first, reactor)
    expect(reactor).to_contain_text("10 free")
    expect(submit(page)).to_be_enabled()


def test_a_refusal_stands_at_the_control_it_is_about(visitor: Visitor) -> None:
    page = _planning(visitor)
    moves = page.get_by_role("group", name="Movement")
    moves.get_by_role("button", name="Light").click()
    subsystems = page.get_by_role("region", name="Subsystems")
    expect(subsystems.get_by_text("A light burn needs 1 energy in the engines, not 0.")).to_be_visible()
    expect(submit(page)).to_be_disabled()
    page.get_by_role("button", name="One more for the engines").click()
    expect(subsystems.get_by_text("which does not exist")).to_be_visible()
    moves.get_by_role("button", name="Coast").click()
    expect(subsystems.locator(".refusal")).to_have_count(0)
    expect(submit(page)).to_be_enabled()


def test_a_weapon_is_aimed_by_its_reach_and_a_tap_on_a_ship(visitor: Visitor) -> None:
    page = _planning(visitor, config={"start": START})
    page.get_by_role("button", name="Aim the missiles").click()
    assert page.locator("path.reach").count() == 5, "from ring 3, missiles reach all five rings"
    page.locator("svg [data-thing='ship:2']").click(force=True)
    fire = page.get_by_role("button", name="Fire the missiles at")
    expect(fire).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("list", name="What it comes to")).to_contain_text("3 damage; hull 7 left")
    submit(page).click()
    expect(table(page)).not_to_have_attribute("data-step", "0")
    expect(page.get_by_role("region", name="Report", exact=True)).to_contain_text("fired the missiles at")


def test_recoil_is_shown_and_can_be_compensated_for(visitor: Visitor) -> None:
    page = _planning(visitor, config={"start": {**START, "energy": {"engines": 1, "railgun": 4}}})
    page.get_by_role("button", name="Fire the railgun at").click()
    dock = page.get_by_text("next turn R2 S0")
    expect(dock).to_be_visible()
    page.get_by_role("button", name="Compensate").click()
    expect(dock).to_have_count(0)
    expect(submit(page)).to_be_enabled()


def test_where_everybody_will_be_is_shown_when_asked_for(visitor: Visitor) -> None:
    page = _planning(visitor)
    ghosts = page.locator("svg .ghost")
    expect(ghosts).to_have_count(1)
    page.get_by_role("button", name="Look ahead").click()
    expect(ghosts).to_have_count(2)
