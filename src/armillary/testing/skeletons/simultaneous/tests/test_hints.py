"""Hints for players that think are sound, and the game's own bot is worth playing against."""

from __future__ import annotations

from hypothesis import given, settings

from armillary.bots import find
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.testing.skeletons.simultaneous.rooms import hints
from armillary.testing.skeletons.simultaneous.rooms.game import GAME
from armillary.testing.skeletons.simultaneous.rooms.words import parse_state
from armillary.testing.skeletons.simultaneous.tests.strategies import CONFIGS
from armillary.testing.strategies import matches


@settings(max_examples=50)
@given(matches(GAME, CONFIGS))
def test_an_evaluation_is_certain_only_at_the_end(match: AnyMatch) -> None:
    worths = [hints.evaluate(match.state, seat) for seat in match.seats]
    assert match.outcome is not None or all(abs(worth) < hints.BEST for worth in worths)


def test_random_orders_leave_nothing_out() -> None:
    state, dice = parse_state("round 1; prizes 1 2; coins 3 3; points 0 0"), FastDice(1)
    assert {hints.random_order(state, 1, dice).coins for _ in range(100)} == {0, 1, 2, 3}


def test_candidates_are_nearest_to_the_fair_bid_first() -> None:
    state = parse_state("round 1; prizes 1 3; coins 8 8; points 0 0")
    assert [order.coins for order in hints.candidates(state, 1, FastDice(1), 3)] == [2, 1, 3]


def test_greedy_beats_random() -> None:
    wins = 0
    for number in range(20):
        match: AnyMatch = Match.begin(GAME, seed=seed_from(number))
        dice, players = FastDice(number), {1: find(GAME, "medium").make(), 2: find(GAME, "random").make()}
        while match.to_act:
            for seat in match.waiting_for:
                options = GAME.sight.options(match.state, seat)
                match = match.submit(seat, players[seat].decide(match.table(seat).view, options, dice, 1))
        assert match.outcome is not None
        wins += match.outcome.winners == (1,)
    assert wins > 12
