"""The watch over pages finds what it is for: each fault is planted once, and makes its visitor complain."""

from __future__ import annotations

import pytest

from tests.browser.access import check_access
from tests.browser.browsing import Browsing


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('broken')", "error: broken"),
        ("console.warn('doubtful')", "warning: doubtful"),
        ("setTimeout(() => { throw new Error('thrown') })", "error: .*thrown"),
        ("void Promise.reject(new Error('rejected'))", "error: .*rejected"),
        ("document.body.setAttribute('style', 'color: red')", "error: .*Content Security Policy"),
        ("document.body.append(Object.assign(document.createElement('script'), {text: '1'}))", "error: .*Content Sec"),
        ("void fetch('/api/nonsense')", "error: .*404"),
        ("void fetch('http://elsewhere.example/').catch(() => {})", "Content Security Policy"),
        ("location.href = 'http://elsewhere.example/'", "another host: http://elsewhere.example/"),
    ],
)
def test_a_fault_is_noticed(chromium: Browsing, script: str, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        _plant(chromium, script)


def _plant(chromium: Browsing, script: str) -> None:
    with chromium.visitor() as visitor:
        page = visitor.open("/")
        page.evaluate(f"() => {{ {script} }}")
        for _ in range(50):
            if not visitor.complaints:
                page.wait_for_timeout(100)


def test_what_is_forgiven_is_not_complained_of(chromium: Browsing) -> None:
    with chromium.visitor() as visitor:
        visitor.forgive("meant to be")
        visitor.open("/").evaluate("console.error('this is meant to be')")


def test_a_page_that_shuts_somebody_out_is_found(chromium: Browsing) -> None:
    with chromium.visitor() as visitor:
        page = visitor.open("/")
        page.evaluate("document.querySelector('main').append(document.createElement('button'))")
        with pytest.raises(AssertionError, match="button-name"):
            check_access(page)


def test_every_visitor_is_somebody_else(chromium: Browsing) -> None:
    ids = []
    for _ in range(2):
        with chromium.visitor() as visitor:
            visitor.open("/").wait_for_load_state("networkidle")
            ids.append(visitor.context.request.get("/api/me").json()["id"])
    assert ids[0] != ids[1]
