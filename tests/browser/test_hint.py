"""A good move, shown to whoever plays alone against bots: with its reason, three in a match."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.browsing import Visitor
from tests.browser.tables import ME, RANDOM, make, sit, step, submit

BOB = {"kind": "local", "name": "Bob"}


def _button(page: Page, left: int) -> None:
    expect(page.get_by_role("button", name=f"Show me a good move, left: {left}")).to_be_visible()


def test_a_good_move_is_shown_and_used_three_times(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM)
    page = visitor.page
    for left in (3, 2, 1):
        _button(page, left)
        page.reload()
        _button(page, left)
        page.get_by_role("button", name="Show me a good move").click()
        shown = page.locator("[data-role=hint]")
        expect(shown).to_have_text(re.compile(r"^A good move: play the \d+\. .*holds \d+ cards"))
        card = re.findall(r"\d+", shown.inner_text())[0]
        page.get_by_role("button", name="Use it").click()
        expect(page.get_by_role("radio", name=f"Card {card}", exact=True)).to_be_checked()
        expect(submit(page)).to_be_focused()
        before = step(page)
        submit(page).click()
        page.wait_for_function(
            "before => Number(document.querySelector('[data-step]').dataset.step) > before", arg=before
        )
    expect(submit(page)).to_be_visible()
    expect(page.get_by_role("button", name="Show me a good move")).to_have_count(0)


def test_there_is_none_where_people_play(visitor: Visitor) -> None:
    page = visitor.open(f"/m/{make(visitor, 'skirmish', ME, BOB)['match']['id']}")
    page.get_by_role("button", name="I am").click()
    expect(submit(page)).to_be_visible()
    expect(page.get_by_role("button", name="Show me a good move")).to_have_count(0)
