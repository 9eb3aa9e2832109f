"""The Plain Table: every game that keeps the contract is played in the browser, without a line written for it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import check_access
from tests.browser.browsing import LOOKS, Browsing, Look, Visitor
from tests.browser.tables import GREEDY, ME, RANDOM, end, play_to_the_end, sit, step, submit, table

GAMES = ["kepler", "orbit", "risky_stars", "skirmish", "territory", "toy"]
SEATS = {"territory": (ME, RANDOM, RANDOM)}
LESSON: dict[str, dict[str, str]] = {"toy": {}}

EVERY_GAME = [
    pytest.param(game, marks=() if game in ("toy", "orbit") else pytest.mark.matrix, id=game) for game in GAMES
]


@pytest.fixture(autouse=True)
def _in_words(visitor: Visitor) -> None:
    """Somebody who has chosen to read instead of looking at a board."""
    chosen = json.dumps(json.dumps({"text": GAMES}))
    visitor.context.add_init_script(f"localStorage.setItem('armillary.settings', {chosen})")


def _sit(visitor: Visitor, game: str) -> str:
    return sit(visitor, game, *SEATS.get(game, (ME, RANDOM)), **LESSON.get(game, {"preset": "lesson"}))


def _choose_something(page: Page) -> None:
    """Change the last thing that can be chosen, as long as that is allowed."""
    before = page.get_by_label("In the game’s notation").input_value()
    fields = page.locator("section[aria-label^='Orders'] select, div[aria-label='Orders'] select")
    if fields.count() == 0:
        return
    options = fields.last.locator("option")
    fields.last.select_option(index=options.count() - 1)
    expect(submit(page)).to_be_enabled()
    if page.get_by_role("alert").count():
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_label("In the game’s notation")).to_have_value(before)


def _press_submit(page: Page) -> None:
    page.keyboard.press("Control+Enter")


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_match_is_played_to_its_end(visitor: Visitor, game: str) -> None:
    _sit(visitor, game)
    assert play_to_the_end(visitor.page, _choose_something, most_rounds=40 if game == "risky_stars" else None) > 1
    if game != "risky_stars":
        expect(visitor.page.get_by_role("listitem").filter(has_text="1.").first).to_be_visible()


@pytest.mark.parametrize("look", [Look("phone", "light")], ids=str)
@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_match_is_played_by_touch(visitor: Visitor, game: str) -> None:
    _sit(visitor, game)
    assert play_to_the_end(visitor.page, lambda _: None, lambda page: submit(page).tap(), most_rounds=12) > 1


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_match_is_played_by_the_keyboard_alone(visitor: Visitor, game: str) -> None:
    _sit(visitor, game)
    page = visitor.page

    def compose(page: Page) -> None:
        """Go to the first choice by Tab, and take the next value."""
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('[aria-label^=Orders] select')"):
                page.keyboard.press("ArrowDown")
                break
        if page.get_by_role("alert").count():
            page.keyboard.press("Escape")

    play_to_the_end(page, compose, _press_submit, most_rounds=3)


def test_an_order_in_notation_is_checked_while_it_is_written(visitor: Visitor) -> None:
    _sit(visitor, "skirmish")
    page = visitor.page
    line = page.get_by_label("In the game’s notation")
    line.fill("play 2")
    expect(page.get_by_label("Card")).to_have_value("1")  # the second of the choices
    line.fill("play 99")
    expect(page.get_by_role("alert")).to_contain_text("You do not hold the card 99")
    expect(submit(page)).to_be_disabled()
    line.fill("nonsense")
    expect(page.get_by_text("Not understood yet.")).to_be_visible()
    expect(submit(page)).to_be_disabled()
    line.fill("play 3")
    expect(submit(page)).to_be_enabled()
    submit(page).click()
    expect(table(page)).to_have_attribute("data-step", "1")


@pytest.mark.parametrize(("look", "columns"), [(Look(), 80), (Look("phone", "light"), 60)], ids=["desktop", "phone"])
def test_the_position_is_drawn_as_wide_as_there_is_room(visitor: Visitor, columns: int) -> None:
    with visitor.page.expect_request(lambda request: f"width={columns}" in request.url and "/describe" in request.url):
        _sit(visitor, "kepler")
    drawn = visitor.page.locator("pre.overview")
    expect(drawn).to_contain_text("● Player 1 (you)")
    assert max(len(line) for line in drawn.inner_text().splitlines()) <= columns
    assert drawn.evaluate("box => box.scrollWidth <= box.clientWidth"), "nothing of it is out of sight"


def test_the_past_is_told_in_words(visitor: Visitor) -> None:
    _sit(visitor, "skirmish")
    page = visitor.page
    play_to_the_end(page, lambda _: None)
    last = step(page)
    page.get_by_role("button", name="Go to the start").click()
    expect(table(page)).to_have_attribute("data-step", "0")
    expect(page.get_by_text("Battle 1.", exact=True)).to_be_visible()
    page.get_by_role("button", name="One step forward").click()
    expect(table(page)).to_have_attribute("data-step", "1")
    page.get_by_role("button", name="Back to now").click()
    expect(table(page)).to_have_attribute("data-step", str(last))
    expect(end(page)).to_be_visible()


@pytest.mark.parametrize(
    "look", [pytest.param(look, id=str(look), marks=() if look == Look() else pytest.mark.matrix) for look in LOOKS]
)
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.matrix) if game != "toy" else game for game in GAMES]
)
def test_everybody_can_use_it(visitor: Visitor, game: str) -> None:
    _sit(visitor, game)
    expect(submit(visitor.page)).to_be_enabled()
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"
    check_access(visitor.page)


def test_a_board_that_cannot_be_loaded_is_no_end_of_the_match(chromium: Browsing) -> None:
    with chromium.visitor() as visitor:
        visitor.forgive("Failed to (load|fetch)|no answer")
        visitor.context.route("**/assets/skirmish*", lambda route: route.abort())
        sit(visitor, "skirmish", ME, GREEDY, preset="lesson")
        expect(visitor.page.get_by_label("In the game’s notation")).to_be_visible()
