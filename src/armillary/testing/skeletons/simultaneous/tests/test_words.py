"""Every sentence of the game, as a player reads it."""

from __future__ import annotations

import pytest

from armillary.core.dice import FastDice
from armillary.testing.skeletons.simultaneous.rooms import rules, sight, words
from armillary.testing.skeletons.simultaneous.rooms.model import Bid, Config


def test_a_round_that_is_won_in_sentences() -> None:
    state = words.parse_state("round 1; prizes 2 1 3; coins 9 9; points 0 0")
    assert words.forecast(sight.preview(state, 1, Bid(4)), sight.view(state, 1)) == (
        "This bids for 2 points and leaves you 5 coins, whether you win or not."
    )
    step = rules.resolve(state, {1: Bid(4), 2: Bid(3)}, FastDice(1))
    view = sight.view(step.state, 1)
    assert [words.tell(event, view) for event in step.events] == [
        "Player 1 (you) bid 4 and Player 2 bid 3.",
        "Player 1 (you) won the prize: 2 points.",
    ]
    assert words.describe(view).splitlines() == [
        "Prize of this round: 1 point. Still face down: 3.",
        "Player 1 (you): 5 coins, 2 points.",
        "Player 2: 6 coins, 0 points.",
    ]
    assert [words.explain(fate) for fate in step.fates] == [
        "The bid of 4 won the prize of 2. [SB-3]",
        "The bid of 3 was not enough. [SB-3]",
    ]


def test_a_tie_in_the_last_round_in_sentences() -> None:
    state = words.parse_state("round 1; prizes 1; coins 9 9; points 0 0")
    step = rules.resolve(state, {1: Bid(4), 2: Bid(4)}, FastDice(1))
    view = sight.view(step.state, None)
    assert [words.tell(event, view) for event in step.events[1:]] == [
        "Player 1 and Player 2 tied for the highest bid; nobody got the prize of 1 point.",
        "That was the last prize.",
    ]
    assert words.describe(view).startswith("No prizes are left.")


def test_players_are_asked_for_what_they_may_bid_and_told_what_wins() -> None:
    view = sight.view(words.parse_state("round 1; prizes 2 1 3; coins 8 9; points 0 1"), 2)
    assert words.ask(view) == (
        "Bid 0 to 9 coins for 2 points; a single highest bid gets the prize, and every bid is paid. Most points win."
    )
    assert words.overview(view, 80).splitlines() == [
        "Prize of this round: 2 points. Still face down: 1 and 3.",
        "▲ Player 2 (you): 9 coins, 1 point.",
        "● Player 1: 8 coins, 0 points.",
    ]
    assert words.describe(view, "player 1") == "Player 1: 8 coins, 0 points."


def test_the_end_says_who_won_with_how_many_points() -> None:
    state = words.parse_state("round 3; prizes 1 2; coins 0 0; points 2 1")
    outcome = rules.outcome(state)
    assert outcome
    assert words.conclude(outcome, sight.view(state, 2)) == "Player 1 wins with 2 to 1 points: no prize is left."
    assert words.ask(sight.view(state, 2)) == "No prizes are left: the match is over."


def test_a_refusal_says_what_is_allowed() -> None:
    state = words.parse_state("round 1; prizes 1; coins 9 9; points 0 0")
    (violation,) = rules.check(state, 1, Bid(10))
    assert words.explain(violation) == "Bid at least 0 and at most 9 coins, not 10. [SB-2]"


@pytest.mark.rule("SB-1")
def test_a_config_out_of_bounds_says_which_field_and_what_is_allowed() -> None:
    (violation,) = rules.check_config(Config(prizes=0), 2)
    assert words.explain(violation) == "Prizes must be 1 to 100, not 0. [SB-1]"
