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


DOUBLE_CLICK = 600
"""Milliseconds after which a click is no second one: the button that gave an order does not end the turn by that."""

MAX_MOVES = 3
"""So many things are done in a turn of Risky Stars before it ends: more would only take longer."""


def buy_and_move(page: Page, hand: Hand) -> None:
    """Risky Stars: buy for the first places that glow; then send armies, best to what is not ours; then end it."""
    shops = page.locator(".place.shop")
    done = page.locator("[data-role=turn] li:not(.muted)").count()
    if shops.count():
        for index in range(min(2, shops.count())):
            hand(shops.nth(index))
    elif done <= MAX_MOVES:
        page.keyboard.press("n")
        targets = page.locator(".place.target")
        others = page.locator(".place.target:not(.own)")
        if targets.count():
            hand((others if others.count() else targets).first)
    page.keyboard.press("Escape")
    if submit(page).inner_text().startswith("End turn"):
        page.wait_for_timeout(DOUBLE_CLICK)
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
    "risky_stars": buy_and_move,
    "territory": march,
    "orbit": plan_a_turn,
}
