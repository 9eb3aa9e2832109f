"""Hints for players that think are sound, and the game's own bot is worth playing against."""

from __future__ import annotations

from hypothesis import given, settings

from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.testing.skeletons.turns.rooms import hints
from armillary.testing.skeletons.turns.rooms.game import GAME
from armillary.testing.skeletons.turns.rooms.words import parse_state
from armillary.testing.skeletons.turns.tests.strategies import CONFIGS
from armillary.testing.strategies import matches


@settings(max_examples=50)
@given(matches(GAME, CONFIGS))
def test_an_evaluation_is_certain_only_at_the_end(match: AnyMatch) -> None:
    worths = [hints.evaluate(match.state, seat) for seat in match.seats]
    assert all((abs(worth) == hints.BEST) == (match.outcome is not None) for worth in worths)


def test_random_orders_leave_nothing_out() -> None:
    state, dice = parse_state("seats 2; most 3; turn 1; stones 9"), FastDice(1)
    assert {hints.random_order(state, 1, dice).stones for _ in range(100)} == {1, 2, 3}


def test_the_best_candidate_comes_first() -> None:
    state = parse_state("seats 2; most 3; turn 1; stones 10")
    assert [order.stones for order in hints.candidates(state, 1, FastDice(1), 3)] == [2, 1, 3]


def test_greedy_wins_against_random_from_a_won_position() -> None:
    greedy, dice = hints.Greedy(), FastDice(1)
    match: AnyMatch = Match.from_position(GAME, parse_state("seats 2; most 3; turn 1; stones 21"))
    while match.to_act:
        (seat,) = match.to_act
        options = GAME.sight.options(match.state, seat)
        order = hints.random_order(match.state, seat, dice)
        match = match.submit(seat, greedy.decide(match.table(1).view, options, dice, 1) if seat == 1 else order)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
