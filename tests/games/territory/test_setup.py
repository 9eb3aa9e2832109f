"""How a match of Territory begins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armillary.core.dice import FastDice
from armillary.games.territory.game import GAME
from armillary.games.territory.model import Config
from armillary.games.territory.rules import check_config, start
from armillary.games.territory.setup import edge
from tests.games.territory.strategies import BOUNDS


@pytest.mark.rule("TR-2")
@given(st.integers(4, 26), st.integers(3, 12), st.integers(0, 100), st.integers(0, 99))
def test_starts_are_edge_squares_and_resources_are_nobodys(size: int, seats: int, pct: int, seed: int) -> None:
    config = Config(map_size=size, resource_square_pct=pct)
    state = start(config, seats, FastDice(seed)).state
    homes = [square for square, owner in enumerate(state.owners) if owner]
    assert sorted(state.owners[square] for square in homes) == list(range(1, seats + 1))
    assert set(homes) <= set(edge(size))
    assert all(state.units[square] == 5 for square in homes)
    assert not set(homes) & set(state.setup.resources)
    wanted = -(-size * size * pct // 100)
    assert len(set(state.setup.resources)) == len(state.setup.resources) == min(wanted, size * size - seats)


@pytest.mark.rule("TR-0")
@pytest.mark.parametrize("name", BOUNDS)
def test_every_parameter_is_refused_just_outside_its_bounds_and_taken_just_inside(name: str) -> None:
    low, high = BOUNDS[name]
    for value in (low - 1, high + 1, 10**30):
        faults = check_config(Config(**{name: value}), 5)
        assert [fault.path for fault in faults][:1] == [(name,)]
    for value in (low, high):
        assert all(fault.path != (name,) or name == "min_players" for fault in check_config(Config(**{name: value}), 5))


@pytest.mark.rule("TR-14")
def test_the_config_says_how_long_a_round_of_correspondence_takes() -> None:
    assert GAME.service.hours(Config()) == 24
    assert GAME.service.hours(Config(round_duration_hours=6)) == 6
