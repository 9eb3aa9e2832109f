"""How a match of Territory begins."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.errors import BadData
from armillary.games.territory.game import GAME
from armillary.games.territory.model import Config
from armillary.games.territory.rules import check_config, start
from armillary.games.territory.setup import edge, placings
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


SIZES = [(size, seats) for size in range(4, 27) for seats in range(3, min(20, 4 * (size - 1)) + 1)]


def distance(one: int, other: int, size: int) -> int:
    """In steps, as units march."""
    return abs(one % size - other % size) + abs(one // size - other // size)


@pytest.mark.rule("TR-2.1")
def test_no_homes_could_be_farther_apart() -> None:
    for size, seats in SIZES:
        even = 4 * (size - 1) // seats  # once round the edge is the sum of all ways
        for homes in placings(size, seats):
            assert len(homes) == seats
            assert set(homes) <= set(edge(size))
            nearest = min(distance(one, other, size) for one, other in combinations(homes, 2))
            assert nearest == even if seats > 3 else nearest == 2 * (size - 1 - size // 2)


@pytest.mark.rule("TR-2.1")
def test_three_players_have_a_corner_and_the_middles_of_the_sides_opposite() -> None:
    assert placings(5, 3)[0] == (0, 14, 22)
    assert len(placings(5, 3)) == 4


@pytest.mark.rule("TR-2.1")
@pytest.mark.parametrize(
    ("seats", "different"),
    [(4, 9), (5, 4), (6, 2), (8, 1)],
    ids=["four are alike wherever they are", "five in a mirror", "six about two corners", "eight are alike"],
)
def test_homes_are_as_much_alike_as_they_can_be(seats: int, different: int) -> None:
    assert len(set(placings(10, seats))) == different


@pytest.mark.rule("TR-2.1")
def test_every_placing_is_drawn_and_every_seat_gets_every_home() -> None:
    config = Config(map_size=6, homes="apart")
    drawn = [start(config, 4, FastDice(seed)).state.owners for seed in range(400)]
    homes = [tuple(owners.index(seat) for seat in range(1, 5)) for owners in drawn]
    assert {tuple(sorted(each)) for each in homes} == {tuple(sorted(each)) for each in placings(6, 4)}
    assert {first for first, *_ in homes} == set(edge(6))


@pytest.mark.parametrize("homes", ["nowhere", "", None, 1, ["apart"]])
def test_no_other_way_to_place_homes_is_read(homes: object) -> None:
    with pytest.raises(BadData, match=r"\$\.homes"):
        codec.convert({"homes": homes}, Config)


@pytest.mark.rule("TR-0")
@pytest.mark.parametrize("name", BOUNDS)
def test_every_parameter_is_refused_just_outside_its_bounds_and_taken_just_inside(name: str) -> None:
    low, high = BOUNDS[name]
    for value in (low - 1, high + 1, 10**30):
        faults = check_config(replace(Config(), **{name: value}), 5)
        assert [fault.path for fault in faults][:1] == [(name,)]
    for value in (low, high):
        assert all(
            fault.path != (name,) or name == "min_players"
            for fault in check_config(replace(Config(), **{name: value}), 5)
        )


@pytest.mark.rule("TR-14")
def test_the_config_says_how_long_a_round_of_correspondence_takes() -> None:
    assert GAME.service.hours(Config()) == 24
    assert GAME.service.hours(Config(round_duration_hours=6)) == 6
