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
from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.positions import bring, played
from tests.browser.tables import ME, RANDOM, sit, submit

STAGE = 900
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


def test_without_movement_a_battle_is_over_at_once_and_its_cards_are_marked(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM)
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    submit(page).click()
    expect(page.locator(".slot.won, .slot.tied").first).to_be_visible()
    assert page.locator(".played.open").count() == 0


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
