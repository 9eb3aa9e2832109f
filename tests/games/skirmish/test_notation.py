"""Orders and positions as text: they round-trip, and what is no notation is refused with one clear error."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core.errors import BadNotation
from armillary.core.match import AnyMatch
from armillary.games.skirmish import rules, sight, words
from armillary.games.skirmish.game import GAME
from armillary.games.skirmish.model import Play, State
from armillary.testing.strategies import matches, spoilt_texts
from tests.games.skirmish.strategies import CONFIGS

OPENING = "battle 1; deck | P1:1 P2:2; pot -; hands 1..3 / 1..3; claimed - / -"
VIEW = sight.view(words.parse_state(OPENING), 1)

positions = matches(GAME, CONFIGS, most_turns=6).map(lambda match: words.format_state(match.state))


# -- orders ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["play 7", "7", "  PLAY   7 ", "play7", "007"])
def test_a_card_may_be_typed_in_several_ways(text: str) -> None:
    assert words.parse_order(text, VIEW) == Play(7)


@pytest.mark.parametrize(
    "text",
    ["", "play", "seven", "7 8", "--7", "- 7", "7.0", "1e3", "\u0667", "\u00b2", "9" * 16, "play " * 1000, "\x00"],
)
def test_what_is_no_card_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation, match="A card is a whole number, for example 'play 7'"):
        words.parse_order(text, VIEW)


@given(st.integers(-(10**12), 10**12))
def test_orders_round_trip(card: int) -> None:
    assert words.parse_order(words.format_order(Play(card), VIEW), VIEW) == Play(card)


@given(st.text() | spoilt_texts(st.just("play 7"), "play 0123456789-+.\n\u00b2"))
def test_any_text_is_a_card_or_bad_notation(text: str) -> None:
    try:
        order = words.parse_order(text, VIEW)
    except BadNotation:
        return
    assert words.parse_order(words.format_order(order, VIEW), VIEW) == order


# -- positions ---------------------------------------------------------------------------------------------


@settings(max_examples=100)
@given(matches(GAME, CONFIGS, most_turns=6))
def test_positions_round_trip(match: AnyMatch) -> None:
    text = words.format_state(match.state)
    assert "\n" not in text
    assert words.parse_state(text) == match.state
    assert rules.check_position(match.state) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A section is missing: battle, deck, pot, hands, claimed"),
        (OPENING.replace("pot -; ", ""), "A section is missing: pot"),
        (OPENING + "; extra 1", "There is no section 'extra'"),
        (OPENING + "; pot P1", "Section 'pot' appears twice"),
        (OPENING.replace("battle 1", "battle one"), "The battle must be a whole number"),
        (OPENING.replace("battle 1", "battle 1 2"), "The battle must be a whole number"),
        (OPENING.replace("| ", ""), "The deck needs one bar"),
        (OPENING.replace("| ", "| | "), "The deck needs one bar"),
        (OPENING.replace("P1:1", "P1"), "A planet is written P7:2"),
        (OPENING.replace("P1:1", "P1:x"), "A planet is written P7:2"),
        (OPENING.replace("P1:1", "P1:1@moon"), "Invalid enum value 'moon'"),
        (OPENING.replace("P1:1", "P1:1!fly"), "Invalid enum value 'fly'"),
        (OPENING.replace("P1:1", "P1:1!class_set_bonus{x}"), "malformed"),
        (OPENING.replace("P1:1", '"P1:1'), "not understood from"),
        (OPENING.replace("pot -", "pot P9"), "P9 is not in the deck"),
        (OPENING.replace("pot -", "pot P1@station"), "A planet of the deck is written P7 or P7:4"),
        (OPENING.replace("1..3", "3..1"), "A run ascends"),
        (OPENING.replace("1..3", "1..999999"), "A run ascends"),
        (OPENING.replace("1..3", "1..400,1..400"), "A hand has at most 500 cards"),
        (OPENING.replace("1..3", "one"), "A hand is cards and runs"),
        (OPENING.replace("1..3", "99999999999999999"), "A hand is cards and runs"),
    ],
)
def test_what_is_no_position_says_what_is_expected(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as bad:
        words.parse_state(text)
    assert message in str(bad.value)
    assert len(str(bad.value)) < 250


def test_sections_may_stand_in_any_order() -> None:
    turned = "; ".join(reversed(OPENING.split("; ")))
    assert words.parse_state(turned) == words.parse_state(OPENING)


def check_text(text: str) -> None:
    """Bad notation, or a position that means the same when it is written down."""
    try:
        state: State = words.parse_state(text)
    except BadNotation:
        return
    written = words.format_state(state)
    if not rules.check_position(state):
        assert words.parse_state(written) == state


@settings(max_examples=200)
@given(spoilt_texts(positions, 'battle deckpothandsclaimed0123456789P;|/=-:@!{}",.\\ \n\u00e9'))
def test_a_position_with_a_slip_in_it_is_bad_notation_or_another_position(text: str) -> None:
    check_text(text)


@given(st.text())
def test_any_text_is_a_position_or_bad_notation(text: str) -> None:
    check_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "battle 1; deck | " + "P1:1 " * 100_000,
        OPENING.replace("1..3", ",".join(["1..999"] * 50_000)),
        '"' * 100_000,
        "{" * 100_000,
        " " * 100_000 + "{",
        'battle 1; deck | "' + "\\" * 100_000,
    ],
    ids=["many planets", "many cards", "quotation marks", "braces", "spaces", "backslashes"],
)
def test_a_huge_text_is_refused_quickly(text: str) -> None:
    begun = process_time()
    with pytest.raises(BadNotation):
        words.parse_state(text)
    assert process_time() - begun < 5
