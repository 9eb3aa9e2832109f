"""What holds in every match of Stellar Skirmish, whatever deck and fleet it is played with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.games.skirmish.game import GAME
from armillary.games.skirmish.model import Play, State
from armillary.testing.strategies import matches
from tests.games.skirmish.strategies import CONFIGS

T = TypeVar("T")

modest = settings(max_examples=60)
any_match = matches(GAME, CONFIGS, most_turns=6)
any_match_not_over = any_match.filter(lambda match: match.outcome is None)


def random_orders(state: State, number: int) -> dict[Seat, Play]:
    dice = FastDice(number)
    return {seat: GAME.hints.random_order(state, seat, dice) for seat in GAME.rules.to_act(state)}


def resolved(state: State, orders: dict[Seat, Play]) -> State:
    return GAME.rules.resolve(state, orders, FastDice(0)).state


@modest
@given(any_match)
def test_every_planet_is_undealt_in_the_pot_or_claimed(match: AnyMatch) -> None:
    state: State = match.state
    claimed = [planet.id for planets in state.claimed_planets for planet in planets]
    pot = [planet.id for planet in state.planet_pot]
    undealt = [planet.id for planet in state.setup.planet_deck[state.current_planet_index :]]
    assert Counter(claimed + pot + undealt) == Counter(planet.id for planet in match.opening.setup.planet_deck)


@modest
@given(any_match_not_over, st.integers(0, 999))
def test_everybody_loses_exactly_the_card_played(match: AnyMatch, number: int) -> None:
    orders = random_orders(match.state, number)
    after = resolved(match.state, orders)
    for seat, order in orders.items():
        spent = Counter(match.state.hands[seat - 1]) - Counter(after.hands[seat - 1])
        assert spent == Counter([order.card])
        assert len(after.hands[seat - 1]) == len(match.state.hands[seat - 1]) - 1


@modest
@given(any_match_not_over, st.integers(0, 999))
def test_what_is_claimed_stays_claimed_and_only_one_player_gains(match: AnyMatch, number: int) -> None:
    after = resolved(match.state, random_orders(match.state, number))
    gained = 0
    for before, now in zip(match.state.claimed_planets, after.claimed_planets, strict=True):
        assert now[: len(before)] == before
        gained += len(now) > len(before)
    assert gained <= 1


@modest
@given(any_match_not_over, st.integers(0, 999), st.data())
def test_exchanging_seats_exchanges_the_result(match: AnyMatch, number: int, data: st.DataObject) -> None:
    state: State = match.state
    places = data.draw(st.permutations(range(state.setup.seats)))
    orders = random_orders(state, number)
    moved = {seat: orders[place + 1] for seat, place in enumerate(places, start=1)}
    assert resolved(_seated(state, places), moved) == _seated(resolved(state, orders), places)


def _seated(state: State, places: Sequence[int]) -> State:
    """The same position with the players on other seats."""
    return msgspec.structs.replace(
        state, hands=_picked(state.hands, places), claimed_planets=_picked(state.claimed_planets, places)
    )


def _picked(items: Sequence[T], places: Sequence[int]) -> tuple[T, ...]:
    return tuple(items[place] for place in places)


@pytest.mark.rule("SS-5")
@modest
@given(any_match_not_over, st.integers(0, 999), st.data())
def test_the_order_in_which_cards_come_in_makes_no_difference(
    match: AnyMatch, number: int, data: st.DataObject
) -> None:
    orders = random_orders(match.state, number)
    in_seat_order = shuffled = match
    for seat, order in orders.items():
        in_seat_order = in_seat_order.submit(seat, order)
    for seat in data.draw(st.permutations(list(orders))):
        shuffled = shuffled.submit(seat, orders[seat])
    assert (shuffled.state, shuffled.hashes) == (in_seat_order.state, in_seat_order.hashes)


@pytest.mark.rule("SS-8", "SS-9", "SS-10")
@modest
@given(matches(GAME, CONFIGS, most_turns=20))
def test_a_match_lasts_as_long_as_its_fleet(match: AnyMatch) -> None:
    while match.to_act:
        match = match.expire()
    assert match.step == len(match.opening.hands[0])
    outcome = match.outcome
    assert outcome is not None
    state: State = match.state
    left = state.planet_pot or state.current_planet_index < len(state.setup.planet_deck)
    assert outcome.reason == ("ships_exhausted_planets_remaining" if left else "normal")
    assert outcome.winners == tuple(s for s in match.seats if outcome.scores[s - 1] == max(outcome.scores))
