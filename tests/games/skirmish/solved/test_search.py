"""Values of positions, compared with those of whole small matches that are played by the real rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from armillary.core.dice import FastDice
from armillary.games.skirmish import sight
from armillary.games.skirmish.model import Config, State, View
from armillary.games.skirmish.solved.matrix import solved
from armillary.games.skirmish.solved.position import Position, cards_in, read
from armillary.games.skirmish.solved.search import Exhausted, Margin, Win, is_decided
from tests.games.skirmish.solved.worlds import ODD, QUICK, battle, deck, opening, worlds

SMALL = (*ODD, Config(deck(1, 2, 3), (1, 2, 3)), Config(deck(2, 2, 5), (1, 2, 3)))


class Nothing:
    """Knows no position."""

    def reaches(self, cards: int) -> bool:
        return False

    def margin(self, position: Position) -> float | None:
        return None


def whole_game(view: View, score: Callable[[int], float], found: dict[View, float]) -> float:
    """What the match is worth to seat 1, from every battle the real rules allow."""
    if view.end_reason:
        return score(view.scores[0] - view.scores[1])
    if view not in found:
        possible = list(worlds(view))
        rows, columns = (sorted(set(hand)) for hand in view.hands)
        payoffs = [[0.0] * len(columns) for _ in rows]
        for (i, mine), (j, theirs) in product(enumerate(rows), enumerate(columns)):
            after = [sight.view(battle(state, mine, theirs), 1) for state in possible]
            payoffs[i][j] = sum(whole_game(then, score, found) for then in after) / len(possible)
        found[view] = solved(payoffs).value
    return found[view]


def openings(config: Config) -> Iterator[State]:
    """A few shuffles of the deck, some of them one battle later, with hands that differ."""
    for seed in range(2):
        state = opening(config, FastDice(seed))
        yield state
        if len(state.hands[0]) > 1:
            yield battle(state, max(state.hands[0]), min(state.hands[1]))


@pytest.mark.parametrize("config", SMALL)
def test_the_margin_is_that_of_the_whole_game(config: Config) -> None:
    for state in openings(config):
        view = sight.view(state, 1)
        lead, position = read(view).lead, read(view).position
        search = Margin(Nothing(), 10**6)
        found = search.solve(position, cards_in(position.ranks)).value
        assert search.exact
        assert lead + found == pytest.approx(whole_game(view, float, {}), abs=1e-8)


@pytest.mark.parametrize("config", SMALL)
def test_the_chance_to_win_is_that_of_the_whole_game(config: Config) -> None:
    for state in openings(config):
        view = sight.view(state, 1)
        reading = read(view)
        expected = whole_game(view, lambda lead: (lead > 0) - (lead < 0), {})
        assert Win(10**6).solve(reading.position, reading.lead).value == pytest.approx(expected, abs=1e-8)


def test_a_lead_that_nothing_can_change_decides() -> None:
    position = Position(((1, 1), (1, 1)), 2, ((-1, 1), (3, 1)))
    assert not is_decided(position, 6)
    assert is_decided(position, 7)
    assert is_decided(position, -7)
    assert is_decided(Position(((1, 1),), 0, ()), 0)
    assert is_decided(Position(((1, 0),), 5, ()), 0)


def test_the_chance_to_win_depends_on_the_score() -> None:
    """One point at stake and two to come: four points behind is lost, two behind is not."""
    position = Position(((1, 0), (0, 1), (1, 0), (0, 1)), 1, ((2, 1),))
    assert Margin(Nothing(), 1000).solve(position, 2).value > 0
    assert Win(1000).solve(position, -4).value == -1
    assert -1 < Win(1000).solve(position, -2).value < 1


def test_both_sides_of_a_position_add_up_to_nothing() -> None:
    position = read(sight.view(battle(opening(QUICK, FastDice(3)), 8, 2), 1)).position
    position = Position(position.ranks[2:-2], position.stake, ((1, 2), (3, 2)))
    for one, other in (
        (Margin(Nothing(), 10**6).solve(position, 9), Margin(Nothing(), 10**6).solve(position.mirrored(), 9)),
        (Win(10**6).solve(position, 1), Win(10**6).solve(position.mirrored(), -1)),
    ):
        assert one.value == pytest.approx(-other.value, abs=1e-9)


def test_looking_less_far_ahead_is_an_estimate_and_says_so() -> None:
    position = read(sight.view(opening(QUICK, FastDice(3)), 1)).position
    search = Margin(Nothing(), 10**6)
    search.solve(position, 2)
    assert not search.exact
    even = Margin(Nothing(), 10**6).solve(position, 1)
    assert even.value == pytest.approx(0, abs=1e-9)


def test_estimates_follow_relative_strength() -> None:
    stronger = Position(((2, 0), (0, 2)), 1, ((3, 1),))
    assert Margin(Nothing(), 100).solve(stronger, 1) == solved([[4.0]])


def test_a_search_ends_with_its_budget() -> None:
    position = read(sight.view(opening(QUICK, FastDice(3)), 1)).position
    with pytest.raises(Exhausted):
        Margin(Nothing(), 2000).solve(position, 8)
    with pytest.raises(Exhausted):
        Win(2000).solve(position, 0)
