"""What holds in every match of Sealed Bids, whatever config it is played with."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Turn
from armillary.testing.skeletons.simultaneous.rooms import hints, rules
from armillary.testing.skeletons.simultaneous.rooms.game import GAME
from armillary.testing.skeletons.simultaneous.rooms.model import State
from armillary.testing.skeletons.simultaneous.tests.strategies import CONFIGS
from armillary.testing.strategies import matches

any_match = matches(GAME, CONFIGS)


@pytest.mark.rule("SB-3")
@settings(max_examples=50)
@given(any_match)
def test_every_bid_is_paid(match: AnyMatch) -> None:
    bids = [order.coins for turn in match.log if isinstance(turn, Turn) for _, order in turn.orders]
    assert sum(match.state.coins) + sum(bids) == sum(match.opening.coins)


@settings(max_examples=50)
@given(any_match.filter(lambda match: match.outcome is None), st.integers(0, 999))
def test_exchanging_seats_exchanges_the_result(match: AnyMatch, number: int) -> None:
    orders = {seat: hints.random_order(match.state, seat, FastDice(number + seat)) for seat in match.to_act}
    mirrored = {len(orders) + 1 - seat: order for seat, order in orders.items()}
    after = rules.resolve(match.state, orders, FastDice(0)).state
    assert rules.resolve(_mirrored(match.state), mirrored, FastDice(0)).state == _mirrored(after)


def _mirrored(state: State) -> State:
    """The same position with the players seated the other way round."""
    return State(state.setup, state.round, state.coins[::-1], state.points[::-1])
