"""What holds in every match of Stone Pile, whatever config it is played with."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from armillary.core.match import AnyMatch, Turn
from armillary.testing.skeletons.turns.rooms.game import GAME
from armillary.testing.skeletons.turns.tests.strategies import CONFIGS
from armillary.testing.strategies import matches

any_match = matches(GAME, CONFIGS)


@pytest.mark.rule("SP-2")
@settings(max_examples=50)
@given(any_match)
def test_the_pile_shrinks_by_what_was_taken(match: AnyMatch) -> None:
    taken = sum(order.stones for turn in match.log if isinstance(turn, Turn) for _, order in turn.orders)
    assert match.state.stones + taken == match.opening.stones


@settings(max_examples=50)
@given(any_match)
def test_players_act_one_after_the_other(match: AnyMatch) -> None:
    acted = [seat for turn in match.log if isinstance(turn, Turn) for seat, _ in turn.orders]
    assert acted == [number % len(match.seats) + 1 for number in range(len(acted))]
