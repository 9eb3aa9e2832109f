"""Games, matches and dice can be copied, and sent to another process."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from armillary import FastDice, KeyedDice, Match, game, seed_from
from armillary.core import record, registry
from armillary.core.errors import UnknownGame
from armillary.core.match import AnyMatch
from tests.core.nim import GAME as NIM


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


COPIES: tuple[Callable[[Any], Any], ...] = (copy.copy, copy.deepcopy, pickled)


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("slug", registry.slugs())
def test_a_copy_of_a_game_is_the_game_itself(slug: str, copied: Callable[[Any], Any]) -> None:
    assert copied(game(slug)) is game(slug)


def test_a_game_that_is_not_registered_is_copied_but_never_taken_for_another() -> None:
    changed = replace(game("skirmish"), title="Something else")
    assert copy.deepcopy(changed) is changed
    with pytest.raises(pickle.PicklingError, match="not the game that is registered"):
        pickle.dumps(changed)
    with pytest.raises(UnknownGame):
        pickle.dumps(NIM)


def _under_way(slug: str) -> AnyMatch:
    """A match after two steps, with an order pending where seats choose at the same time."""
    match, dice = Match.begin(game(slug), seed=seed_from("copies")), FastDice(1)
    while match.step < 2 or (game(slug).simultaneous and not match.pending):
        seat = match.waiting_for[0]
        match = match.submit(seat, match.game.hints.random_order(match.state, seat, dice))
    return match


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("slug", registry.slugs())
def test_a_copy_of_a_match_goes_on_like_the_match(slug: str, copied: Callable[[Any], Any]) -> None:
    match = _under_way(slug)
    twin = copied(match)
    assert twin == match
    assert twin.game is match.game
    assert record.dump(record.export(twin.expire(), reveal=True)) == record.dump(
        record.export(match.expire(), reveal=True)
    )


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("dice", [FastDice(3), KeyedDice(seed_from(3), 1)], ids=["fast", "keyed"])
def test_copied_dice_go_on_from_the_same_point_by_themselves(dice: Any, copied: Callable[[Any], Any]) -> None:
    dice.die(6)
    twin, other = copied(dice), copied(dice)
    expected = [twin.below(1000) for _ in range(40)]
    assert [dice.below(1000) for _ in range(40)] == expected
    assert [other.below(1000) for _ in range(40)] == expected
