"""Orbit Simulator's planning: energy moved about, shots aimed on the board, and refusals where they belong."""

from __future__ import annotations

import re
from base64 import b64encode
from itertools import combinations
from math import dist
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.tables import ME, RANDOM, sit, submit, table

START: dict[str, Any] = {"ring": 3, "sectors": [0, 3], "energy": {"missiles": 2, "railgun": 4}}
"""Two ships so near each other that they can fire at once."""

APART: dict[str, Any] = {"ring": 3, "sectors": [0, 12], "energy": {"engines": 1}}
"""Two ships on opposite sides of the star: neither can do anything to the other for a turn."""

CROWD: dict[str, Any] = {"ring": 3, "sectors": [0, 0, 1, 1, 2, 2], "energy": {"missiles": 2}}
"""Six ships in three sectors."""

FIXED: dict[str, Any] = {"turn_order": "fixed"}
"""The first seat begins, and everybody has one turn after the other."""

SUBSYSTEMS = ("engines", "thrusters", "scoop", "laser", "railgun", "missiles", "shields")
WEAPONS = ("laser", "railgun", "missiles")

phone = pytest.mark.parametrize("look", [Look("phone", "dark")], ids=str)


def _planning(visitor: Visitor, **config: Any) -> Page:
    sit(visitor, "orbit", ME, RANDOM, config={**FIXED, **config})
    expect(submit(visitor.page)).to_be_enabled()
    return visitor.page


def _energy(page: Page, subsystem: str) -> Locator:
    return page.get_by_role("slider", name=f"Energy for the {subsystem}")


def _told(page: Page) -> Locator:
    """What a screen reader is told without being asked."""
    return page.locator("[role=status][aria-live=polite]")


def _vitals(page: Page) -> dict[str, tuple[int, int]]:
    """Hull, heat and mass: now, and after the turn."""
    figures = page.locator("[data-role=vitals] > div").all_inner_texts()
    read = [(text.split()[0], [int(figure) for figure in re.findall(r"\d+", text)]) for text in figures]
    return {name: (amounts[0], amounts[-1]) for name, amounts in read}


def _middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(page: Page, start: Locator, goal: Locator) -> None:
    goal.scroll_into_view_if_needed()
    for place, press in ((start, page.mouse.down), (goal, page.mouse.up)):
        page.mouse.move(*_middle(place), steps=3)
        press()


def test_energy_is_dragged_from_the_reactor_to_a_subsystem_and_back(visitor: Visitor) -> None:
    page = _planning(visitor)
    reactor, laser = page.locator("[data-energy=reactor]"), page.locator("[data-energy=laser]")
    _drag(page, reactor.locator(".full").first, laser)
    expect(_energy(page, "laser")).to_have_attribute("aria-valuenow", "1")
    expect(reactor).to_contain_text("9 free")
    _drag(page, laser.locator(".full").first, page.locator("[data-energy=shields]"))
    expect(_energy(page, "shields")).to_have_attribute("aria-valuenow", "1")
    _drag(page, page.locator("[data-energy=shields] .full").first, reactor)
    expect(reactor).to_contain_text("10 free")
    expect(submit(page)).to_be_enabled()


def test_a_refusal_stands_at_the_control_it_is_about(visitor: Visitor) -> None:
    page = _planning(visitor)
    moves = page.get_by_role("group", name="Movement")
    moves.get_by_role("button", name="Light").click()
    subsystems = page.get_by_role("region", name="Subsystems")
    expect(subsystems.get_by_text("A light burn needs 1 energy in the engines, not 0.")).to_be_visible()
    expect(submit(page)).to_be_disabled()
    page.get_by_role("button", name="One more for the engines").click()
    expect(subsystems.get_by_text("which does not exist")).to_be_visible()
    moves.get_by_role("button", name="Coast").click()
    expect(subsystems.locator(".refusal")).to_have_count(0)
    expect(submit(page)).to_be_enabled()


def test_a_weapon_is_aimed_by_its_reach_and_a_tap_on_a_ship(visitor: Visitor) -> None:
    page = _planning(visitor, start=START)
    page.get_by_role("button", name="Aim the missiles").click()
    assert page.locator("path.reach").count() == 5, "from ring 3, missiles reach all five rings"
    page.locator("svg [data-thing='ship:2']").click(force=True)
    fire = page.get_by_role("button", name="Fire the missiles at")
    expect(fire).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("list", name="Results")).to_contain_text("3 damage; hull 7 left")
    expect(page.locator("svg .hurt")).to_have_text("−3")
    submit(page).click()
    expect(table(page)).not_to_have_attribute("data-step", "0")
    page.get_by_role("button", name="Report", expanded=False).click()
    expect(page.locator("[data-role=report]")).to_contain_text("fired the missiles at")


STAGE = 900
"""Milliseconds."""


def test_shots_fly_and_hit_and_a_ship_explodes(chromium: Browsing) -> None:
    with chromium.visitor(motion=True) as visitor:
        page = visitor.page
        page.clock.install()
        _planning(visitor, start={**START, "hull": 3})
        page.get_by_role("button", name="Fire the missiles at").click()
        expect(submit(page)).to_be_enabled()
        for _ in range(4):
            page.get_by_role("button", name="Zoom in").click()
            page.clock.run_for(STAGE)
        target, shots = page.locator("svg [data-thing='ship:2'] .disc"), page.locator("svg .shot.missiles")
        expect(target).not_to_be_in_viewport()
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        submit(page).click()
        expect(shots).to_have_count(0)
        page.clock.run_for(STAGE)
        expect(shots.locator("path")).to_have_count(3)
        page.clock.run_for(STAGE)
        expect(page.locator("svg .hurt")).to_have_text("−3")
        expect(shots.locator("path")).to_have_count(0)
        expect(target).to_be_in_viewport()
        expect(page.locator("svg [data-thing='ship:1'] .disc")).to_be_in_viewport()
        page.clock.run_for(STAGE)
        expect(page.locator("[data-role=explosion]")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("[data-role=explosion]")).to_have_count(0)


def test_recoil_is_shown_and_can_be_compensated_for(visitor: Visitor) -> None:
    page = _planning(visitor, start={**START, "energy": {"engines": 1, "railgun": 4}})
    page.get_by_role("button", name="Fire the railgun at").click()
    dock = page.get_by_text("thrown by the recoil to R2 S0")
    expect(dock).to_be_visible()
    expect(page.locator("svg .ghost text")).to_have_text("recoil")
    page.get_by_role("button", name="Compensate").click()
    expect(dock).to_have_count(0)
    expect(submit(page)).to_be_enabled()


def test_where_everybody_will_be_is_shown_when_asked_for(visitor: Visitor) -> None:
    page = _planning(visitor)
    ghosts = page.locator("svg .ghost")
    expect(ghosts).to_have_count(1)
    page.get_by_role("button", name="Look ahead").click()
    expect(ghosts).to_have_count(2)


def test_everything_that_is_planned_is_in_sight_on_a_desktop(visitor: Visitor) -> None:
    page = _planning(visitor)
    for weapon in WEAPONS:
        expect(page.get_by_role("button", name=f"Aim the {weapon}")).to_be_in_viewport(ratio=1)
    expect(_energy(page, "shields")).to_be_in_viewport()


def test_pips_are_tapped(visitor: Visitor) -> None:
    page = _planning(visitor)
    pips = _energy(page, "railgun").locator(".pip")
    pips.nth(2).click()
    expect(_energy(page, "railgun")).to_have_attribute("aria-valuenow", "3")
    pips.nth(2).click()
    expect(_energy(page, "railgun")).to_have_attribute("aria-valuenow", "2")


def test_a_burn_says_which_way_it_leads(visitor: Visitor) -> None:
    page = _planning(visitor, start={**APART, "energy": {"engines": 1, "thrusters": 1}})
    light = page.get_by_role("group", name="Movement").get_by_role("button", name="Light")
    expect(light).to_contain_text("1 ring out")
    page.get_by_role("button", name="Turn around").click()
    expect(light).to_contain_text("1 ring in")


def test_what_can_be_returned_is_counted_with_the_heat_that_is_vented(visitor: Visitor) -> None:
    page = _planning(visitor, start={**APART, "heat": 2, "energy": {"railgun": 4}})
    reactor, less = page.locator("[data-energy=reactor]"), page.get_by_role("button", name="One less for the railgun")
    expect(page.get_by_role("spinbutton", name="Heat to vent")).to_have_value("2")
    expect(reactor).to_contain_text("Returns left 1 of 3")
    less.click()
    expect(reactor).to_contain_text("6 free, 1 more next turn")
    expect(reactor).to_contain_text("Returns left 0 of 3")
    expect(_told(page)).to_contain_text("Railgun: 3 of 4 energy. Reactor 6 free, 1 more next turn. Returns left: 0.")
    less.click()
    expect(submit(page)).to_be_disabled()
    page.get_by_role("group", name="Heat to vent").get_by_role("button", name="One fewer").click()
    expect(submit(page)).to_be_enabled()
    expect(reactor).to_contain_text("6 free, 2 more next turn")


def test_overclocking_is_shown_before_it_is_done(visitor: Visitor) -> None:
    page = _planning(visitor)
    engines = _energy(page, "engines")
    engines.press("End")
    expect(engines).to_have_attribute("aria-valuetext", "3 of 3, overclocked")
    expect(page.get_by_role("list", name="Results")).to_have_text(re.compile("Overclocking makes 1 heat"))
    assert _vitals(page)["Heat"] == (0, 1)
    engines.press("ArrowLeft")
    expect(engines).to_have_attribute("aria-valuetext", "2 of 3, powered")
    expect(page.get_by_role("list", name="Results")).to_have_count(0)


def test_a_turn_comes_to_what_was_shown(visitor: Visitor) -> None:
    page = _planning(visitor, start={**APART, "heat": 5, "energy": {"engines": 3, "railgun": 4}})
    page.get_by_role("group", name="Movement").get_by_role("button", name="Medium").click()
    mass = page.locator("[data-role=vitals] > div").filter(has_text="Mass")
    expect(mass).to_contain_text(re.compile(r"10\D+8"))
    shown = _vitals(page)
    assert shown == {"Hull": (10, 8), "Heat": (5, 4), "Mass": (10, 8)}, "3 of 5 vented, 2 hurt; 2 made; a medium burn"
    submit(page).click()
    expect(table(page)).to_have_attribute("data-step", "2")
    expect(submit(page)).to_be_enabled()
    now = {name: amounts[0] for name, amounts in _vitals(page).items()}
    assert now == {name: after for name, (_, after) in shown.items()}


def test_a_ship_arrives_where_its_ghost_was(visitor: Visitor) -> None:
    page = _planning(visitor, start=APART)
    ghosts = page.locator("svg .ghost")
    expect(ghosts).to_have_count(1)
    page.get_by_role("group", name="Movement").get_by_role("button", name="Light").click()
    expect(ghosts).to_have_count(2)
    expect(ghosts.nth(1)).to_contain_text("next turn")
    promised = _middle(ghosts.nth(1).locator("circle"))
    assert dist(promised, _middle(ghosts.nth(0).locator("circle"))) > 20, "the coming sector is on another ring"
    submit(page).click()
    expect(table(page)).to_have_attribute("data-step", "2")
    expect(submit(page)).to_be_enabled()
    assert dist(promised, _middle(page.locator("svg [data-thing='ship:1'] .disc"))) < 2


FOCUSED = r"""
() => {
  const { activeElement: at } = document;
  const { x, y, width, height } = at.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return [at.getAttribute("aria-label") ?? at.textContent.trim().replace(/\s+/g, " "), at.contains(seen)];
}
"""
"""What the keyboard has come to, and whether it can be seen there."""


def _tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Go on until the keyboard is at a control with this name; whatever is on the way there is in sight."""
    for _ in range(80):
        page.keyboard.press(key)
        found, is_seen = page.evaluate(FOCUSED)
        if page.evaluate("document.activeElement.closest('[data-role=subsystems]') !== null"):
            assert is_seen, f"{found} is hidden"
        if found.lower().startswith(name.lower()):
            return
    raise AssertionError(f"{name} cannot be reached")


def test_a_turn_is_planned_by_the_keyboard_and_what_it_comes_to_is_told(visitor: Visitor) -> None:
    page = _planning(visitor)
    page.set_viewport_size({"width": 1280, "height": 640})
    _tab_to(page, "Energy for the engines")
    page.keyboard.press("ArrowRight")
    expect(_told(page)).to_have_text("Reactor 9 free. Returns left: 3. After the turn: hull 10, heat 0, mass 10.")
    _tab_to(page, "Light")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("which does not exist")
    _tab_to(page, "Energy for the thrusters")
    page.keyboard.press("ArrowUp")
    _tab_to(page, "Turn around")
    page.keyboard.press("Space")
    expect(_told(page)).to_contain_text("Reactor 8 free.")
    expect(_told(page)).to_contain_text("After the turn: hull 10, heat 0, mass 9. Then arriving at R4 S0.")
    for weapon in WEAPONS:
        _tab_to(page, f"Energy for the {weapon}")
        _tab_to(page, f"Aim the {weapon}")
    _tab_to(page, "Energy for the shields")
    page.keyboard.press("End")
    expect(_told(page)).to_contain_text("Reactor 6 free.")
    for name in reversed(SUBSYSTEMS[:-1]):
        _tab_to(page, f"Energy for the {name}", "Shift+Tab")
    _tab_to(page, "Execute turn")
    page.keyboard.press("Enter")
    expect(table(page)).not_to_have_attribute("data-step", "0")
    page.get_by_role("button", name="Report", exact=True).click()
    expect(page.locator("[data-role=report]")).to_contain_text("made a light burn for R4 S0")


def test_two_people_at_one_device_plan_in_turn(visitor: Visitor) -> None:
    bob = {"kind": "local", "name": "Bob"}
    sit(visitor, "orbit", ME, bob, config={**FIXED, "start": {**START, "energy": {"missiles": 2}}})
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    page.get_by_role("button", name="Fire the missiles at Bob").click()
    page.get_by_role("button", name="One more for the shields").click()
    expect(submit(page)).to_be_enabled()
    submit(page).click()
    expect(table(page)).to_have_attribute("data-step", "1")
    expect(page.get_by_role("button", name=re.compile("^Bob, yours"))).to_have_count(1)
    expect(submit(page)).to_be_enabled()
    expect(_energy(page, "shields")).to_have_attribute("aria-valuenow", "0")
    expect(page.get_by_role("button", name=re.compile("^Fire the .* at"), pressed=True)).to_have_count(0)
    assert _vitals(page)["Hull"][0] == 7, "this is Bob's ship, and the missiles hit it"
    page.get_by_role("button", name="One more for the engines").click()
    expect(submit(page)).to_be_enabled()
    submit(page).click()
    expect(table(page)).to_have_attribute("data-step", "2")
    expect(page.get_by_role("button", name=re.compile("^Guest .*, yours"))).to_have_count(1)
    expect(_energy(page, "shields")).to_have_attribute("aria-valuenow", "1")


LETTERS = "texts => texts.map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
"""How large they are, in pixels."""


def test_numbers_of_rings_and_sectors_can_be_read_whatever_the_window(visitor: Visitor) -> None:
    page = _planning(visitor)
    for width, height in ((1440, 900), (1366, 768), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        names = page.locator("svg :is(.name, .number):visible")
        expect(names).to_have_count(13)
        page.wait_for_function(f"() => Math.min(...({LETTERS})([...document.querySelectorAll('svg .name')])) >= 11")


def test_a_row_of_large_letters_is_broken_and_not_cut(visitor: Visitor) -> None:
    page = _planning(visitor)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for row in page.locator("[data-energy]").all():
        assert row.evaluate("row => row.scrollWidth <= row.clientWidth + 1"), row.get_attribute("data-energy")
    for tool in page.get_by_role("button", name=re.compile("show the range$")).all():
        expect(tool).to_be_in_viewport(ratio=1)


DIAMETER = "disc => 2 * disc.r.baseVal.value * Math.hypot(disc.getScreenCTM().a, disc.getScreenCTM().b)"
"""Of a circle, in pixels. Its box is wider: it is that of the circle's square, turned."""


@phone
def test_six_ships_close_together_can_be_told_apart_and_tapped(visitor: Visitor) -> None:
    sit(visitor, "orbit", ME, *[RANDOM] * 5, config={**FIXED, "start": CROWD})
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    discs = [page.locator(f"svg [data-thing='ship:{seat}'] .disc") for seat in range(1, 7)]
    middles = {seat: _middle(disc) for seat, disc in enumerate(discs, 1)}
    width = discs[0].evaluate(DIAMETER)
    for one, other in combinations(middles, 2):
        assert dist(middles[one], middles[other]) >= width, f"ships {one} and {other} hide each other"
    page.get_by_role("button", name="Missiles: show the range").tap()
    expect(page.locator("path.reach").first).to_be_visible()
    for seat in range(2, 7):
        page.touchscreen.tap(*middles[seat])
        expect(page.locator(f"svg [data-thing='ship:{seat}']")).to_have_class(re.compile("aimed"))
    for button in page.get_by_role("button", name=re.compile("^Fire the missiles at")).all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


@phone
def test_a_refused_plan_can_be_mended_on_a_phone(visitor: Visitor) -> None:
    page = _planning(visitor)
    moves = page.get_by_role("group", name="Movement")
    moves.get_by_role("button", name="Heavy").tap()
    expect(page.get_by_role("alert")).to_contain_text("which does not exist")
    plan = page.get_by_role("region", name="Orders", exact=True).bounding_box()
    above = page.locator(".top").bounding_box()
    assert plan is not None
    assert above is not None
    assert plan["height"] - above["height"] > 60, "a row of controls is in sight"
    moves.get_by_role("button", name="Coast").tap()
    expect(submit(page)).to_be_enabled()
    page.get_by_role("button", name="Larger").tap()
    expect(page.get_by_role("button", name="Look ahead")).to_have_count(0)


AZURE = """
async (image) => {
  const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  let found = 0;
  for (let at = 0; at < data.length; at += 4) {
    found += Number(data[at] === 0x4b && data[at + 1] === 0xc4 && data[at + 2] === 0xff);
  }
  return [bitmap.width, found];
}
"""
"""How wide a picture is, and how much of it has the colour of the first seat in the dark theme."""


def test_a_position_is_saved_as_a_picture(visitor: Visitor) -> None:
    page = _planning(visitor)
    board = page.locator("[data-role=board]").bounding_box()
    assert board is not None
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as picture").click()
    assert re.fullmatch(r"orbit-.*-step-0\.png", saved.value.suggested_filename)
    width, azure = page.evaluate(AZURE, b64encode(saved.value.path().read_bytes()).decode())
    assert width == pytest.approx(2 * board["width"], abs=1)
    assert azure > 200, "the ship is in it"


def test_turns_to_come_are_shown_to_the_end_of_the_next_round(visitor: Visitor) -> None:
    sit(visitor, "orbit", ME, RANDOM)
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    turns = page.locator("[data-role=turns]")
    expect(turns).to_contain_text("Round 2")
    now, later = (str(order.get_attribute("aria-label")).split(", ") for order in turns.get_by_role("img").all())
    assert now[0] == next(name for name in later if name != "Spin")
    assert len({*later}) == 2
