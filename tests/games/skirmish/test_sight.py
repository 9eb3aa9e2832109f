"""Who may know what in Stellar Skirmish."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.options import Choice
from armillary.games.skirmish import rules, sight, words
from armillary.games.skirmish.game import GAME
from armillary.games.skirmish.model import Claim, Play, State
from armillary.testing.strategies import matches
from tests.games.skirmish.strategies import CONFIGS


def position(text: str) -> State:
    return words.parse_state(text)


@pytest.mark.rule("SS-16")
def test_the_order_of_the_undealt_deck_shows_in_no_view() -> None:
    one = position("battle 2; deck P9:2 | P4:1 P2:1 P8:2 P1:1; pot -; hands 1..3 / 1..3; claimed P9 / -")
    other = position("battle 2; deck P9:2 | P4:1 P8:2 P1:1 P2:1; pot -; hands 1..3 / 1..3; claimed P9 / -")
    for seat in (1, 2, None):
        assert codec.encode(sight.view(one, seat)) == codec.encode(sight.view(other, seat))
        assert words.describe(sight.view(one, seat)) == words.describe(sight.view(other, seat))
    assert sight.view(one, 1).undealt == ("P1", "P2", "P8")


@pytest.mark.rule("SS-4", "SS-16")
def test_the_planet_to_be_fought_for_shows_before_anyone_plays() -> None:
    fresh = position("battle 1; deck | P4:1 P2:1; pot -; hands 1..3 / 1..3; claimed - / -")
    tied = position("battle 2; deck P4:1 P2:1 | P1:1; pot P4 P2; hands 1,2 / 1,2; claimed - / -")
    assert sight.view(fresh, None).stake == ("P4",)
    assert sight.view(fresh, None).undealt == ("P2",)
    assert sight.view(tied, 2).stake == ("P4", "P2")
    assert sight.view(tied, 2).undealt == ("P1",)


@pytest.mark.rule("SS-16")
def test_once_it_is_over_no_planet_is_turned_up() -> None:
    over = position("battle 2; deck P1:1 | P3:3 P2:1; pot -; hands - / -; claimed P1 / -")
    view = sight.view(over, 1)
    assert view.stake == ()
    assert view.undealt == ("P2", "P3")


@pytest.mark.rule("SS-16")
@settings(max_examples=40)
@given(matches(GAME, CONFIGS, most_turns=5).filter(lambda match: match.outcome is None), st.integers(0, 99))
def test_a_chosen_card_shows_to_nobody_else(match: AnyMatch, number: int) -> None:
    order = GAME.hints.random_order(match.state, 1, FastDice(number))
    chosen = match.submit(1, order)
    assert chosen.table(1).pending == order
    for seat in (*match.seats[1:], None):
        assert chosen.table(seat).view == match.table(seat).view
        assert chosen.table(seat).pending is None
        assert chosen.table(seat).submitted == (1,)


@settings(max_examples=60)
@given(matches(GAME, CONFIGS, most_turns=6), st.integers(0, 999))
def test_a_sampled_world_is_possible_and_looks_the_same(match: AnyMatch, number: int) -> None:
    for seat in (1, None):
        view = sight.view(match.state, seat)
        world = sight.sample_world(view, FastDice(number))
        assert rules.check_position(world) == ()
        assert sight.view(world, seat) == view


def test_a_preview_counts_the_cards_that_could_answer() -> None:
    state = position("battle 2; deck P1:1 P6:2 | P3:1; pot P1 P6; hands 2,5 / 1,5,7 / 5,5,2; claimed - / - / -")
    preview = sight.preview(state, 1, Play(5))
    assert preview.stake_victory_points == 3
    assert preview.hand_after == (2,)
    assert preview.beaten_by == (0, 1, 0)
    assert preview.tied_by == (0, 1, 2)
    assert preview.violations == ()
    assert words.forecast(preview, sight.view(state, 1)) == (
        "3 VP are at stake.\n"
        "Player 2 holds 3 cards: 1 higher than yours, 1 equal to it.\n"
        "Player 3 holds 3 cards: 0 higher than yours, 2 equal to it.\n"
        "You would keep: 2."
    )


def test_a_single_point_is_at_stake() -> None:
    state = position("battle 1; deck P1:1 | P3:1; pot P1; hands 2,5 / 1,5; claimed - / -")
    assert "1 VP is at stake." in words.forecast(sight.preview(state, 1, Play(5)), sight.view(state, 1))


@pytest.mark.rule("SS-5")
def test_a_preview_of_a_card_one_does_not_hold_shows_the_violation_and_keeps_the_hand() -> None:
    state = position("battle 1; deck | P1:1; pot -; hands 2,5 / 1,5; claimed - / -")
    preview = sight.preview(state, 1, Play(9))
    assert [violation.code for violation in preview.violations] == ["card_not_held"]
    assert preview.hand_after == (2, 5)
    assert words.explain(preview.violations[0]) == "You do not hold the card 9; your cards are 2, 5. [SS-5]"


@pytest.mark.rule("SS-16")
def test_what_never_changes_is_the_planets_as_printed_in_no_telling_order() -> None:
    state = position("battle 2; deck P9:2 P4:1 | P2:1 P1:1; pot -; hands 1..3 / 1..3; claimed P9 P4:2 / -")
    view = sight.view(state, 2)
    assert view.setup.seats == 2
    assert [(planet.id, planet.victory_points) for planet in view.setup.planets] == [
        ("P1", 1),
        ("P2", 1),
        ("P4", 1),
        ("P9", 2),
    ]
    assert view.claimed_planets == ((Claim("P9", 2), Claim("P4", 2)), ())
    assert sight.sample_world(view, FastDice(0)).claimed_planets == state.claimed_planets


def test_cards_are_labelled_by_their_strength() -> None:
    state = position("battle 1; deck | P4:1; pot -; hands 3,1,3 / 2; claimed - / -")
    (template,) = words.label(sight.options(state, 1), sight.view(state, 1)).templates
    assert template.label == "Play a card"
    assert template.slots == (Choice(("card",), (1, 3), "Card", ("1", "3")),)
