"""The end of a match: the last step again, the scene, a card for a friend, and what else could have been ordered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import Browsing, Look, Visitor
from tests.browser.positions import bring, played
from tests.browser.tables import ME, RANDOM, play_to_the_end, sit, step, submit, table

WATCH = """
    window.seen = [];
    const look = () => {
        const scene = document.querySelector("[aria-label='The end']");
        const box = scene?.getBoundingClientRect(), board = document.querySelector("[data-role=board]");
        seen.push({
            step: Number(document.querySelector("[data-step]").dataset.step),
            cards: document.querySelectorAll(".played.open .lying").length,
            share: box === undefined ? null : box.height / board.getBoundingClientRect().height,
            isWhole: scene?.querySelector("button") != null,
            text: document.body.innerText,
        });
    };
    new MutationObserver(look).observe(document.body, {attributes: true, childList: true, subtree: true});
"""
"""Keeps what was on the page whenever something on it changed."""

CORNER = """card => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    context.drawImage(card, 0, 0);
    return [...context.getImageData(2, 2, 1, 1).data.slice(0, 3)];
}"""
"""The colour of a picture at its edge."""


def test_the_last_step_is_shown_again_on_the_board_alone_while_it_is_said_who_won(chromium: Browsing) -> None:
    with chromium.visitor(motion=True) as visitor:
        sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
        page = visitor.page
        page.evaluate(WATCH)
        play_to_the_end(page, lambda _: None)
        expect(page.get_by_role("region", name="The end").get_by_role("button", name="Again")).to_be_visible()
        seen = page.evaluate("seen")
        steps = [each["step"] for each in seen]
        assert steps == sorted(steps), "nothing goes back"
        again = [each for each in seen if each["share"] is not None and not each["isWhole"]]
        assert max(each["cards"] for each in again) == 2, "the last cards turn once more"
        assert max(each["share"] for each in again) < 0.1, "the headline leaves the board to them"
        assert not any("thinking" in each["text"] for each in again)
        assert not any("Waiting for ." in each["text"] for each in seen)


def test_any_press_skips_what_is_shown_again(chromium: Browsing) -> None:
    with chromium.visitor(motion=True) as visitor:
        sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
        page = visitor.page
        scene = page.get_by_role("region", name="The end")
        page.evaluate(
            """
            new MutationObserver((_, observer) => {
                if (document.querySelector("[aria-label='The end']") === null) return;
                observer.disconnect();
                document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "x", bubbles: true}));
                setTimeout(() => { window.isSkipped = document.querySelector(".played.open") === null; });
            }).observe(document.body, {childList: true, subtree: true});
            """
        )
        play_to_the_end(page, lambda _: None)
        expect(scene.get_by_role("button", name="Again")).to_be_visible()
        page.wait_for_function("window.isSkipped !== undefined")
        assert page.evaluate("isSkipped")


@pytest.mark.parametrize("look", [Look(), Look("phone", "light")], ids=str)
def test_a_card_is_shown_to_a_friend(chromium: Browsing, look: Look) -> None:
    with chromium.visitor(look) as visitor:
        visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
        match = sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
        page = visitor.page
        play_to_the_end(page, lambda _: None)
        asked = page.get_by_role("region", name="The end").get_by_role("button", name="Show a friend")
        asked.click()
        dialog = page.get_by_role("dialog")
        card = dialog.get_by_role("img")
        expect(card).to_have_attribute("alt", re.compile(r"^Stellar Skirmish: (.+ won|A draw|Nobody won)\. \d"))
        assert card.evaluate("card => [card.naturalWidth, card.naturalHeight]") == [1200, 630]
        ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert f"rgb({', '.join(map(str, card.evaluate(CORNER)))})" == ground
        expect(dialog.get_by_text("Only you can see this match so far")).to_be_visible()
        with page.expect_download() as saved:
            dialog.get_by_role("button", name="Save the picture").click()
        assert saved.value.suggested_filename == "armillary-skirmish.png"
        dialog.get_by_role("button", name="Copy the link").click()
        expect(dialog.get_by_role("button", name="Link copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()").endswith(f"/m/{match}")
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_be_hidden()
        expect(asked).to_be_focused()


@pytest.mark.parametrize("size", [16, 32])
def test_the_end_fits_on_a_phone_or_scrolls_there(chromium: Browsing, size: int) -> None:
    with chromium.visitor(Look("phone")) as visitor:
        sit(visitor, "skirmish", ME, RANDOM, preset="lesson")
        page = visitor.page
        page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", size)
        play_to_the_end(page, lambda _: None)
        scene, board = page.get_by_role("region", name="The end"), page.locator("[data-role=board]")
        expect(scene.get_by_role("button", name="Show a friend")).to_be_visible()
        inner, outer = scene.bounding_box(), board.bounding_box()
        assert inner is not None
        assert outer is not None
        assert outer["y"] <= inner["y"]
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]
        scene.get_by_role("button", name="Show a friend").scroll_into_view_if_needed()
        expect(scene.get_by_role("button", name="Show a friend")).to_be_in_viewport(ratio=1)
        tops = scene.locator("dl > div").evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
        assert len(tops) == 3
        assert len(set(tops)) == 1, "three numbers in one row"


def test_the_turn_that_decided_is_played_from_the_position_before(visitor: Visitor) -> None:
    match = played("skirmish", 2, "decided", "lesson")
    page = visitor.open(f"/m/{bring(visitor, match)}")
    scene = page.get_by_role("region", name="The end")
    told = scene.get_by_text(re.compile(r"Battle \d+ decided it"))
    expect(told).to_be_visible()
    battle = int(re.search(r"\d+", told.inner_text())[0])  # type: ignore[index]
    page.evaluate(WATCH)
    scene.get_by_role("button", name="Show it").click()
    expect(table(page)).to_have_attribute("data-step", str(battle - 1))
    expect(table(page)).to_have_attribute("data-step", str(battle))
    expect(page.locator(".report").get_by_text(f"Battle {battle}", exact=True)).to_be_visible()


def test_a_better_order_is_tried_and_the_way_back_leads_to_its_turn(visitor: Visitor) -> None:
    page = visitor.open(f"/m/{bring(visitor, played('skirmish', 3, 'advice 2', 'quick'))}")
    page.get_by_role("button", name="Analyse").click()
    found = page.get_by_role("region", name="Analysis")
    moment = found.get_by_role("listitem").filter(has_text="It was better to").first
    newest = step(page)
    moment.get_by_role("button").first.click(timeout=30_000)
    expect(table(page)).not_to_have_attribute("data-step", str(newest))
    looked = step(page)
    card = re.search(r"It was better to play the (\d+)", moment.inner_text())
    assert card is not None
    moment.get_by_role("button", name="Try it").click()
    expect(page.get_by_text("The better order is filled in")).to_be_visible()
    expect(submit(page)).to_be_enabled()
    expect(page.get_by_role("radio", name=f"Card {card[1]}", exact=True)).to_be_checked()
    page.get_by_role("link", name="Back to the match").click()
    expect(found.locator("[aria-current=step]")).to_be_visible(timeout=30_000)
    expect(table(page)).to_have_attribute("data-step", str(looked))
    expect(page.get_by_role("region", name="The end")).to_be_hidden()
