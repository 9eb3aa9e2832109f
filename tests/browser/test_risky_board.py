"""Risky Stars' board: ten rounds by every hand, odds and dice of an attack, and what the panel orders."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from armillary.core import record
from armillary.core.match import AnyMatch, Turn
from armillary.games.risky_stars.model import Fought, Move
from tests.browser.boards import COMPOSE, click, tap
from tests.browser.browsing import Look, Visitor
from tests.browser.positions import ME_FIRST, compose, play_on, played
from tests.browser.tables import GREEDY, ME, RANDOM, click_submit, play_to_the_end, sit, step, submit
from tests.browser.test_boards import by_keys

TEN = {"max_rounds": 10, "domination": None}
MOST_SHOWN = 10
"""So many dice stand one by one; more are counted."""

matrix = pytest.mark.matrix


@matrix
@pytest.mark.parametrize("look", [Look(), Look("phone", "dark")], ids=str)
def test_ten_rounds_by_mouse_and_by_touch(visitor: Visitor, look: Look) -> None:
    sit(visitor, "risky_stars", ME, GREEDY, RANDOM, config=TEN)
    hand = click if look.size == "desktop" else tap
    give = click_submit if look.size == "desktop" else (lambda page: submit(page).tap())
    assert play_to_the_end(visitor.page, lambda page: COMPOSE["risky_stars"](page, hand), give) > 30


@matrix
def test_ten_rounds_by_the_keyboard_alone(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, config=TEN)
    keys = partial(by_keys, game="risky_stars")
    assert play_to_the_end(visitor.page, keys, lambda page: page.keyboard.press("Control+Enter")) > 30


def test_a_double_click_gives_an_order_and_does_not_end_the_turn(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    expect(submit(page)).to_have_text("End turn")
    expect(page.get_by_text("Unused: 16 units to buy, 4 armies to move")).to_be_visible()
    page.locator(".place.shop").first.click(force=True)
    expect(submit(page)).to_have_text("Give this order now")
    expect(submit(page)).to_be_enabled()
    submit(page).dblclick(delay=80)
    expect(submit(page)).to_have_text("End turn")
    expect(page.locator("[data-role=turn] li")).to_contain_text("buys 16 units")


def test_places_that_are_tapped_share_the_units(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    shops = page.locator(".place.shop")
    expect(shops).to_have_count(4)
    for index in range(4):
        shops.nth(index).click(force=True)
    expect(page.get_by_role("button", name="yours, 3 units, 4 to be bought")).to_have_count(4)


def test_heroes_are_posted_and_alliances_proposed_from_the_panel(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, RANDOM, preset="lesson")
    page = visitor.page
    done = page.locator("[data-role=turn]")
    for tab, button, told in (
        ("Heroes", "Post", "posts a hero of class I "),
        ("Diplomacy", "Propose an alliance", "proposes an alliance"),
    ):
        expect(submit(page)).to_have_text("End turn")
        page.locator(f"[data-role=tab-{tab}]").click()
        page.get_by_role("button", name=button).first.click()
        expect(submit(page)).to_have_text("Give this order now")
        submit(page).click()
        expect(done).to_contain_text(told)


def _attack(match: AnyMatch) -> int:
    """A step of a match after which the first bot gives two orders, the second of them an attack with many dice."""
    _, *tables = record.replay(record.export(match))
    for number, (before, after) in enumerate(pairwise(tables)):
        orders = [dict(turn.orders) for turn in (before.log[-1], after.log[-1]) if isinstance(turn, Turn)]
        fights = [event for event in after.recent[-1].events if isinstance(event, Fought)]
        is_own = all(ME_FIRST in order for order in orders) and isinstance(orders[-1].get(ME_FIRST), Move)
        if is_own and fights and len(fights[0].attack) > MOST_SHOWN:
            return number
    raise AssertionError("nobody attacks")


def test_odds_come_before_an_attack_and_dice_after_it(visitor: Visitor) -> None:
    match = played("risky_stars", 2, "attack", "quick")
    at = _attack(match)
    visitor.open("/")
    table = play_on(visitor, match, at)
    compose(visitor, match, at, table)
    page = visitor.open(f"/m/{table}")
    page.locator("[data-role=tab-Move]").click()
    expect(page.get_by_role("group", name="Odds")).to_contain_text("to take it this round")
    expect(submit(page)).to_have_text("Give this order now")
    before = step(page)
    submit(page).click()
    page.wait_for_function("before => Number(document.querySelector('[data-step]').dataset.step) > before", arg=before)
    dice = page.locator("[data-role=dice]").get_by_role("img").last
    expect(dice).to_be_visible()
    assert 0 < dice.locator(".pair").count() < 30, "alike pairs are counted together"
