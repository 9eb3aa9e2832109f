"""Every board, by mouse, by touch and by the keyboard, from the first page to the end of a match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import check_access
from tests.browser.boards import COMPOSE, click, tap
from tests.browser.browsing import LOOKS, Look, Visitor
from tests.browser.tables import ME, RANDOM, end, play_to_the_end, sit, submit, table

TITLES = {
    "skirmish": "Stellar Skirmish",
    "kepler": "Kepler's Horizon",
    "risky_stars": "Risky Stars",
    "territory": "Territory",
    "orbit": "Orbit Simulator",
}
BOARDS = list(TITLES)
SEATS = {"territory": (ME, RANDOM, RANDOM)}

matrix = pytest.mark.matrix


def _sit(visitor: Visitor, game: str, **terms: object) -> str:
    return sit(visitor, game, *SEATS.get(game, (ME, RANDOM)), preset="lesson", **terms)


@pytest.mark.parametrize("game", BOARDS)
def test_a_stranger_plays_a_bot_three_clicks_after_coming(visitor: Visitor, game: str) -> None:
    page = visitor.open("/")
    card = page.get_by_role("article").or_(page.get_by_role("listitem")).filter(has_text=TITLES[game]).first
    card.get_by_role("button", name="Play a bot").click()
    expect(submit(page)).to_be_enabled()
    COMPOSE[game](page, click)
    submit(page).click()
    expect(table(page)).not_to_have_attribute("data-step", "0")


@pytest.mark.parametrize("game", BOARDS)
def test_a_match_by_the_mouse(visitor: Visitor, game: str) -> None:
    _sit(visitor, game)
    assert play_to_the_end(visitor.page, lambda page: COMPOSE[game](page, click)) >= 1


@pytest.mark.parametrize("look", [Look("phone", "light")], ids=str)
@pytest.mark.parametrize("game", BOARDS)
def test_a_match_by_touch(visitor: Visitor, game: str) -> None:
    _sit(visitor, game)
    assert play_to_the_end(visitor.page, lambda page: COMPOSE[game](page, tap), lambda page: submit(page).tap()) >= 1
    expect(visitor.page.get_by_role("button", name="Menu")).to_be_in_viewport(ratio=1)


GOALS = {"skirmish": "[data-role=hand] input", "orbit": "[data-role=subsystems] [role=slider]"}
"""What is reached by Tab, where it is not a thing on the board."""


def by_keys(page: Page, game: str) -> None:
    """Reach the board or the hand by Tab, go about it by arrows, choose by Enter."""
    goal = GOALS.get(game, "svg [data-thing]")
    for _ in range(200):
        if page.evaluate(
            "goal => document.activeElement.matches(goal) || document.activeElement.matches('textarea')", goal
        ):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError("the board cannot be reached by Tab")
    if page.evaluate("document.activeElement.matches('textarea')"):
        page.keyboard.type("We march at dawn.")
        return
    if game in GOALS:
        page.keyboard.press("ArrowRight")
        refusal = page.get_by_role("alert")
        expect(submit(page).and_(page.locator(":enabled")).or_(refusal)).to_be_visible()
        if refusal.is_visible():
            page.keyboard.press("ArrowLeft")
        return
    page.keyboard.press("n")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.matches('.target')"):
            page.keyboard.press("Enter")
            break
    page.keyboard.press("Escape")


@pytest.mark.parametrize("game", BOARDS)
def test_a_match_by_the_keyboard_alone(visitor: Visitor, game: str) -> None:
    _sit(visitor, game)

    def compose(page: Page) -> None:
        by_keys(page, game)
        expect(submit(page)).to_be_enabled()

    assert play_to_the_end(visitor.page, compose, lambda page: page.keyboard.press("Control+Enter")) >= 1


@pytest.mark.parametrize("game", BOARDS)
def test_an_action_is_undone(visitor: Visitor, game: str) -> None:
    _sit(visitor, game)
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    COMPOSE[game](page, click)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_enabled()
    while undo.is_enabled():
        undo.click()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


@pytest.mark.parametrize("game", BOARDS)
def test_a_lesson_is_learned_to_its_end(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"/learn/{game}")
    page.get_by_role("button", name="Start a guided match").click()
    lesson = page.get_by_role("complementary", name="Lesson")
    expect(lesson).to_contain_text("1/")
    play_to_the_end(page, lambda page: COMPOSE[game](page, click))
    expect(lesson).to_contain_text("That is the whole game.")
    learned = page.url
    lesson.get_by_role("button", name="Now play a bot").click()
    page.wait_for_url(lambda url: "/m/" in url and url != learned)
    expect(submit(page)).to_be_enabled()


@pytest.mark.parametrize(
    "look", [pytest.param(look, id=str(look), marks=() if look == Look() else matrix) for look in LOOKS]
)
@pytest.mark.parametrize("game", BOARDS)
def test_everybody_can_use_it(visitor: Visitor, game: str) -> None:
    _sit(visitor, game)
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    COMPOSE[game](page, click)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"
    check_access(page)


@pytest.mark.parametrize("game", BOARDS)
def test_a_spectator_watches(chromium_pair: tuple[Visitor, Visitor], game: str) -> None:
    player, watcher = chromium_pair
    match = _sit(player, game, spectators={"policy": "public"})
    page = watcher.open(f"/m/{match}")
    expect(page.get_by_text("You are watching.")).to_be_visible()
    assert submit(page).count() == 0
    play_to_the_end(player.page, lambda page: COMPOSE[game](page, click))
    expect(end(page)).to_be_visible(timeout=20_000)
    expect(page.get_by_role("img", name=re.compile("from .* to "))).to_be_visible()
