"""The page about the solved game: its numbers and plots are made from tables, here from small ones."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from armillary.core.errors import BadInput
from armillary.games.skirmish.solved.tables import Tables
from scripts import skirmish_solved
from scripts.skirmish_solved import (
    IMAGES,
    PAGE,
    advice,
    bars,
    left,
    openings_table,
    ship_prices,
    ships_table,
    ties_table,
)

DECK = {1: 2, 2: 2, 3: 1}
"""Five planets for five ships."""


def test_shares_add_up_and_no_ship_gains_on_them(five_cards: Path) -> None:
    found = advice(Tables(five_cards), 5, 3, left(DECK, 3))
    assert sum(found.shares) == pytest.approx(1)
    assert min(found.costs) > -1e-6
    assert all(cost < 1e-6 for share, cost in zip(found.shares, found.costs, strict=True) if share > 1e-9)
    assert found.tied == pytest.approx(sum(share**2 for share in found.shares))
    assert 0 < found.winner < 3
    assert 1 <= found.mean <= 5


def test_stronger_ships_are_worth_more(five_cards: Path) -> None:
    prices = ship_prices(Tables(five_cards), 5, DECK)
    assert list(prices) == [5, 4, 3, 2, 1]
    assert list(prices.values()) == sorted(prices.values(), reverse=True)
    assert prices[1] == 0


def test_the_tables_have_a_row_for_everything(five_cards: Path) -> None:
    known = Tables(five_cards)
    openings = {points: advice(known, 5, points, left(DECK, points)) for points in DECK}
    assert len(openings_table(openings).splitlines()) == 2 + 3
    assert len(ships_table(openings, ship_prices(known, 5, DECK)).splitlines()) == 2 + 5
    assert len(ties_table(known, 6, {1: 2, 2: 2, 3: 2}).splitlines()) == 2 + 6


def test_a_plot_is_a_picture_with_a_bar_and_a_name_for_every_ship() -> None:
    drawn = ET.fromstring(bars("Ships", {"one": {1: 0.0, 2: 0.5}, "two": {1: 0.25, 2: 0.75}}, "{:.0%}"))
    space = "{http://www.w3.org/2000/svg}"
    assert drawn.findtext(f"{space}title") == "Ships"
    heights = [float(bar.attrib["height"]) for bar in drawn.iter(f"{space}rect") if bar.get("class") == "bar"]
    assert len(heights) == 4
    assert heights[0] == 0
    texts = [text.text for text in drawn.iter(f"{space}text")]
    assert {"one", "two", "50%", "25%", "75%"} <= set(texts)
    assert "0%" not in texts


def test_without_the_tables_of_the_whole_game_it_says_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="armillary solve skirmish --cards 15"):
        skirmish_solved.main([str(tmp_path)])


def test_the_page_has_a_place_for_every_part_and_shows_every_plot() -> None:
    text = PAGE.read_text("utf-8")
    for part in ("openings", "ships", "ties", "sizes"):
        assert re.search(rf"<!-- {part} -->\n\|.*\|\n<!-- /{part} -->", text, re.DOTALL)
    for image in IMAGES.glob("skirmish-solved-*.svg"):
        assert f"images/{image.name}" in text
    assert f"\n{skirmish_solved.sizes_table()}\n" in text
