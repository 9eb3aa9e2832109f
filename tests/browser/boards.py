"""Playing on the boards, as hands do it: by mouse, by touch and by the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import submit

Hand = Callable[[Locator], None]
"""How something is touched."""


def click(thing: Locator) -> None:
    """By the mouse, in the middle of it."""
    thing.click(force=True)


def tap(thing: Locator) -> None:
    """By a finger."""
    thing.tap(force=True)


def play_a_card(page: Page, hand: Hand) -> None:
    """Stellar Skirmish: raise the middle card."""
    cards = page.locator("[data-role=hand] label")
    hand(cards.nth(cards.count() // 2))
    expect(submit(page)).to_be_enabled()


def send_a_fleet(page: Page, hand: Hand) -> None:
    """Kepler's Horizon: from the first region that has fleets of ours to the first it can go to."""
    own = page.get_by_role("button", name=re.compile(", yours")).first
    if own.count() == 0:
        return
    hand(own)
    target = page.locator(".region.target").first
    if target.count():
        hand(target)
    page.keyboard.press("Escape")
    expect(submit(page)).to_be_enabled()


def march(page: Page, hand: Hand) -> None:
    """Territory: say something, or march from the first own square to the first it can reach."""
    words = page.get_by_role("textbox", name=re.compile("declar", re.IGNORECASE))
    if words.count():
        words.first.fill("I come in peace.")
    elif page.locator(".square.own").count():
        hand(page.locator(".square.own").first)
        if page.locator(".square.target").count():
            hand(page.locator(".square.target").first)
        page.keyboard.press("Escape")
    expect(submit(page)).to_be_enabled()


def plan_a_turn(page: Page, hand: Hand) -> None:
    """Orbit Simulator: fire at the first ship that can be fired at, or else give energy to the first that takes it."""
    open_now = page.locator(":enabled:not(.dim)")
    fire = page.get_by_role("button", name=re.compile("^Fire the .* at "), pressed=False).and_(open_now)
    give = page.get_by_role("button", name=re.compile("^One more for the ")).and_(open_now)
    for change in (fire, give):
        if change.count():
            hand(change.first)
            break
    expect(submit(page)).to_be_enabled()


COMPOSE: dict[str, Callable[[Page, Hand], None]] = {
    "skirmish": play_a_card,
    "kepler": send_a_fleet,
    "territory": march,
    "orbit": plan_a_turn,
}
