"""Getting to a table, and playing there as a person does: looking at the page, and at nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import Visitor

ME: dict[str, Any] = {"kind": "me"}
RANDOM: dict[str, Any] = {"kind": "bot", "level": "random"}
GREEDY: dict[str, Any] = {"kind": "bot", "level": "medium"}

MAX_ORDERS = 400
"""After so many orders of one seat, a match does not end."""

SECONDS = 30.0
"""How long bots may take."""


def make(visitor: Visitor, game: str, *seats: dict[str, Any], **terms: Any) -> dict[str, Any]:
    """A match made by the visitor, as the server tells it, with the secrets of its invitations."""
    visitor.context.request.get("/api/me")
    answer = visitor.context.request.post(f"/api/{game}/matches", data={"seats": list(seats), **terms})
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def sit(visitor: Visitor, game: str, *seats: dict[str, Any], **terms: Any) -> str:
    """At the table of a new match; its id."""
    match = str(make(visitor, game, *seats, **terms)["match"]["id"])
    visitor.open(f"/m/{match}")
    expect(table(visitor.page)).to_be_visible()
    return match


def table(page: Page) -> Locator:
    """What there is once a match has begun."""
    return page.locator("[data-step]")


def step(page: Page) -> int:
    """How many steps the table on show has had."""
    return int(table(page).get_attribute("data-step") or 0)


def submit(page: Page) -> Locator:
    """The button that gives an order, whatever it is called in this game."""
    return page.get_by_role(
        "button", name=re.compile(r"^(Submit|Play the \S+$|Execute turn|End turn|Nothing this round)")
    )


def end(page: Page) -> Locator:
    """What is only there when the match is over."""
    return page.get_by_role("button", name="Replay", exact=True)


def click_submit(page: Page) -> None:
    """Give the order by the mouse, or by a finger."""
    submit(page).click()


ANSWERED = """before =>
  Number(document.querySelector('[data-step]')?.dataset.step) > before
    || (document.body.innerText.includes("Press again to submit.") && "again")
"""
"""After a press: the match went on, or whoever pressed right after a reveal is asked to do so again."""


def play_to_the_end(
    page: Page,
    compose: Callable[[Page], None],
    give: Callable[[Page], None] = click_submit,
    most_rounds: int | None = None,
) -> int:
    """Compose and give orders until the match is over, or so many of them; how many."""
    ready = submit(page).and_(page.locator("[aria-disabled=false]")).or_(end(page))
    for given in range(MAX_ORDERS):
        expect(ready.first).to_be_visible(timeout=SECONDS * 1000)
        if end(page).is_visible() or given == most_rounds:
            return given
        compose(page)
        expect(submit(page)).to_be_enabled()
        before = step(page)
        give(page)
        if page.wait_for_function(ANSWERED, arg=before).json_value() == "again":
            give(page)
            page.wait_for_function(
                "before => Number(document.querySelector('[data-step]')?.dataset.step) > before", arg=before
            )
    raise AssertionError("the match does not end")
