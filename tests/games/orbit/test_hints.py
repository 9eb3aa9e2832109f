"""The players of Orbit Simulator: strong enough, legal, and the same every time."""

from __future__ import annotations

import pytest

from armillary.bots import find
from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.values import Outcome
from armillary.games.orbit import hints, rules, sight, words
from armillary.games.orbit.game import GAME
from armillary.games.orbit.model import Burn, State


def played(names: tuple[str, ...], number: int, preset: str = "standard") -> tuple[State, Outcome]:
    dice = FastDice(number)
    state = rules.start(GAME.presets[preset](len(names)), len(names), dice).state
    players = [find(GAME, name).make() for name in names]
    while acting := rules.to_act(state):
        view = sight.view(state, acting[0])
        plan = players[acting[0] - 1].decide(view, sight.options(state, acting[0]), dice, 10)
        state = rules.resolve(state, {acting[0]: plan}, dice).state
    outcome = rules.outcome(state)
    assert outcome is not None
    return state, outcome


def test_greedy_beats_random_from_both_seats() -> None:
    for seat in (1, 2):
        names = ("medium", "random") if seat == 1 else ("random", "medium")
        wins = sum(played(names, number)[1].winners == (seat,) for number in range(8))
        assert wins >= 6


def test_greedy_players_fight_it_out() -> None:
    ends = [played(("medium", "medium"), number)[1].reason for number in range(4)]
    assert ends.count("last_ship") >= 3


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_lesson_is_short_and_yet_has_a_fight(seats: int) -> None:
    state, _ = played(("medium",) * seats, 1, "lesson")
    assert state.round <= 17
    assert any(ship is None or ship.hull < 10 for ship in state.ships)


def test_greedy_shoots_what_it_can() -> None:
    state = words.parse_state(
        "round 2; turn 1; ships R4S0 prograde hull 9 mass 4 engines=1 missiles=2 / R4S3 prograde hull 3 mass 10"
    )
    best = hints.candidates(state, 1, FastDice(0), 1)[0]
    assert [shot.targets for shot in best.shots] == [(2,)]


def test_greedy_vents_before_it_burns_up() -> None:
    state = words.parse_state(
        "round 2; turn 1; ships R4S0 prograde hull 2 mass 4 heat 3 missiles=2 / R4S24 prograde hull 9 mass 10"
    )
    assert hints.candidates(state, 1, FastDice(0), 1)[0].vent >= 2


def test_greedy_sets_out_for_an_enemy_it_cannot_reach() -> None:
    state = rules.start(GAME.config(), 2, FastDice(0)).state
    moves = []
    for _ in range(3):
        plan = hints.candidates(state, state.active, FastDice(0), 1)[0]
        moves.append(plan.move)
        state = rules.resolve(state, {state.active: plan}, FastDice(0)).state
        state = rules.resolve(state, {state.active: rules.default_order(state, state.active)}, FastDice(0)).state
    assert any(isinstance(move, Burn) for move in moves)


def test_candidates_do_not_depend_on_how_a_position_was_stored() -> None:
    state = rules.start(GAME.config(), 3, FastDice(0)).state
    for number in range(12):
        stored: State = codec.decode(codec.encode(state), State)
        assert hints.candidates(stored, state.active, FastDice(1), 5) == hints.candidates(
            state, state.active, FastDice(1), 5
        )
        plan = hints.random_order(state, state.active, FastDice(number))
        state = rules.resolve(state, {state.active: plan}, FastDice(0)).state


def test_an_evaluation_sees_who_is_ahead() -> None:
    state = words.parse_state("round 2; turn 1; ships R4S0 prograde hull 9 mass 4 / R4S24 prograde hull 3 mass 4")
    assert hints.evaluate(state, 1) > 0 > hints.evaluate(state, 2)
    over = words.parse_state("round 2; turn 1; ships R4S0 prograde hull 9 mass 4 / lost; lost 2")
    assert (hints.evaluate(over, 1), hints.evaluate(over, 2)) == (10_000, -10_000)
    drawn = words.parse_state("round 2; turn 1; ships lost / lost / lost; lost 3 1+2")
    assert [hints.evaluate(drawn, seat) for seat in (1, 2, 3)] == [0, 0, -10_000]


def test_an_evaluation_is_a_chance() -> None:
    even = "ships R4S0 prograde hull 9 mass 4 / R4S24 prograde hull 9 mass 4"
    ahead = "ships R4S0 prograde hull 9 mass 4 / R4S24 prograde hull 2 mass 4"
    far_ahead = "ships R4S0 prograde hull 9000 mass 4 / R4S24 prograde hull 2 mass 4"
    chances = [hints.evaluate(words.parse_state(f"round 2; turn 1; {ships}"), 1) for ships in (even, ahead, far_ahead)]
    assert -2000 < chances[0] < 1000
    assert 6000 < chances[1] < 10_000
    assert chances[2] == 9_999
    assert hints.evaluate(words.parse_state(f"round 2; turn 1; {far_ahead}"), 2) == -9_999


def test_guns_that_can_be_fired_at_once_count_for_more() -> None:
    ships = "ships R4S0 prograde hull 9 mass 4 missiles=2 / R4S1 prograde hull 3 mass 4"
    now, later = (words.parse_state(f"round 2; turn {turn}; {ships}") for turn in (1, 2))
    assert hints.evaluate(now, 1) > hints.evaluate(later, 1)


@pytest.mark.rule("OS-22")
def test_a_ring_that_closes_is_no_place_to_stay() -> None:
    ships = "ships R5S0 prograde hull 9 mass 4 / R4S24 prograde hull 9 mass 4"
    early, closing, closed = (words.parse_state(f"round {number}; turn 1; {ships}") for number in (1, 7, 9))
    assert hints.evaluate(early, 1) > hints.evaluate(closing, 1) > hints.evaluate(closed, 1)


@pytest.mark.rule("OS-23")
def test_two_turns_in_a_row_are_worth_more_than_one() -> None:
    ships = "ships R2S0 prograde hull 9 mass 4 missiles=2 / R2S1 prograde hull 9 mass 4"
    one, two = (words.parse_state(f"round 2; turn 1; {ships}; order 2 1 / {order}") for order in ("2 1", "1 2"))
    assert hints.evaluate(two, 1) > hints.evaluate(one, 1)


@pytest.mark.rule("OS-19", "OS-23")
def test_the_last_turn_of_a_match_is_followed_by_none() -> None:
    ships = "ships R2S0 prograde hull 9 mass 4 missiles=2 / R2S1 prograde hull 9 mass 4"
    before = words.parse_state(f"round 38; turn 1; {ships}; order 2 1 / 1 2")
    last = words.parse_state(f"round 40; turn 1; {ships}; order 2 1")
    assert hints.evaluate(before, 1) > hints.evaluate(last, 1)
