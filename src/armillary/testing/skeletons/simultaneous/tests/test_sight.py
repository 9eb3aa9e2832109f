"""Who may know what."""

from __future__ import annotations

import pytest

from armillary.core.dice import FastDice
from armillary.testing.skeletons.simultaneous.rooms import sight, words
from armillary.testing.skeletons.simultaneous.rooms.model import Bid


@pytest.mark.rule("SB-6")
def test_nobody_sees_the_order_of_the_prizes_to_come() -> None:
    states = [words.parse_state(f"round 2; prizes {order}; coins 9 9; points 0 4") for order in ("4 1 2 3", "4 1 3 2")]
    for seat in (None, 1, 2):
        first, second = (sight.view(state, seat) for state in states)
        assert first == second
        assert (first.past, first.prize, first.face_down) == ((4,), 1, (2, 3))


@pytest.mark.rule("SB-6")
def test_sampled_worlds_are_all_that_could_be() -> None:
    state = words.parse_state("round 2; prizes 4 1 2 3; coins 9 9; points 0 4")
    dice = FastDice(1)
    worlds = {sight.sample_world(sight.view(state, 1), dice).setup.prizes for _ in range(50)}
    assert worlds == {(4, 1, 2, 3), (4, 1, 3, 2)}


def test_a_preview_shows_what_is_left_and_what_is_wrong() -> None:
    state = words.parse_state("round 1; prizes 2 1; coins 9 9; points 0 0")
    preview = sight.preview(state, 1, Bid(4))
    assert (preview.prize, preview.coins_left, preview.violations) == (2, 5, ())
    assert [violation.code for violation in sight.preview(state, 1, Bid(10)).violations] == ["not_that_many"]
