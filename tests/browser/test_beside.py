"""What stands beside the games: pictures to keep, sounds, and a page for when the server cannot be reached."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.boards import COMPOSE, click
from tests.browser.browsing import Browsing, Visitor, apart
from tests.browser.tables import ME, RANDOM, sit, step, submit, table
from tests.server.processes import Server

SEATS = {"territory": (ME, RANDOM, RANDOM)}


@pytest.mark.parametrize("game", COMPOSE)
def test_a_position_is_saved_as_a_picture(visitor: Visitor, game: str, tmp_path: Path) -> None:
    sit(visitor, game, *SEATS.get(game, (ME, RANDOM)), preset="lesson")
    page = visitor.page
    expect(submit(page)).to_be_visible()
    box = page.locator("[data-role=board]").bounding_box()
    assert box is not None
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as picture").click()
    assert re.search(r"-step-\d+\.png$", saved.value.suggested_filename)  # in some games a bot moves first
    picture = tmp_path / "picture.png"
    saved.value.save_as(picture)
    content = picture.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (int(box["width"] * 2), int(box["height"] * 2))
    assert len(content) > 10_000, "an empty picture is smaller"


def test_sounds_are_on_after_the_first_gesture_and_can_be_muted(chromium: Browsing) -> None:
    with chromium.visitor() as visitor:
        visitor.context.add_init_script(
            """
            window.tones = 0;
            const create = AudioContext.prototype.createOscillator;
            AudioContext.prototype.createOscillator = function () { tones += 1; return create.call(this); };
            """
        )
        sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
        page = visitor.page
        mute = page.get_by_role("button", name="Mute")
        assert page.evaluate("tones") == 0
        COMPOSE["skirmish"](page, click)
        submit(page).click()
        page.wait_for_function("() => tones > 0")
        mute.click()
        expect(mute).to_have_attribute("aria-pressed", "true")
        page.reload()
        expect(mute).to_have_attribute("aria-pressed", "true")
        before = step(page)
        COMPOSE["skirmish"](page, click)
        submit(page).click()
        expect(table(page)).not_to_have_attribute("data-step", str(before))
        assert page.evaluate("tones") == 0
        page.goto("/settings")
        page.get_by_label("Play quiet tones").check()
        assert page.evaluate("tones") > 0


def test_without_the_server_there_is_a_page_that_says_so(server: Server, chromium: Browsing) -> None:
    with chromium.visitor() as visitor:
        visitor.forgive("WebSocket|no answer|Failed to load resource|ERR_CONNECTION")
        page = visitor.open("/")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        server.kill()
        try:
            page.goto("/settings")
            expect(page.get_by_role("heading", name="The server cannot be reached")).to_be_visible()
        finally:
            apart(server.start())
        page.get_by_role("link", name="Try again").click()
        expect(page.get_by_text("Stellar Skirmish").first).to_be_visible()


def test_it_can_be_installed(visitor: Visitor) -> None:
    page = visitor.open("/")
    session = visitor.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert not manifest["errors"]
    assert manifest["url"].endswith("/manifest.webmanifest")
    for size in (192, 512):
        icon = visitor.context.request.get(f"/icon-{size}.png").body()
        assert struct.unpack(">II", icon[16:24]) == (size, size)
