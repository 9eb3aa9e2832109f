"""What bots need to know, and that the game's own bot is worth playing against."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from armillary.bots import find
from armillary.core.contract import Bot
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.games.kepler import hints, rules, sight, words
from armillary.games.kepler.game import GAME
from armillary.games.kepler.hints.greedy import plan
from armillary.games.kepler.model import Orders, State, View
from armillary.games.kepler.presets import standard
from tests.games.kepler.strategies import any_match


@settings(max_examples=60)
@given(any_match())
def test_an_evaluation_is_certain_only_at_the_end(match: AnyMatch) -> None:
    for seat in match.seats:
        worth = hints.evaluate(match.state, seat)
        assert -hints.BEST <= worth <= hints.BEST
        assert match.outcome or abs(worth) < hints.BEST


@settings(max_examples=40)
@given(any_match().filter(lambda match: match.outcome is None), st.integers(1, 6))
def test_candidates_are_legal_distinct_and_no_more_than_asked_for(match: AnyMatch, k: int) -> None:
    for seat in match.to_act:
        found = hints.candidates(match.state, seat, FastDice(0), k)
        assert 1 <= len(found) == len(set(found)) <= k
        assert all(rules.check(match.state, seat, order) == () for order in found)


def test_an_end_is_worth_all_a_draw_nothing() -> None:
    won = words.parse_state("turn 4; fleets a:a / -; lost 0 3; over elimination; map a-b")
    drawn = words.parse_state("turn 4; fleets - / - / -; lost 3 3 1; over elimination; map a-b")
    assert [hints.evaluate(won, seat) for seat in (1, 2)] == [hints.BEST, -hints.BEST]
    assert [hints.evaluate(drawn, seat) for seat in (1, 2, 3)] == [0, 0, -hints.BEST]


def test_regions_and_fleets_are_worth_something() -> None:
    more_regions = words.parse_state("turn 4; fleets a:a b:b / d:a,b; map a-b b-c c-d")
    more_fleets = words.parse_state("turn 4; fleets a:a,b / d:a; map a-b b-c c-d")
    for state in (more_regions, more_fleets):
        assert hints.evaluate(state, 1) > 0 > hints.evaluate(state, 2)


def test_random_orders_leave_nothing_out() -> None:
    state = words.parse_state("turn 1; fleets 3:a / 9:a; map duel")
    dice = FastDice(1)
    drawn = {hints.random_order(state, 1, dice).orders[0].to for _ in range(300)}
    assert drawn == {None, "1", "2", "4", "5"}


# -- greedy ------------------------------------------------------------------------------------------------


def planned(position: str) -> str:
    """What it mostly does: now and then a spare fleet waits."""
    state = words.parse_state(position)
    plans = Counter(words.format_order(plan(state, 1, FastDice(i)), sight.view(state, 1)) for i in range(20))
    return plans.most_common(1)[0][0]


def test_greedy_keeps_a_fleet_in_its_region_and_spreads_the_others() -> None:
    assert planned("turn 1; fleets b:a,b,c / g:a; map a-b b-c c-d d-e e-f f-g") == "1a-a, 1b-c"


def test_greedy_avoids_a_region_that_an_enemy_holds() -> None:
    assert planned("turn 1; fleets b:a,b / a:a; dominance 1/3; map a-b b-c") == "1a-c"


def test_greedy_gives_one_for_many() -> None:
    assert planned("turn 1; fleets b:a,b / a:a,b,c; map a-b b-c") == "1a-a"


def test_greedy_presses_on_when_nothing_is_left_to_take_in_peace() -> None:
    assert planned("turn 1; fleets b:a,b / c:a d:b; map b-c c-d") == "1a-c"


def test_greedy_trades_when_it_is_ahead_and_dominance_is_out_of_reach() -> None:
    row = "dominance 1/2; map a-b b-c c-d d-e"
    assert planned(f"turn 5; fleets a:a b:b / c:a; {row}") == "1b-c"
    assert planned(f"turn 5; fleets b:a / c:a d:b; {row}") == "hold"


def test_greedy_gives_one_for_two_once_dominance_is_out_of_reach() -> None:
    assert planned("turn 5; fleets a:a b:b / c:a,b; dominance 1/2; map a-b b-c c-d d-e") == "1b-c"
    assert planned("turn 5; fleets a:a b:b / c:a,b; dominance 1/5; map a-b b-c c-d d-e") == "hold"


def test_greedy_does_not_trade_for_the_benefit_of_a_third() -> None:
    assert planned("turn 5; fleets a:a b:b / c:a / e:a; dominance 1/2; map a-b b-c c-d d-e") == "hold"


def listed_otherwise(state: State, number: int) -> State:
    """The same position on the same map, with regions and links in another order."""
    map_, dice = state.setup.map, FastDice(number)
    other = replace(map_, regions=tuple(dice.shuffle(map_.regions)), links=tuple(dice.shuffle(map_.links)))
    return replace(state, setup=replace(state.setup, map=other))


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_does_not_care_in_which_order_regions_are_listed(seats: int) -> None:
    state = rules.start(standard(seats), seats, FastDice(0)).state
    for number in range(6):
        other = listed_otherwise(state, number)
        orders = {seat: plan(state, seat, FastDice(number)) for seat in rules.to_act(state)}
        assert orders == {seat: plan(other, seat, FastDice(number)) for seat in rules.to_act(state)}
        state = rules.resolve(state, orders, FastDice(0)).state


def test_greedy_wins_from_both_seats_alike() -> None:
    greedy = find(GAME, "medium").make()
    winners = Counter(play_out([greedy, greedy], number) for number in range(200))
    assert abs(winners[1,] - winners[2,]) < 45  # more than three standard deviations would be no chance
    assert winners[()] < 30


@pytest.mark.parametrize(("seats", "margin"), [(2, 20), (4, 8)])
def test_greedy_beats_random_clearly(seats: int, margin: int) -> None:
    greedy, random = find(GAME, "medium").make(), find(GAME, "random").make()
    wins = losses = 0
    for number in range(30):
        seat = 1 + number % seats
        players = [greedy if other == seat else random for other in range(1, seats + 1)]
        winners = play_out(players, number)
        wins += winners == (seat,)
        losses += bool(winners) and winners != (seat,)
    assert wins >= losses + margin


def play_out(players: list[Bot[Orders, View]], number: int) -> tuple[Seat, ...]:
    dice = FastDice(number)
    state = rules.start(standard(len(players)), len(players), dice).state
    while acting := rules.to_act(state):
        orders = {
            seat: players[seat - 1].decide(sight.view(state, seat), sight.options(state, seat), dice, 1)
            for seat in acting
        }
        state = rules.resolve(state, orders, dice).state
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome.winners
