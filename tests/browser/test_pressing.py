"""A press is never lost: on a slow line, Submit counts while the order is still being checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Browsing, Look, Visitor, apart
from tests.browser.slow_line import slow_line
from tests.browser.tables import ME, RANDOM, end, sit, step, submit
from tests.server.processes import HOST, Server

PRESSES = 4
"""In the gate, for each way of pressing."""

MANY_PRESSES = 34
"""For each way of pressing; together, more than a hundred."""

NOTE_STATUS = """
() => {
  window.statuses = [];
  for (const kind of ["click", "keydown"]) addEventListener(kind, ({type, key, target}) => {
    const button = document.querySelector("[data-role=submit]");
    const isPress = type === "click" ? button?.contains(target) : key === "Enter";
    if (isPress) statuses.push(button.dataset.status);
  }, true);
}
"""
"""Remember what the button stood at whenever it was pressed."""


@pytest.fixture(scope="module")
def far(server: Server, chromium: Browsing) -> Iterator[Browsing]:
    """The same browser at the same server, a slow line away."""
    with slow_line(server.port) as port:
        yield Browsing(chromium.browser, f"http://{HOST}:{port}")


WAYS: dict[str, tuple[Look, Callable[[Page], None]]] = {
    "mouse": (Look(), lambda page: submit(page).click(no_wait_after=True)),
    "touch": (Look("phone", "dark"), lambda page: submit(page).tap(no_wait_after=True)),
    "keyboard": (Look(), lambda page: page.keyboard.press("Control+Enter")),
}


def _press(visitor: Visitor, press: Callable[[Page], None], times: int) -> Counter[str]:
    """Choose another card and press at once, so many times, each of which must count: what the button stood at."""
    found: Counter[str] = Counter()
    page = visitor.page
    ready = submit(page).and_(page.locator("[data-status=ready]")).or_(end(page)).first
    cards = page.get_by_role("radio", checked=False)
    while found.total() < times:
        sit(visitor, "skirmish", ME, RANDOM)
        page.evaluate(NOTE_STATUS)
        expect(ready).to_be_visible()
        while cards.count() > 0 and found.total() < times:
            before = step(page)
            cards.first.check(force=True, no_wait_after=True)
            press(page)
            page.wait_for_function(
                "before => Number(document.querySelector('[data-step]').dataset.step) > before", arg=before
            )
            expect(ready).to_be_visible()
            found.update(page.evaluate("statuses.splice(0)"))
    return found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("times", [PRESSES, pytest.param(MANY_PRESSES, marks=pytest.mark.matrix)])
def test_no_press_is_lost_on_a_slow_line(far: Browsing, way: str, times: int) -> None:
    look, press = WAYS[way]
    with far.visitor(look) as visitor:
        assert _press(visitor, press, times) == {"asking": times}


@pytest.mark.parametrize("look", [Look("phone", "light"), Look()], ids=str)
def test_a_number_that_is_being_typed_counts(far: Browsing, look: Look) -> None:
    with far.visitor(look) as visitor:
        match = sit(visitor, "toy", ME, RANDOM)
        number = visitor.page.get_by_role("spinbutton").first
        number.fill("4")
        if look.size == "phone":
            submit(visitor.page).tap()
        else:
            visitor.page.keyboard.press("Control+Enter")
        _was_first(visitor, match, "add 4")


def test_enter_gives_what_is_written_in_notation(far: Browsing) -> None:
    with far.visitor() as visitor:
        match = sit(visitor, "toy", ME, RANDOM)
        line = visitor.page.get_by_label("In the game’s notation")
        line.fill("add 99")
        line.press("Enter")
        expect(visitor.page.get_by_role("alert")).to_be_visible()
        line.fill("add 3")
        line.press("Enter")
        _was_first(visitor, match, "add 3")


PRESS_AT_ONCE = """
() => new Promise(resolve => {
  new MutationObserver((_, observer) => {
    const button = document.querySelector("[data-role=submit]");
    if (!button) return;
    observer.disconnect();
    button.click();
    resolve();
  }).observe(document.body, {childList: true, subtree: true});
})
"""
"""Press Submit the moment it is back."""


def test_a_press_that_was_meant_to_skip_gives_no_order(chromium: Browsing) -> None:
    with chromium.visitor(motion=True) as visitor:
        sit(visitor, "skirmish", ME, RANDOM)
        page = visitor.page
        expect(submit(page)).to_be_enabled()
        page.keyboard.type("5")
        submit(page).click()
        expect(page.get_by_role("button", name="Skip")).to_be_visible()
        page.evaluate(PRESS_AT_ONCE)
        expect(page.get_by_text("Press again to submit.")).to_be_visible()
        assert step(page) == 1
        submit(page).click()
        expect(page.locator("[data-step='2']")).to_be_visible()


def test_what_is_given_without_a_connection_is_sent_once_it_is_back(server: Server, visitor: Visitor) -> None:
    visitor.forgive("WebSocket connection|no answer|Failed to load resource")
    match = sit(visitor, "toy", ME, RANDOM)
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    server.kill()
    try:
        expect(page.get_by_text("The connection is lost. Your draft is kept.")).to_be_visible()
        page.get_by_role("spinbutton").first.fill("5")
        submit(page).click()
        expect(page.get_by_text("Your order is sent once it is back.")).to_be_visible()
        submit(page).click(force=True)
    finally:
        apart(server.start())
    _was_first(visitor, match, "add 5")


def _was_first(visitor: Visitor, match: str, notation: str) -> None:
    """The first order of the match was this one, and was given once."""
    visitor.page.wait_for_function("() => Number(document.querySelector('[data-step]').dataset.step) > 0")
    steps = visitor.context.request.get(f"/api/toy/matches/{match}/history").json()["steps"]
    assert [[order["notation"] for order in step["orders"]] for step in steps] == [[notation]]
