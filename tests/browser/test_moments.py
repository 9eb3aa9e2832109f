"""Great moments in Stellar Skirmish, Kepler's Horizon and Territory: cards that turn, fights that cost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from armillary.core import record
from armillary.games.kepler.model import Conflict
from armillary.games.territory.model import Fought
from tests.browser.boards import COMPOSE, click
from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.positions import bring, played
from tests.browser.tables import ME, RANDOM, SECONDS, play_to_the_end, sit, submit

STAGE = 900
CALM = 2000
"""Milliseconds."""

LARGE = 100
"""Pixels that a card in a battle is high at least, on a phone with two at the table."""

AT_REST = "Promise.all(document.getAnimations().map((each) => each.finished)).then(() => {})"
"""Waits until nothing on the page moves."""


@pytest.mark.parametrize("look", [Look(), Look("phone", "light")], ids=str)
def test_cards_come_to_the_middle_turn_over_large_and_go_again(chromium: Browsing, look: Look) -> None:
    with chromium.visitor(look, motion=True) as visitor:
        page = visitor.page
        page.clock.install()
        sit(visitor, "skirmish", ME, RANDOM)
        expect(submit(page)).to_be_enabled()
        cards = page.locator(".played.open .lying")
        expect(cards).to_have_count(0)
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        submit(page).click()
        expect(cards).to_have_count(2)
        assert cards.locator(".turning").count() == 1, "one's own card is known"
        page.evaluate(AT_REST)
        heights = cards.evaluate_all("cards => cards.map((card) => card.getBoundingClientRect().height)")
        assert min(heights) > LARGE
        fates = page.locator(".whose b")
        expect(fates).to_have_count(0)
        page.clock.run_for(STAGE)
        expect(fates.first).to_have_text(re.compile(r"^(\+\d VP|Tie)$"))
        page.clock.run_for(STAGE)
        expect(cards).to_have_count(0)


def test_a_battle_is_skipped_by_touching_the_board(chromium: Browsing) -> None:
    with chromium.visitor(motion=True) as visitor:
        page = visitor.page
        page.clock.install()
        sit(visitor, "skirmish", ME, RANDOM)
        expect(submit(page)).to_be_enabled()
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        submit(page).click()
        expect(page.locator(".played.open")).to_be_visible()
        page.locator("[data-role=board]").click()
        expect(page.locator(".played.open")).to_have_count(0)


@pytest.mark.parametrize("is_touched", [False, True], ids=["waited for", "touched"])
def test_without_movement_the_cards_lie_large_and_still_for_a_moment(visitor: Visitor, is_touched: bool) -> None:
    page = visitor.page
    page.clock.install()
    sit(visitor, "skirmish", ME, RANDOM)
    expect(submit(page)).to_be_enabled()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    submit(page).click()
    cards = page.locator(".played.open .lying")
    expect(cards).to_have_count(2)
    expect(page.locator(".whose b").first).to_have_text(re.compile(r"^(\+\d VP|Tie)$"))
    assert min(cards.evaluate_all("cards => cards.map((card) => card.getBoundingClientRect().height)")) > LARGE
    assert page.evaluate("document.querySelector('.played').getAnimations({ subtree: true }).length") == 0
    if is_touched:
        page.locator("[data-role=board]").click()
    else:
        page.clock.run_for(CALM)
    expect(cards).to_have_count(0)
    expect(page.locator(".slot.won, .slot.tied").first).to_be_visible()


def _fleets(conflict: Conflict) -> list[int]:
    owners = [int(re.match(r"\d+", fleet)[0]) for fleet in conflict.removed]  # type: ignore[index]
    return [owners.count(seat) for seat in conflict.seats]


def _units(fought: Fought) -> list[int]:
    return [units - fought.left if seat == fought.winner else units for seat, units in fought.forces]


@pytest.mark.parametrize(
    ("game", "seats", "kind", "lost"),
    [("kepler", 3, Conflict, _fleets), ("territory", 5, Fought, _units)],
    ids=["kepler", "territory"],
)
def test_a_fight_says_what_everybody_lost(
    visitor: Visitor, game: str, seats: int, kind: type, lost: Callable[[Any], list[int]]
) -> None:
    match = played(game, seats, "moments")
    _, *tables = record.replay(record.export(match))
    fights = [[event for event in table.recent[-1].events if isinstance(event, kind)] for table in tables]
    step = next(number for number, events in enumerate(fights, start=1) if events)
    page = visitor.open(f"/m/{bring(visitor, match)}?step={step}")
    shown = page.locator("svg .losses")
    expect(shown).to_have_count(len(fights[step - 1]))
    expected = sorted("".join(f"−{units}" if units else "0" for units in lost(fight)) for fight in fights[step - 1])
    assert sorted("".join(each.split()) for each in shown.all_text_contents()) == expected


@pytest.mark.parametrize(
    ("game", "seats", "preset", "drawn"),
    [
        ("skirmish", 3, "quick", "[data-role=advice] .card"),
        ("kepler", 3, "standard", ".arrow.better, .arrow.given"),
        ("territory", 3, "quick", ".arrow.better, .arrow.given"),
        ("orbit", 2, "lesson", ".advised .ghost"),
    ],
)
def test_advice_is_drawn_where_the_decision_was(
    visitor: Visitor, game: str, seats: int, preset: str, drawn: str
) -> None:
    page = visitor.open(f"/m/{bring(visitor, played(game, seats, 'advice 2', preset))}")
    page.get_by_role("button", name="Analyse").click()
    found = page.get_by_role("region", name="Analysis")
    decisions = found.get_by_role("listitem").filter(has_text="It was better to")
    moments = decisions.locator("button[aria-expanded]")
    expect(moments.first).to_be_visible(timeout=SECONDS * 1000)
    words = page.locator("[data-role=advice]")
    for index in range(moments.count()):
        moments.nth(index).click()
        expect(moments.nth(index)).to_have_attribute("aria-expanded", "true")
        expect(words).to_be_visible()
        if page.locator(drawn).count():
            break
    expect(words).to_contain_text(re.compile("As played.*Better", re.DOTALL))
    assert page.locator(drawn).count() > 0
    page.get_by_role("button", name="Back to now").click()
    expect(words).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "label"),
    [
        ("skirmish", "battles won"),
        ("kepler", "fleets destroyed"),
        ("territory", "fights won"),
        ("orbit", "hits landed"),
    ],
)
def test_the_end_has_three_numbers(visitor: Visitor, game: str, label: str) -> None:
    sit(visitor, game, ME, *[RANDOM] * (2 if game == "territory" else 1), preset="lesson")
    play_to_the_end(visitor.page, lambda page: COMPOSE[game](page, click))
    expect(visitor.page.get_by_text(label)).to_be_visible()
