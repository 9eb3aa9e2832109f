"""Who may know what."""

from __future__ import annotations

import pytest

from armillary.testing.skeletons.turns.rooms import sight, words


@pytest.mark.rule("SP-5")
def test_everybody_sees_the_same() -> None:
    state = words.parse_state("seats 3; most 3; turn 5; stones 9")
    views = [sight.view(state, seat) for seat in (None, 1, 2, 3)]
    assert {(view.turn, view.stones, view.setup.most, view.setup.seats) for view in views} == {(5, 9, 3, 3)}


def test_a_preview_shows_what_is_left_and_what_is_wrong() -> None:
    state = words.parse_state("seats 2; most 3; turn 1; stones 9")
    order = words.parse_order("take 2", sight.view(state, 1))
    assert (sight.preview(state, 1, order).left, sight.preview(state, 1, order).violations) == (7, ())
    refused = sight.preview(state, 1, words.parse_order("take 4", sight.view(state, 1)))
    assert [violation.code for violation in refused.violations] == ["not_that_many"]
