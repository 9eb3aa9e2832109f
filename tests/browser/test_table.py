"""A table in trouble and out of it: nothing composed is lost, nothing secret is shown, nobody is left without a way."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.browsing import Browsing, Look, Visitor, apart
from tests.browser.tables import GREEDY, ME, RANDOM, end, make, play_to_the_end, sit, step, submit, table
from tests.server.processes import Server

INVITE = {"kind": "invite"}
BOB = {"kind": "local", "name": "Bob"}


def _raise(page: Page, card: int) -> None:
    """Choose a card of the hand; the card is drawn above its radio button."""
    held = page.get_by_role("radio", name=f"Card {card}", exact=True)
    expect(held).to_be_enabled()
    held.check(force=True)
    expect(submit(page)).to_be_enabled()


def _is_raised(page: Page, card: int) -> None:
    expect(page.get_by_role("radio", name=f"Card {card}", exact=True)).to_be_checked()


OVERFLOWING = """
() => [...document.querySelectorAll("main :is(h1, p, button, li, [data-role=hand])")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.textContent)
"""
"""What reaches beyond the right edge of the page."""


def test_a_reload_loses_nothing_that_was_composed(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
    page = visitor.page
    _raise(page, 3)
    page.reload()
    _is_raised(page, 3)
    expect(submit(page)).to_be_enabled()


def test_a_server_that_goes_and_comes_back_costs_nothing(server: Server, visitor: Visitor) -> None:
    visitor.forgive("WebSocket connection|no answer|Failed to load resource")
    sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    server.kill()
    try:
        expect(page.get_by_text("Connecting")).to_be_visible()
        page.get_by_role("radio", name="Card 2", exact=True).check(force=True)
        expect(page.get_by_text("The connection is lost. Your draft is kept.")).to_be_visible()
    finally:
        apart(server.start())
    expect(submit(page)).to_be_enabled(timeout=20_000)
    _is_raised(page, 2)
    submit(page).click()
    expect(table(page)).to_have_attribute("data-step", "1")


def test_two_tabs_of_one_person_show_the_same(visitor: Visitor) -> None:
    match = make(visitor, "skirmish", ME, INVITE, preset="lesson")
    grace = visitor.context.browser.new_context(base_url=visitor.address)  # type: ignore[union-attr]
    grace.request.get("/api/me")
    grace.request.post(f"/api/matches/{match['match']['id']}/join", data={"invite": match["invites"]["2"]})
    one, other = visitor.open(f"/m/{match['match']['id']}"), visitor.new_page()
    other.goto(one.url)
    _raise(one, 3)
    submit(one).click()
    expect(one.get_by_role("button", name="Take back")).to_be_visible()
    expect(other.get_by_role("button", name="Take back")).to_be_visible()
    _is_raised(other, 3)
    other.get_by_role("button", name="Take back").click()
    expect(submit(one)).to_be_enabled()
    grace.close()


def test_an_order_is_sealed_until_all_are_in(chromium: Browsing) -> None:
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    with chromium.visitor() as ada, chromium.visitor() as grace:
        made = make(ada, "skirmish", ME, INVITE, preset="lesson")
        match = made["match"]["id"]
        grace.page.on("websocket", listen)
        grace.open(f"/join/{match}#{made['invites']['2']}")
        grace.page.get_by_role("button", name="Take this seat").first.click()
        expect(table(grace.page)).to_be_visible()
        ada.open(f"/m/{match}")
        _raise(ada.page, 5)
        expect(ada.page.get_by_text("ready", exact=True)).to_be_hidden()
        before = len(heard)
        submit(ada.page).click()
        expect(grace.page.get_by_text("ready", exact=True)).to_be_visible()
        told = "".join(heard[before:])
        assert told
        assert "card" not in told
        assert "play 5" not in grace.page.content()
        _raise(grace.page, 1)
        submit(grace.page).click()
        for page in (ada.page, grace.page):
            expect(page.get_by_text("played 5").first).to_be_visible()


def test_people_at_one_device_see_only_their_own(chromium: Browsing) -> None:
    with chromium.visitor() as visitor:
        sit_down = make(visitor, "skirmish", ME, BOB, preset="lesson")
        page = visitor.open(f"/m/{sit_down['match']['id']}")
        page.get_by_role("button", name=re.compile("^I am Guest")).click()
        _raise(page, 4)
        submit(page).click()
        expect(page.get_by_role("heading", name="Pass the device to Bob")).to_be_visible()
        assert page.get_by_role("radio").count() == 0
        assert "Take back" not in page.content()
        page.get_by_role("button", name="I am Bob").click()
        expect(submit(page)).to_be_enabled()
        assert not page.get_by_role("radio", name="Card 4", exact=True).is_checked()
        _raise(page, 1)
        submit(page).click()
        expect(table(page)).to_have_attribute("data-step", "1")
        expect(page.get_by_text("played 4").first).to_be_visible()


def test_a_long_name_stays_within_the_page(chromium: Browsing) -> None:
    with chromium.visitor(Look("phone"), motion=True) as visitor:
        wide = {"kind": "local", "name": "W" * 40}
        page = visitor.open(f"/m/{make(visitor, 'skirmish', ME, wide)['match']['id']}")
        page.get_by_role("button", name=re.compile("^I am Guest")).click()
        submit(page).click()
        take = page.get_by_role("button", name="I am W")
        expect(take).to_be_visible()
        assert page.evaluate(OVERFLOWING) == []
        take.click()
        submit(page).click()
        expect(page.get_by_role("button", name="Skip")).to_be_visible()
        assert page.evaluate(OVERFLOWING) == []


def test_what_happened_is_shown_and_can_be_skipped(chromium: Browsing) -> None:
    with chromium.visitor(motion=True) as visitor:
        sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
        page = visitor.page
        expect(submit(page)).to_be_enabled()
        submit(page).click()
        skip = page.get_by_role("button", name="Skip")
        expect(skip).to_be_visible()
        assert step(page) == 0
        page.keyboard.press("Escape")
        expect(table(page)).to_have_attribute("data-step", "1")
        expect(skip).to_be_hidden()


BESIDE = r"/(shelf|hidden|ids|pictures)\b"
"""What sorts the matches at home hears of the new one as well; the board does not wait for it."""


def test_a_match_against_a_bot_is_one_request_away(visitor: Visitor) -> None:
    page = visitor.open("/")
    button = page.locator("article").filter(has_text="Kepler's Horizon").get_by_role("button", name="Play a bot")
    button.hover()
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    drawn = page.locator("[data-role=board] .region").first
    page.on("request", lambda request: asked.append(f"{request.method} {urlsplit(request.url).path}"))
    page.route("**/api/**", lambda route: route.fallback() if route.request.method == "POST" else route.abort())
    page.route_web_socket("**/live**", lambda socket: socket.close())
    visitor.forgive("ERR_FAILED|Failed to load")
    button.click()
    expect(drawn).to_be_visible()
    assert asked[0] == "POST /api/kepler/matches"
    awaited = [each for each in asked if "assets" in each and not re.search(BESIDE, each)]
    assert not awaited, "the code was there already"


def test_after_the_end_there_is_more_to_do(visitor: Visitor) -> None:
    match = sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
    page = visitor.page
    play_to_the_end(page, lambda _: None)
    scene = page.get_by_role("region", name="The end")
    expect(scene.get_by_role("heading", name=re.compile("You (won|lost)|A draw|You and .* together"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Victory points"))).to_be_visible()
    with page.expect_download() as record:
        page.get_by_role("link", name="Download the record").click()
    assert record.value.suggested_filename.endswith(".json")
    expect(page.locator("header").get_by_text("Over", exact=True)).to_be_visible()
    for _ in range(3):  # The last card would play itself.
        page.get_by_role("button", name="One step back").click()
    expect(table(page)).to_have_attribute("data-step", "2")
    expect(scene).to_be_hidden()
    expect(page.get_by_label("Against:")).to_have_value("random")
    page.get_by_role("button", name="Play on from here").dblclick()
    expect(submit(page)).to_be_enabled()
    assert f"/m/{match}" not in page.url
    page.get_by_role("link", name="Back to the match").click()
    expect(page).to_have_url(re.compile(f"/m/{match}$"))
    scene.get_by_role("button", name="Look at the board").click()
    expect(scene).to_be_hidden()
    page.get_by_role("button", name="Again").click()
    expect(submit(page)).to_be_enabled()
    assert match not in page.url


def test_the_end_is_a_scene_that_leads_one_level_up(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
    page = visitor.page
    play_to_the_end(page, lambda _: None)
    page.get_by_role("region", name="The end").get_by_role("button", name="Next: Marlow").click()
    expect(submit(page)).to_be_enabled()
    expect(page.get_by_text("Marlow").first).to_be_visible()


def test_a_finished_match_is_analysed_and_its_turning_points_lead_to_their_steps(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
    page = visitor.page
    play_to_the_end(page, lambda _: None)
    expect(page.get_by_role("region", name="Analysis")).to_be_hidden()
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("region", name="The end")).to_be_hidden()
    found = page.get_by_role("region", name="Analysis")
    expect(found.get_by_role("img", name=re.compile("^Who was ahead"))).to_be_visible(timeout=30_000)
    decision, last = found.get_by_role("button", name=re.compile("Battle [0-9]+$")).first, step(page)
    decision.click()
    expect(decision).to_have_attribute("aria-current", "step")
    expect(table(page)).not_to_have_attribute("data-step", str(last))
    page.get_by_role("button", name="Analyse").click()
    expect(found).to_be_hidden()


def test_a_step_can_be_linked_and_watched(visitor: Visitor) -> None:
    match = sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
    page = visitor.page
    play_to_the_end(page, lambda _: None)
    last = step(page)
    page.goto(f"/m/{match}?step=2")
    expect(table(page)).to_have_attribute("data-step", "2")
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("ArrowLeft")
    expect(table(page)).to_have_attribute("data-step", "1")
    page.keyboard.press("Home")
    expect(table(page)).to_have_attribute("data-step", "0")
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(table(page)).to_have_attribute("data-step", str(last), timeout=20_000)


def test_whoever_was_away_is_offered_what_happened(visitor: Visitor) -> None:
    match = sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    page.goto("/settings")
    for card in (1, 2):
        order = {"order": {"card": card}, "step": card - 1}
        assert visitor.context.request.post(f"/api/skirmish/matches/{match}/orders", data=order).ok
        page.wait_for_timeout(300)
    page.goto(f"/m/{match}")
    expect(page.get_by_text("steps since you were here")).to_be_visible()
    page.get_by_role("button", name="Show what happened").click()
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()


def test_giving_up_asks_first(visitor: Visitor) -> None:
    sit(visitor, "skirmish", ME, GREEDY, preset="lesson")
    page = visitor.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play on").click()
    expect(submit(page)).to_be_enabled()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(end(page)).to_be_visible()


@pytest.mark.parametrize(
    ("address", "words"), [("/m/nothing", "no match"), ("/m/%00", "no match"), (f"/m/{'x' * 3000}", "no match")]
)
def test_a_match_that_is_not_there_is_a_sentence(visitor: Visitor, address: str, words: str) -> None:
    visitor.forgive("404|400|414")
    page = visitor.open(address)
    expect(page.get_by_role("alert")).to_contain_text(re.compile(words, re.IGNORECASE))
    expect(page.get_by_role("link", name="All games")).to_be_visible()


def test_a_move_is_told_while_the_page_is_hidden(chromium: Browsing) -> None:
    with chromium.visitor() as ada, chromium.visitor() as grace:
        ada.context.grant_permissions(["notifications"])
        ada.context.add_init_script(
            """
            localStorage.setItem('armillary.settings', JSON.stringify({tell: true}));
            Object.defineProperty(document, 'hidden', {get: () => true});
            window.notes = [];
            window.Notification = class { static permission = 'granted'; constructor(title) { notes.push(title); } };
            """
        )
        made = make(ada, "skirmish", ME, INVITE, preset="lesson")
        page = ada.open("/")
        expect(page.get_by_text("Stellar Skirmish").first).to_be_visible()
        grace.open(f"/join/{made['match']['id']}#{made['invites']['2']}")
        grace.page.get_by_role("button", name="Take this seat").first.click()
        page.wait_for_function("() => notes.length > 0")
        assert page.evaluate("notes")[0].startswith("Stellar Skirmish: ")
        expect(page).to_have_title("(1) Armillary")


def test_giving_up_last_resolves_the_turn_for_all_who_look(chromium: Browsing) -> None:
    with chromium.visitor() as ada, chromium.visitor() as watcher:
        match = make(ada, "skirmish", ME, BOB, {"kind": "local", "name": "Cleo"})["match"]["id"]
        watcher.open(f"/m/{match}")
        expect(table(watcher.page)).to_be_visible()
        for seat, card in ((1, 7), (2, 9)):
            place = f"/api/skirmish/matches/{match}/orders?seat={seat}"
            assert ada.context.request.post(place, data={"order": {"card": card}}).ok
        assert ada.context.request.post(f"/api/matches/{match}/resign?seat=3").ok
        report = watcher.page.get_by_role("region", name="Report")
        expect(report).to_contain_text("Cleo resigned.")
        expect(report).to_contain_text("Cleo gave no order.")
        expect(report).to_contain_text("Bob won with 9")
        expect(table(watcher.page)).to_have_attribute("data-step", "2")


def test_whoever_gave_up_owes_nothing_and_is_not_waited_for(chromium: Browsing) -> None:
    with chromium.visitor() as ada, chromium.visitor() as grace:
        made = make(ada, "skirmish", ME, INVITE, RANDOM)
        match, place = made["match"]["id"], f"/m/{made['match']['id']}"
        grace.context.request.get("/api/me")
        joined = grace.context.request.post(f"/api/matches/{match}/join", data={"invite": made["invites"]["2"]})
        assert joined.ok
        assert grace.context.request.post(f"/api/matches/{match}/resign").ok
        page = grace.open(place)
        expect(page.get_by_text("You resigned. Waiting for")).to_be_visible()
        expect(submit(page)).to_have_count(0)
        ada.open(place)
        expect(submit(ada.page)).to_be_enabled()
        expect(page.get_by_text("You resigned. Waiting for")).not_to_contain_text(joined.json()["seats"][1]["name"])


def test_somebody_at_this_device_who_gives_up_holds_up_nobody(chromium: Browsing) -> None:
    with chromium.visitor() as visitor:
        match = make(visitor, "skirmish", ME, BOB, {"kind": "local", "name": "Cleo"})["match"]["id"]
        page = visitor.open(f"/m/{match}")
        page.get_by_role("button", name=re.compile("^I am Guest")).click()
        expect(submit(page)).to_be_enabled()
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(page.get_by_role("heading", name="Pass the device to Bob")).to_be_visible()


def test_chat_is_never_markup_and_survives_the_start(chromium: Browsing) -> None:
    with chromium.visitor() as visitor, chromium.visitor() as other:
        made = make(visitor, "skirmish", ME, INVITE, preset="lesson")
        page = visitor.open(f"/m/{made['match']['id']}")
        page.get_by_label("Message").fill("<img src=x onerror=alert(1)> ⟦2⟧")
        other.context.request.get("/api/me")
        other.context.request.post(f"/api/matches/{made['match']['id']}/join", data={"invite": made["invites"]["2"]})
        expect(table(page)).to_be_visible()
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("log")).to_contain_text("<img src=x onerror=alert(1)> ⟦2⟧")


def test_a_browser_that_keeps_nothing_plays_all_the_same(visitor: Visitor) -> None:
    visitor.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError') } })"
    )
    sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
    play_to_the_end(visitor.page, lambda _: None)
    waiting = make(visitor, "skirmish", ME, INVITE)
    page = visitor.open(f"/m/{waiting['match']['id']}")
    page.get_by_role("button", name="New link").click()
    expect(page.get_by_label("Link for seat 2")).to_be_visible()
