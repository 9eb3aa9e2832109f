"""Orders and positions as text: what is written comes back, and anything else is refused with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from armillary.core.errors import BadNotation
from armillary.core.match import AnyMatch
from armillary.testing.skeletons.turns.rooms import rules, sight, words
from armillary.testing.skeletons.turns.rooms.game import GAME
from armillary.testing.skeletons.turns.rooms.model import Take
from armillary.testing.skeletons.turns.tests.strategies import CONFIGS
from armillary.testing.strategies import matches, spoilt_texts

PAGE = (Path(__file__).parents[1] / "notation.md").read_text("utf-8")
VIEW = sight.view(words.parse_state("seats 2; most 3; turn 1; stones 9"), 1)
written = matches(GAME, CONFIGS).map(lambda match: words.format_state(match.state))


@pytest.mark.parametrize("text", ["take 2", "TAKE 2", " 2 ", "take2"])
def test_orders_are_understood(text: str) -> None:
    assert words.parse_order(text, VIEW) == Take(2)


@pytest.mark.parametrize("text", ["", "take", "two", "take 2 3", "2.0", "²", "9" * 16])
def test_other_texts_say_how_orders_are_written(text: str) -> None:
    with pytest.raises(BadNotation, match="Type a number of stones"):
        words.parse_order(text, VIEW)


@settings(max_examples=50)
@given(matches(GAME, CONFIGS))
def test_positions_round_trip(match: AnyMatch) -> None:
    assert words.parse_state(words.format_state(match.state)) == match.state


@given(spoilt_texts(written, "seatmourn 0123456789;"))
def test_a_position_with_a_slip_in_it_is_bad_notation_or_another_position(text: str) -> None:
    try:
        state = words.parse_state(text)
    except BadNotation:
        return
    assert words.parse_state(words.format_state(state)) == state


def test_the_positions_on_the_notation_page_are_possible() -> None:
    (block,) = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
    assert all(rules.check_position(words.parse_state(line)) == () for line in block.splitlines())


def test_the_notation_page_lists_every_section() -> None:
    assert tuple(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == words.SECTIONS
