"""Talk at a table as people see it: kept, private where the terms allow it, marked until it is read; the deadline."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import check_access
from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.tables import ME, make, table

OPEN = {"kind": "open"}


@contextmanager
def _together(chromium: Browsing, game: str, *looks: Look, **terms: Any) -> Iterator[tuple[str, list[Visitor]]]:
    """A match that has begun between as many visitors, called Ada, Bob and Cid."""
    with ExitStack() as stack:
        people = [stack.enter_context(chromium.visitor(look)) for look in looks]
        for person, name in zip(people, ("Ada", "Bob", "Cid"), strict=False):
            person.context.request.get("/api/me")
            person.context.request.put("/api/me", data={"name": name})
        match = str(make(people[0], game, ME, *[OPEN] * (len(people) - 1), **terms)["match"]["id"])
        for person in people[1:]:
            assert person.context.request.post(f"/api/matches/{match}/join", data={}).ok
        for person in people:
            person.open(f"/m/{match}")
            expect(table(person.page)).to_be_visible()
        yield match, people


def _say(page: Page, text: str, to: str | None = None) -> None:
    if to is not None:
        page.get_by_role("combobox", name="To", exact=True).select_option(label=f"To {to} only")
    page.get_by_label("Message").fill(text)
    page.get_by_role("button", name="Send").click()


def _log(page: Page) -> Any:
    return page.get_by_role("log")


DESK = Look()
PHONE = Look("phone")


def test_whoever_reloads_reads_what_was_said_and_a_private_line_is_for_two(chromium: Browsing) -> None:
    with _together(chromium, "territory", DESK, DESK, DESK) as (_, (ada, bob, cid)):
        _say(ada.page, "Hello all")
        _say(ada.page, "Let us share the north", to="Bob")
        expect(_log(bob.page)).to_contain_text("Let us share the north")
        expect(_log(bob.page)).to_contain_text("to you")
        expect(_log(ada.page)).to_contain_text("to Bob")
        _say(bob.page, "Agreed")
        for each in (ada, bob, cid):
            each.page.reload()
            expect(_log(each.page)).to_contain_text("Agreed")
            expect(_log(each.page)).to_contain_text("Hello all")
        expect(_log(bob.page)).to_contain_text("Let us share the north")
        expect(_log(cid.page)).not_to_contain_text("share the north")
        check_access(bob.page)


def test_a_phrase_is_one_tap_and_stands_beside_the_name(chromium: Browsing) -> None:
    with _together(chromium, "skirmish", DESK, PHONE) as (_, (ada, bob)):
        expect(ada.page.get_by_role("combobox", name="To", exact=True)).to_have_count(0)
        ada.page.get_by_role("button", name="Good luck").click()
        expect(bob.page.get_by_role("list", name="Players")).to_contain_text("Good luck")
        more = bob.page.get_by_role("button", name="More")
        expect(more).to_have_accessible_name("More, 1 new message")
        more.click()
        expect(_log(bob.page)).to_contain_text("Good luck")
        expect(more).to_have_accessible_name("More")
        bob.page.get_by_role("button", name="Thanks").click()
        expect(ada.page.locator("[data-role=players]")).to_contain_text("Thanks")


def test_what_is_new_is_marked_at_home_until_it_is_read(chromium: Browsing) -> None:
    with _together(chromium, "skirmish", DESK, DESK) as (match, (ada, bob)):
        bob.open("/")
        _say(ada.page, "Your move")
        line = bob.page.locator(f"a[href$='/m/{match}']")
        expect(line).to_contain_text("New message")
        bob.open(f"/m/{match}")
        expect(bob.page.get_by_role("heading", name="Chat")).to_contain_text("1 new")
        expect(bob.page.get_by_role("heading", name="Chat")).not_to_contain_text("new")
        bob.open("/")
        expect(line).to_be_visible()
        expect(line).not_to_contain_text("New message")


def test_spectators_are_told_why_they_read_nothing_and_read_it_at_the_end(chromium: Browsing) -> None:
    with _together(chromium, "skirmish", DESK, DESK) as (match, (ada, bob)), chromium.visitor() as watcher:
        _say(ada.page, "Between us players")
        watcher.open(f"/m/{match}")
        chat = watcher.page.get_by_role("region", name="Chat")
        expect(chat).to_contain_text("once the match is over")
        expect(chat).not_to_contain_text("Between us players")
        assert bob.context.request.post(f"/api/matches/{match}/resign").ok
        expect(chat).to_contain_text("Between us players")


def test_where_nobody_talks_the_page_says_so(chromium: Browsing) -> None:
    with _together(chromium, "skirmish", DESK, DESK, talk={"kind": "none"}) as (_, (ada, _bob)):
        expect(ada.page.get_by_role("region", name="Chat")).to_contain_text("agreed not to talk")
        expect(ada.page.get_by_label("Message")).to_have_count(0)


def test_the_terms_of_talk_are_chosen_with_the_others(visitor: Visitor) -> None:
    page = visitor.open("/new/territory")
    talk = page.get_by_role("combobox", name="Talk")
    expect(talk).to_have_value("private")
    page.get_by_label("Show private messages at the end").check()
    page.get_by_label("Spectators can read along").check()
    talk.select_option("public")
    expect(page.get_by_label("Show private messages at the end")).to_have_count(0)


@pytest.mark.parametrize("look", [DESK, PHONE], ids=str)
def test_long_talk_is_loaded_in_parts(chromium: Browsing, look: Look) -> None:
    with _together(chromium, "skirmish", DESK, look) as (match, (ada, bob)):
        for number in range(130):
            answer = ada.context.request.post(f"/api/matches/{match}/chat", data={"text": f"line {number}."})
            assert answer.ok
        bob.page.reload()
        if look == PHONE:
            bob.page.get_by_role("button", name="More").click()
        expect(_log(bob.page)).to_contain_text("line 129.")
        expect(_log(bob.page)).not_to_contain_text("line 12.")
        bob.page.get_by_role("button", name="Earlier messages").click()
        expect(_log(bob.page)).to_contain_text("line 0.")
        expect(bob.page.get_by_role("button", name="Earlier messages")).to_have_count(0)
