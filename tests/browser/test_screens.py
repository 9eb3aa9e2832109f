"""The ways to a table: home, a new match, the table before the start, invitations, rules, settings, files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import check_access
from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.tables import ME, RANDOM, make, sit, submit, table

OPEN = {"kind": "open"}
INVITE = {"kind": "invite"}
GAMES = ("Kepler's Horizon", "Orbit Simulator", "Risky Stars", "Stellar Skirmish", "Territory")
ESSENTIAL = (Look("desktop", "dark"), Look("phone", "light"))


@pytest.fixture
def friend(chromium: Browsing) -> Iterator[Visitor]:
    """Somebody else."""
    with chromium.visitor() as somebody:
        yield somebody


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def _shows(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


def _link(page: Page, seat: int) -> str:
    """The link of an invitation, as the maker reads it."""
    return page.get_by_label(f"Link for seat {seat}").input_value()


def _stays_within_the_window(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} scrolls sideways"


# -- home -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_plays_a_bot_after_one_click(visitor: Visitor, game: str) -> None:
    page = visitor.open("/")
    page.get_by_role("article", name=game).get_by_role("button", name="Play a bot").click()
    expect(table(page)).to_be_visible()


def test_learning_leads_from_a_few_sentences_to_a_first_match(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.get_by_role("article", name="Stellar Skirmish").get_by_role("link", name="Learn").click()
    _shows(page, "The strongest ship takes the planet.")
    _press(page, "Start a guided match")
    expect(table(page)).to_be_visible()


def test_home_tells_at_once_what_waits_for_me(visitor: Visitor, friend: Visitor) -> None:
    made = make(visitor, "skirmish", ME, OPEN, preset="lesson")["match"]["id"]
    page = visitor.open("/")
    expect(page.get_by_role("link", name=re.compile("Stellar Skirmish.*1 free seat of 2"))).to_be_visible()
    expect(page).to_have_title("Armillary")
    friend.context.request.get("/api/me")
    assert friend.context.request.post(f"/api/matches/{made}/join", data={}).ok
    expect(page.get_by_role("heading", name="Your move")).to_be_visible()
    expect(page).to_have_title("(1) Armillary")
    page.get_by_role("link", name="Settings").click()
    expect(page).to_have_title("(1) Settings · Armillary")


def test_an_open_table_is_found_at_home(visitor: Visitor, friend: Visitor) -> None:
    make(visitor, "orbit", ME, OPEN)
    page = friend.open("/")
    page.get_by_role("link", name=re.compile("Orbit Simulator.*1 free seat of 2")).first.click()
    _press(page, "Take this seat")
    expect(table(page)).to_be_visible()


# -- a new match ------------------------------------------------------------------------------------------------------


def test_settings_are_checked_while_they_are_changed(visitor: Visitor) -> None:
    page = visitor.open("/new/territory")
    page.get_by_role("radio", name="Custom settings").check()
    size = page.get_by_label("Map size, squares per side")
    size.fill("900")
    _shows(page, "Map size must be 4 to 26, not 900.")
    begin = page.get_by_role("button", name="Start the match")
    expect(begin).to_be_disabled()
    size.fill("")
    _shows(page, "Enter a number.")
    expect(begin).to_be_disabled()
    size.fill("6")
    expect(begin).to_be_enabled()
    begin.click()
    expect(table(page)).to_be_visible()
    match = visitor.context.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}").json()
    assert match["config"]["map_size"] == 6


@pytest.mark.parametrize("game", ["kepler", "orbit", "risky_stars", "skirmish", "territory", "toy"])
def test_every_game_has_a_form_that_begins_with_what_can_be_played(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"/new/{game}")
    page.get_by_role("radio", name="Custom settings").check()
    folded = page.locator("details:not([open]) > summary")
    for _ in range(min(folded.count(), 10)):
        folded.first.click()
    _press(page, "Start the match")
    expect(table(page)).to_be_visible()


def test_strangers_are_offered_the_fair_match_first_until_somebody_chooses(visitor: Visitor) -> None:
    page = visitor.open("/new/territory")
    presets = page.get_by_role("radio")
    expect(page.get_by_role("radio", name="Standard")).to_be_checked()
    page.get_by_role("button", name="With anyone").click()
    expect(presets.first).to_have_accessible_name(re.compile("^Fair"))
    expect(presets.first).to_be_checked()
    page.get_by_role("radio", name="Quick").check()
    page.get_by_role("button", name="Against bots").click()
    expect(presets.first).to_have_accessible_name(re.compile("^Standard"))
    expect(page.get_by_role("radio", name="Quick")).to_be_checked()


def test_settings_can_be_written_as_text(visitor: Visitor) -> None:
    page = visitor.open("/new/skirmish")
    page.get_by_role("radio", name="Custom settings").check()
    page.get_by_label("As text").check()
    text = page.locator("textarea")
    text.fill('{"planets": [')
    _shows(page, "This is not valid JSON.")
    planet = {"id": "P1", "victory_points": 1}
    text.fill(json.dumps({"planets": [planet, planet]}))
    _shows(page, "Planet id P1 appears twice in the deck")
    expect(page.get_by_role("button", name="Start the match")).to_be_disabled()


# -- before the start -------------------------------------------------------------------------------------------------


def test_a_friend_comes_by_a_link(visitor: Visitor, friend: Visitor) -> None:
    page = visitor.open("/new/skirmish")
    _press(page, "With friends")
    _press(page, "One player more")
    _press(page, "Open the table")
    _shows(page, "Waiting for 2 more players.")
    link = _link(page, 2)
    page.reload()
    assert _link(page, 2) == link, "a reload loses no link"
    _press(page, "Change seat 3")
    _press(page, "Medium bot")
    _shows(page, "Waiting for 1 more player.")
    _press(page, "Seat 2: move down")
    expect(page.get_by_label("Link for seat 3")).to_have_value(link)

    guest = friend.open(link.removeprefix(friend.address))
    expect(guest.get_by_role("heading", name=re.compile("invites you to Stellar Skirmish"))).to_be_visible()
    guest.get_by_label("Your name at the table").fill("Grace")
    _press(guest, "Take this seat")
    expect(table(guest)).to_be_visible()
    expect(table(page)).to_be_visible()
    expect(page.get_by_text("Grace", exact=True).first).to_be_visible()


def test_strangers_meet_and_whoever_waits_plays_a_bot_until_then(visitor: Visitor, friend: Visitor) -> None:
    page = visitor.open("/")
    page.get_by_role("region", name="Play a person").get_by_role("button", name="Orbit Simulator").click()
    _shows(page, "Waiting for 1 more player.")
    waiting = page.url
    _press(page, "Play a bot while you wait")
    expect(table(page)).to_be_visible()
    assert page.url != waiting
    guest = friend.open("/")
    guest.get_by_role("region", name="Play a person").get_by_role("button", name="Orbit Simulator").click()
    expect(table(guest)).to_be_visible()
    assert guest.url.rsplit("/", 1)[1] == waiting.rsplit("/", 1)[1]
    page.get_by_role("link", name="Go to the table").click()
    expect(page).to_have_url(waiting)
    expect(table(page)).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="has begun")).to_be_hidden()


def test_an_invitation_that_is_of_no_use_explains_itself(visitor: Visitor, friend: Visitor) -> None:
    friend.forgive("404")
    made = make(visitor, "skirmish", ME, INVITE)
    secret, match = made["invites"]["2"], made["match"]["id"]
    page = visitor.open(f"/m/{match}")
    _shows(page, "Only the browser that made the link can show it.")
    _press(page, "New link")
    link = _link(page, 2)
    _shows(friend.open(f"/join/{match}#{secret}"), "This invitation does not work")

    guest = friend.open(link.removeprefix(friend.address))
    _press(guest, "Take this seat")
    expect(table(guest)).to_be_visible()
    _shows(friend.open(link.removeprefix(friend.address)), "You have already taken this seat.")
    _shows(visitor.open(link.removeprefix(friend.address)), "This seat is taken, and the match has started.")


def test_the_maker_sets_the_table_anew_and_begins(visitor: Visitor, friend: Visitor) -> None:
    match = make(visitor, "kepler", ME, OPEN, autostart=False)["match"]["id"]
    page, guest = visitor.open(f"/m/{match}"), friend.open(f"/m/{match}")
    _press(guest, "Take this seat")
    _shows(page, "Everyone is here. You can start.")
    _press(guest, "Leave")
    _shows(page, "Waiting for 1 more player.")
    _press(guest, "Take this seat")
    _press(page, "Change seat 2")
    _shows(page, "loses the seat")
    _press(page, "Anyone")
    _shows(guest, "Waiting for 1 more player.")

    _press(page, "Change settings")
    page.get_by_role("radio", name="Quick").check()
    page.get_by_label("Clock").select_option("live")
    _press(page, "Change")
    for each in (page, guest):
        _shows(each, "Quick: Eight fleets each")
        _shows(each, "Live, 1 minute per phase")

    _press(guest, "Take this seat")
    guest.get_by_label("Message").fill("<b>ready</b>")
    _press(guest, "Send")
    _shows(page, "<b>ready</b>")
    _press(page, "Start the match")
    expect(table(page)).to_be_visible()
    expect(table(guest)).to_be_visible()


def test_whoever_loses_or_changes_a_seat_stays_at_the_table(visitor: Visitor, friend: Visitor) -> None:
    match = make(visitor, "kepler", ME, OPEN, OPEN)["match"]["id"]
    friend.context.request.get("/api/me")
    assert friend.context.request.post(f"/api/matches/{match}/join", data={"seat": 2}).ok
    page, guest = visitor.open(f"/m/{match}"), friend.open(f"/m/{match}")
    _press(page, "Seat 1: move down")
    for each, seat in ((page, 2), (guest, 1)):  # whoever speaks has heard where they sit now
        own = each.get_by_role("listitem").filter(has_text=f", seat {seat},")
        expect(own.get_by_role("button", name="Leave")).to_be_visible()
        each.get_by_label("Message").fill("Still here")
        _press(each, "Send")
    expect(page.get_by_role("log").get_by_text("Still here")).to_have_count(2)
    _press(guest, "Leave")
    guest.get_by_role("button", name="Take this seat").first.click()
    expect(guest.get_by_role("button", name="Leave")).to_be_visible()
    guest.reload()
    _press(guest, "Leave")
    _shows(guest, "Waiting for 2 more players.")


def test_the_maker_speaks_for_several_at_one_device(visitor: Visitor) -> None:
    local = {"kind": "local", "name": "Grace"}
    match = make(visitor, "kepler", local, ME, OPEN)["match"]["id"]
    page = visitor.open(f"/m/{match}")
    page.get_by_label("Message").fill("Two of us are here")
    _press(page, "Send")
    expect(page.get_by_role("log").get_by_text("Two of us are here")).to_be_visible()


def test_an_invitation_is_not_for_those_who_sit_already(visitor: Visitor) -> None:
    made = make(visitor, "kepler", ME, INVITE)
    page = visitor.open(f"/join/{made['match']['id']}#{made['invites']['2']}")
    _shows(page, "You already have a seat at this table.")
    expect(page.get_by_role("button", name="Take this seat")).to_have_count(0)
    expect(page.get_by_role("link", name="Go to the table")).to_be_visible()


def test_a_match_that_was_cancelled_says_so(visitor: Visitor, friend: Visitor) -> None:
    match = make(visitor, "kepler", ME, OPEN)["match"]["id"]
    page, guest = visitor.open(f"/m/{match}"), friend.open(f"/m/{match}")
    expect(guest.get_by_role("button", name="Take this seat")).to_be_visible()
    _press(page, "Cancel the match")
    page.get_by_role("dialog").get_by_role("button", name="Cancel the match").click()
    for each in (page, guest):
        _shows(each, "This match was cancelled")
    page.reload()
    _shows(page, "This match was cancelled")


# -- rules, settings, files -------------------------------------------------------------------------------------------


def test_a_rule_is_found_by_its_id(visitor: Visitor) -> None:
    page = visitor.open("/rules/skirmish#SS-6")
    expect(page.locator("#SS-6")).to_be_focused()
    expect(page.locator("#SS-6")).to_be_in_viewport()
    page.get_by_role("link", name="SS-12", exact=True).first.click()
    expect(page.locator("#SS-12")).to_be_focused()
    expect(page.locator(".isAsked")).to_have_count(1)
    page.go_back()
    expect(page.locator("#SS-6")).to_be_focused()


def test_settings_outlive_a_reload(visitor: Visitor) -> None:
    page = visitor.open("/settings")
    name = page.get_by_label("Your name")
    expect(name).to_have_value(re.compile("Guest"))
    name.fill("Ada")
    _press(page, "Change")
    _shows(page, "Your name has been changed")
    page.get_by_role("radio", name="Light").check()
    page.reload()
    expect(name).to_have_value("Ada")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_an_identity_is_deleted_and_its_other_pages_are_told(visitor: Visitor, friend: Visitor) -> None:
    made = make(visitor, "skirmish", ME, INVITE)
    before = friend.context.request.get("/api/me").json()["id"]
    join = f"/api/matches/{made['match']['id']}/join"
    assert friend.context.request.post(join, data={"invite": made["invites"]["2"]}).ok
    seated = friend.open(f"/m/{made['match']['id']}")
    expect(table(seated)).to_be_visible()
    page = friend.context.new_page()
    page.goto("/settings")
    _press(page, "Delete this identity …")
    _press(page, "Keep it")
    assert friend.context.request.get("/api/me").json()["id"] == before
    _press(page, "Delete this identity …")
    _press(page, "Delete it")
    expect(page).to_have_url(re.compile("/$"))
    _shows(seated, "This identity was deleted.")
    assert friend.context.request.get("/api/me").json()["id"] != before


def test_a_match_comes_back_from_a_file(visitor: Visitor) -> None:
    match = make(visitor, "skirmish", ME, {"kind": "bot", "level": "random"}, preset="lesson")["match"]["id"]
    assert visitor.context.request.post(f"/api/matches/{match}/resign").ok
    record = visitor.context.request.get(f"/api/matches/{match}/record").body()
    page = visitor.open("/replay")
    chosen = page.locator("input[type=file]")
    chosen.set_input_files({"name": "notes.json", "mimeType": "application/json", "buffer": b"{}"})
    _shows(page, "notes.json is not the record of a match.")
    chosen.set_input_files({"name": "old.json", "mimeType": "application/json", "buffer": record})
    expect(page).to_have_url(re.compile(r"/m/\w+\?step=0$"))
    expect(table(page)).to_have_attribute("data-step", "0")


# -- for everybody ----------------------------------------------------------------------------------------------------


def test_the_keyboard_goes_on_at_the_new_screen(visitor: Visitor, friend: Visitor) -> None:
    made = make(visitor, "skirmish", ME, INVITE)
    page = friend.open(f"/join/{made['match']['id']}#{made['invites']['2']}")
    expect(page.locator("main h1")).to_be_visible()
    address = page.url
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    assert page.url == address, "the secret stays in the address"
    page.get_by_role("link", name="How to play").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start a guided match")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("main").get_by_role("link", name="Rules")).to_be_focused()


@pytest.mark.parametrize("look", [pytest.param(look, id=str(look)) for look in ESSENTIAL])
def test_every_way_to_a_table_is_open_to_everybody(visitor: Visitor) -> None:
    made = make(visitor, "skirmish", ME, INVITE, OPEN)
    match, secret = made["match"]["id"], made["invites"]["2"]
    alike = ("/new/kepler", "/rules/orbit", "/learn/kepler", "/settings", "/replay")
    for path in ("/", f"/m/{match}", f"/join/{match}#{secret}", *alike):
        page = visitor.open(path)
        expect(page.locator("main h1").first).to_be_visible()
        _stays_within_the_window(page)
        check_access(page)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        _stays_within_the_window(page)


def test_whoever_opens_a_table_for_people_is_asked_for_a_name(visitor: Visitor) -> None:
    page = visitor.open("/new/skirmish")
    name = page.get_by_label("Your name at the table")
    expect(page.get_by_role("button", name="Start the match")).to_be_enabled()
    expect(name).to_have_count(0)
    page.get_by_label(re.compile("^Seat 2|Player 2")).first.select_option("open")
    name.fill("Ada")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Ada").first).to_be_visible()
    assert visitor.context.request.get("/api/me").json()["name"] == "Ada"


def test_the_match_left_last_is_offered_with_its_picture_and_can_be_hidden(visitor: Visitor) -> None:
    match = sit(visitor, "kepler", ME, RANDOM)
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    page.keyboard.press("Shift")
    page.wait_for_function("match => localStorage.getItem(`armillary.picture.${match}`)", arg=match)
    page.get_by_role("link", name="Armillary: all games").click()
    left = page.locator("section", has=page.get_by_role("heading", name="Continue", exact=True))
    expect(left.get_by_role("link")).to_have_attribute("href", f"/m/{match}")
    expect(left.locator("img")).to_have_attribute("src", re.compile("^data:image/(webp|jpeg)"))
    page.get_by_role("button", name=re.compile("^Options: Kepler's Horizon against")).first.click()
    page.get_by_role("dialog").get_by_role("button", name="Hide").click()
    expect(left).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Show hidden matches (1)").click()
    expect(left).to_be_visible()


def test_what_passed_the_time_is_set_aside_when_somebody_comes(chromium: Browsing) -> None:
    with chromium.visitor() as ada, chromium.visitor() as grace:
        table_made = make(ada, "skirmish", ME, {"kind": "open"})["match"]["id"]
        page = ada.open(f"/m/{table_made}")
        page.get_by_role("button", name="Play a bot while you wait").click()
        expect(page.get_by_text("You are in line for Stellar Skirmish.")).to_be_visible()
        meanwhile = page.url.rsplit("/", 1)[1]
        grace.context.request.get("/api/me")
        assert grace.context.request.post(f"/api/matches/{table_made}/join", data={}).ok
        page.get_by_role("link", name="Go to the table").click()
        expect(page).to_have_url(re.compile(table_made))
        page.wait_for_function("match => localStorage.getItem('armillary.hidden')?.includes(match)", arg=meanwhile)
        page.get_by_role("link", name="Armillary: all games").click()
        expect(page.get_by_role("button", name="Show hidden matches (1)")).to_be_visible()
        expect(page.get_by_role("heading", name="Continue", exact=True)).to_have_count(0)
