"""Risky Stars' board: ten rounds by every hand, odds and dice of an attack, and what the panel orders."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from armillary.core import record
from armillary.core.match import AnyMatch, Turn
from armillary.games.risky_stars.model import Fought, Move, Upgrade
from tests.browser.boards import COMPOSE, click, tap
from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.positions import ME_FIRST, bring, compose, play_on, played
from tests.browser.tables import (
    GREEDY,
    ME,
    RANDOM,
    SECONDS,
    click_submit,
    play_to_the_end,
    sit,
    step,
    submit,
)
from tests.browser.test_boards import by_keys

TEN = {"max_rounds": 10, "domination": None}
MAX_SHOWN = 8
"""So many pairs of dice are shown; of more, it is told what they cost."""

matrix = pytest.mark.matrix


def on_turn(page: Page) -> None:
    """Wait until the turn is one's own, with nothing composed."""
    expect(submit(page)).to_have_text("End turn", timeout=SECONDS * 1000)
    expect(submit(page)).to_be_enabled()


def give(page: Page) -> None:
    """Give the order that is composed."""
    expect(submit(page)).to_have_text("Submit this order")
    expect(submit(page)).to_be_enabled()
    before = step(page)
    page.keyboard.press("Control+Enter")
    page.wait_for_function("before => Number(document.querySelector('[data-step]').dataset.step) > before", arg=before)


def end_turn(page: Page) -> None:
    on_turn(page)
    before = step(page)
    page.keyboard.press("Control+Enter")
    page.wait_for_function("before => Number(document.querySelector('[data-step]').dataset.step) > before", arg=before)


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
    expect(submit(page)).to_have_text("Submit this order")
    expect(submit(page)).to_be_enabled()
    submit(page).dblclick(delay=80)
    expect(submit(page)).to_have_text("End turn")
    expect(page.locator("[data-role=turn] li")).to_contain_text("buys 16 units")


def test_keys_that_are_held_down_give_one_order(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    page.locator(".place.shop").first.click(force=True)
    expect(submit(page)).to_be_enabled()
    page.keyboard.down("Control")
    page.keyboard.down("Enter")
    on_turn(page)
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.up("Control")
    page.locator("[data-role=tab-Heroes]").click()
    page.get_by_role("button", name="Post").first.click()
    give(page)
    expect(page.locator("[data-role=turn] li")).to_have_count(2)


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
        expect(submit(page)).to_have_text("Submit this order")
        submit(page).click()
        expect(done).to_contain_text(told)


# -- fights and bodies -------------------------------------------------------------------------------------


def _before(match: AnyMatch, is_meant: Callable[[AnyMatch, object], bool]) -> int:
    """A step of a match after which the first bot gives two orders, the second of them one that is meant."""
    _, *tables = record.replay(record.export(match))
    for number, (before, after) in enumerate(pairwise(tables)):
        orders = [dict(turn.orders) for turn in (before.log[-1], after.log[-1]) if isinstance(turn, Turn)]
        if all(ME_FIRST in order for order in orders) and is_meant(after, orders[-1].get(ME_FIRST)):
            return number
    raise AssertionError("nobody does that")


def _fights(match: AnyMatch) -> list[Fought]:
    return [event for event in match.recent[-1].events if isinstance(event, Fought)]


def _is_attack(after: AnyMatch, order: object) -> bool:
    return isinstance(order, Move) and any(len(fought.attack) > MAX_SHOWN for fought in _fights(after))


def test_odds_come_before_an_attack_and_dice_after_it(visitor: Visitor) -> None:
    match = played("risky_stars", 2, "attack", "quick")
    at = _before(match, _is_attack)
    table = play_on(visitor, match, at)
    compose(visitor, match, at, table)
    page = visitor.open(f"/m/{table}")
    page.locator("[data-role=tab-Move]").click()
    expect(page.get_by_role("group", name="Odds")).to_contain_text("to take it this round")
    give(page)
    dice = page.locator("[data-role=dice]").get_by_role("img").last
    expect(dice).to_be_visible()
    assert 0 < dice.locator(".pair").count() <= MAX_SHOWN
    expect(dice.locator(".result")).to_have_text(re.compile(r"^You lose (\d+|none), .* loses (\d+|none)\.$"))


STAGE = 900
"""Milliseconds."""


@pytest.mark.parametrize("look", [Look(), Look("phone", "light")], ids=str)
def test_dice_roll_in_the_middle_of_the_board_and_can_be_skipped(chromium: Browsing, look: Look) -> None:
    match = played("risky_stars", 2, "attack", "quick")
    at = _before(match, _is_attack)
    with chromium.visitor(look, motion=True) as visitor:
        page = visitor.page
        page.clock.install()
        table = play_on(visitor, match, at)
        compose(visitor, match, at, table)
        visitor.open(f"/m/{table}")
        expect(submit(page)).to_have_text("Submit this order")
        expect(submit(page)).to_be_enabled()
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        page.keyboard.press("Control+Enter")
        expect(page.locator(".token")).to_be_visible()
        dice = page.locator("[data-role=board] figure.large")
        expect(dice).to_have_count(0)
        page.clock.run_for(STAGE)
        expect(dice).to_be_visible()
        assert 0 < dice.locator(".pair").count() <= MAX_SHOWN
        expect(dice.locator(".result")).to_be_hidden()
        board, centre = page.locator("[data-role=board]").bounding_box(), middle(dice)
        assert board is not None
        assert abs(centre[0] - board["x"] - board["width"] / 2) < board["width"] / 10
        page.clock.run_for(STAGE)
        expect(dice.locator(".result")).to_have_text(re.compile(r"^You lose (\d+|none), .* loses (\d+|none)\.$"))
        page.locator("[data-role=board]").click()
        expect(dice).to_have_count(0)


@pytest.mark.parametrize("look", [Look("phone", "dark")], ids=str)
def test_hundreds_of_dice_are_told_in_a_sentence_and_fit_a_phone(visitor: Visitor) -> None:
    match = played("risky_stars", 2, "big")
    tables = list(record.replay(record.export(match)))
    sizes = [max((len(each.attack) + len(each.defence) for each in _fights(table)), default=0) for table in tables]
    largest = max(sizes)
    assert largest > 200
    page = visitor.open(f"/m/{bring(visitor, match)}?step={sizes.index(largest)}")
    dice = page.locator("[data-role=dice]").get_by_role("img").last
    expect(dice).to_be_visible()
    expect(dice.locator(".pair")).to_have_count(MAX_SHOWN)
    fought = _fights(tables[sizes.index(largest)])[-1]
    paired = min(len(fought.attack), len(fought.defence))
    told = re.search(r"…and (\d+) more pairs: .* loses? (\d+), .* loses? (\d+)\.", dice.inner_text())
    assert told is not None
    rest, attack, defence = map(int, told.groups())
    assert rest == attack + defence == paired - MAX_SHOWN, "every pair is told once"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"


def test_an_upgrade_has_a_price_and_a_pay_back_and_leaves_pips(visitor: Visitor) -> None:
    match = played("risky_stars", 2, "big")
    at = _before(match, lambda _, order: isinstance(order, Upgrade))
    page = visitor.open(f"/m/{play_on(visitor, match, at)}")
    page.locator("[data-role=tab-Upgrade]").click()
    upgrade = page.get_by_role("button", name=re.compile(r"^Upgrade \w"), disabled=False).first
    line = page.get_by_role("listitem").filter(has=upgrade).first
    expect(line).to_contain_text(re.compile(r"500 (population|metals|fuel)"))
    expect(line).to_contain_text(re.compile(r"Yields \d+ → \d+ .*pays back in \d+ rounds"))
    poor = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Upgrade", disabled=True)).first
    expect(poor).to_contain_text(re.compile(r"Needs \d+ more"))
    built = page.locator("svg .built")
    before = built.count()
    upgrade.click()
    expect(page.locator("[data-role=stock]")).to_contain_text("→")
    give(page)
    expect(built).to_have_count(before + 1)


def test_a_hero_that_is_posted_stands_on_the_board(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    page.locator("[data-role=tab-Heroes]").click()
    own = page.locator(".notes .hero", has_text=re.compile("^I$"))
    before = own.count()
    page.get_by_role("button", name="Post").first.click()
    give(page)
    expect(own).to_have_count(before + 1)
    expect(page.get_by_role("button", name=re.compile("yours, 3 units, hero I$"))).to_have_count(4)
    assert min(own.locator("text").evaluate_all(FONT_SIZES)) >= READABLE


READABLE = 11
"""The least size of figures, in pixels."""

TARGET = 32
"""The least size of what is aimed at, in pixels."""


@pytest.mark.parametrize("look", [Look(), Look("phone", "light")], ids=str)
def test_counts_can_be_read_with_six_at_the_table(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, *[RANDOM] * 5)
    page = visitor.page
    on_turn(page)
    counts = page.locator("svg .written .units:visible")
    assert counts.count() >= 4
    assert min(counts.evaluate_all(FONT_SIZES)) >= READABLE
    own = [box for box in (place.bounding_box() for place in page.locator(".place.own .disc").all()) if box]
    assert min(box["width"] for box in own) >= TARGET
    names = page.locator("svg .name:visible")
    assert names.count() > 0
    assert min(names.evaluate_all(FONT_SIZES)) >= READABLE


FONT_SIZES = "texts => texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
"""Of what is written on the board, in pixels."""


def _whole(page: Page) -> bool:
    """Are all systems on the screen?"""
    return bool(page.evaluate(IS_WHOLE))


IS_WHOLE = """
() => {
  const { left, right, top, bottom } = document.querySelector("svg[aria-label=Map]").getBoundingClientRect();
  const isSeen = (box) => box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;
  return [...document.querySelectorAll("svg .space")].every((each) => isSeen(each.getBoundingClientRect()));
}
"""


def test_a_large_map_opens_where_i_play_and_a_key_shows_all_of_it(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, *[RANDOM] * 5)
    page = visitor.page
    on_turn(page)
    assert not _whole(page)
    for place in page.locator(".place.own").all():
        expect(place).to_be_in_viewport()
    page.keyboard.press("0")
    page.wait_for_function(IS_WHOLE)


# -- gestures ----------------------------------------------------------------------------------------------


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_army_is_dragged_to_where_it_goes(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    expect(page.locator(".place.selected")).to_have_count(0)
    page.mouse.move(*middle(page.locator(".place.own .disc").first))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".place.own .disc").last), steps=3)
    goals = page.locator(".place.target:not(.own)")
    expect(goals.first).to_be_visible()
    page.mouse.move(*middle(goals.first.locator(".disc")), steps=3)
    page.mouse.up()
    expect(page.locator(".place.target")).to_have_count(0)
    expect(page.locator(".arrow.ordered")).to_contain_text("2")
    expect(page.get_by_text("Your first move ends buying: 16 units could still be bought.").first).to_be_visible()
    give(page)
    expect(page.locator("[data-role=turn] li")).to_contain_text(["sends 2 units", "takes"])


def test_enter_gives_what_is_composed_and_never_ends_a_turn(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    page.locator(".place.shop").first.click(force=True)
    expect(submit(page)).to_have_text("Submit this order")
    expect(submit(page)).to_be_enabled()
    page.keyboard.press("Enter")
    on_turn(page)
    expect(page.locator("[data-role=turn] li")).to_contain_text("buys 16 units")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.get_by_text("18 of 19 units can leave; one always stays.")).to_be_visible()
    page.locator(".place.target:not(.own)").first.click(force=True)
    count = page.get_by_role("spinbutton", name=re.compile("^Units from"))
    count.fill("4")
    count.press("Tab")
    expect(submit(page)).to_be_enabled()
    page.locator(".dock").get_by_role("button", name="All but one").click()
    expect(count).to_have_value("18")
    count.fill("5")
    count.press("Enter")
    on_turn(page)
    expect(page.locator("[data-role=turn] li").nth(1)).to_contain_text("sends 5 units")
    before = step(page)
    page.locator(".place.own").first.click(force=True)
    page.keyboard.press("Enter")
    expect(page.locator(".place.selected")).to_have_count(0)
    assert step(page) == before, "Enter only chooses where nothing is composed"


# -- turns -------------------------------------------------------------------------------------------------


def test_an_order_that_was_given_lets_go_of_its_place(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    page.locator(".place.shop").first.click(force=True)
    expect(page.locator(".place.selected")).to_have_count(1)
    give(page)
    expect(page.locator(".place.selected")).to_have_count(0)
    expect(submit(page)).to_have_text("End turn")
    page.locator(".place.own").nth(1).click(force=True)
    expect(page.locator(".place.target").first).to_be_visible()
    expect(submit(page)).to_have_text("End turn")


def test_ending_a_turn_names_only_what_is_unused(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    note = page.get_by_text("Unused:")
    expect(note).to_have_text("Unused: 16 units to buy, 4 armies to move, heroes in reserve.")
    page.locator(".place.shop").first.click(force=True)
    expect(note).to_have_count(0)
    give(page)
    expect(note).to_have_text("Unused: 4 armies to move, heroes in reserve.")
    page.locator("[data-role=tab-Buy]").click()
    expect(page.get_by_text("A unit costs 3 metals, and you have 2: planetoids bring metals.")).to_be_visible()


@pytest.mark.parametrize("look", [Look("phone", "dark")], ids=str)
def test_a_phone_shows_what_a_tab_holds_and_on_the_next_turn_what_is_asked(visitor: Visitor) -> None:
    sit(visitor, "risky_stars", ME, RANDOM, preset="lesson")
    page = visitor.page
    on_turn(page)
    page.locator("[data-role=tab-Heroes]").tap()
    expect(page.get_by_role("button", name="Post").first).to_be_in_viewport()
    end_turn(page)
    on_turn(page)
    expect(page.get_by_text("You win with")).to_be_in_viewport()


MAX_ROUNDS = 5
"""After so many, somebody has moved between two turns of ours: the dice draw the order of every round."""


def test_turns_of_bots_are_watched_or_skipped_and_stay_marked(chromium: Browsing) -> None:
    with chromium.visitor(motion=True) as visitor:
        sit(visitor, "risky_stars", ME, GREEDY, GREEDY, preset="lesson")
        page = visitor.page
        skip, gliding = page.get_by_role("button", name="Skip"), page.locator(".token").first
        for _ in range(MAX_ROUNDS):
            on_turn(page)
            page.keyboard.press("Control+Enter")
            expect(skip).to_be_visible()
            own = submit(page).and_(page.locator("[aria-disabled=false]"))
            expect(gliding.or_(own).first).to_be_visible(timeout=SECONDS * 1000)
            if gliding.is_visible():
                break
        skip.click()
        on_turn(page)
        expect(page.locator(".token")).to_have_count(0)
        assert page.locator(".arrow.gone").count() > 1, "all that was done since one's own turn is marked"
