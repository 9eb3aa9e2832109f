"""Every sentence of the game, as a player reads it."""

from __future__ import annotations

import pytest

from armillary.core.dice import FastDice
from armillary.testing.skeletons.turns.rooms import rules, sight, words
from armillary.testing.skeletons.turns.rooms.model import Config, Take


def test_a_turn_in_sentences() -> None:
    state = words.parse_state("seats 2; most 3; turn 1; stones 3")
    step = rules.resolve(state, {1: Take(1)}, FastDice(1))
    view = sight.view(step.state, 2)
    assert [words.tell(event, view) for event in step.events] == ["Player 1 took 1 stone; 2 left."]
    assert words.describe(view) == "2 stones in the pile. Player 2 (you) to take 1 to 2."
    assert words.forecast(sight.preview(step.state, 2, Take(1)), view) == "This leaves 1 stone."
    last = rules.resolve(step.state, {2: Take(2)}, FastDice(1))
    assert words.tell(last.events[-1], view) == "Player 2 (you) took the last stone and wins."
    assert words.describe(sight.view(last.state, 2)) == "The pile is empty."
    assert words.explain(last.fates[0]) == "Taken: 2. [SP-2]"


def test_players_are_asked_for_what_they_may_take_and_told_what_wins() -> None:
    state = words.parse_state("seats 2; most 3; turn 1; stones 9")
    assert words.ask(sight.view(state, 1)) == "Take 1 to 3 of 9 stones. Whoever takes the last stone wins."
    assert words.ask(sight.view(state, 2)) == "It is the turn of Player 1."
    assert words.describe(sight.view(state, 2), "pile") == "Pile: 9 stones."


def test_the_end_says_who_won_and_why() -> None:
    state = words.parse_state("seats 2; most 3; turn 2; stones 0")
    outcome = rules.outcome(state)
    assert outcome
    assert words.conclude(outcome, sight.view(state, 1)) == "Player 1 (you) wins: the last stone is taken."
    assert words.ask(sight.view(state, 1)) == "The pile is empty: the match is over."


def test_a_refusal_says_what_is_allowed() -> None:
    state = words.parse_state("seats 2; most 3; turn 1; stones 2")
    (violation,) = rules.check(state, 1, Take(3))
    assert words.explain(violation) == "Take at least 1 stone and at most 2, not 3. [SP-2]"


@pytest.mark.rule("SP-1")
def test_a_config_out_of_bounds_says_which_field_and_what_is_allowed() -> None:
    (violation,) = rules.check_config(Config(stones=0), 2)
    assert words.explain(violation) == "Stones must be 1 to 1000, not 0. [SP-1]"
