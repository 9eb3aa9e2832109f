"""What pages may weigh, and how long they may take."""

from __future__ import annotations

import pytest

from tests.browser.browsing import Browsing, Visitor
from tests.browser.measures import (
    CROWDS,
    PHONE,
    SEATS,
    composing,
    home_and_table,
    in_a_crowd,
    large_map,
    opening,
    slow_home,
    weight,
)


def test_home_is_small(visitor: Visitor) -> None:
    assert weight(visitor, lambda: visitor.open("/")) <= 45_000


@pytest.mark.parametrize("game", SEATS)
def test_a_table_and_its_board_are_small(visitor: Visitor, game: str) -> None:
    assert home_and_table(visitor, game) <= 110_000


@pytest.mark.matrix
@pytest.mark.parametrize("look", [PHONE], ids=str)
def test_home_can_soon_be_used_on_a_slow_line(visitor: Visitor) -> None:
    assert slow_home(visitor) <= 2500


@pytest.mark.matrix
def test_a_board_far_away_is_soon_there(chromium: Browsing) -> None:
    assert opening(chromium) <= 1200


@pytest.mark.matrix
@pytest.mark.parametrize("game", SEATS)
def test_composing_is_swift(visitor: Visitor, game: str) -> None:
    times = composing(visitor, game)
    assert times["drawn"] <= 50, times
    assert times["checked"] <= 150, times
    assert times["longest task"] <= 50, times


@pytest.mark.matrix
@pytest.mark.parametrize("look", [PHONE], ids=str)
@pytest.mark.parametrize("game", CROWDS)
def test_composing_at_a_full_table_is_swift(visitor: Visitor, game: str) -> None:
    assert in_a_crowd(visitor, game) <= 50


@pytest.mark.matrix
@pytest.mark.parametrize("look", [PHONE], ids=str)
def test_a_large_map_is_drawn_and_moved_smoothly(visitor: Visitor) -> None:
    times = large_map(visitor)
    assert times["drawn"] <= 100, times
    assert times["frame"] <= 8, times
