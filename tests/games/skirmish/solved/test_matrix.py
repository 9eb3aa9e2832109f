"""Matrix games, compared with an LP solver that everybody trusts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog  # type: ignore[import-untyped]

from armillary.games.skirmish.solved import matrix
from armillary.games.skirmish.solved.matrix import solved


def reference(payoffs: list[list[float]]) -> float:
    """The value of a game by scipy."""
    columns = np.array(payoffs, dtype=float).T
    height = columns.shape[1]
    found = linprog(
        [0.0] * height + [-1.0],
        A_ub=np.hstack([-columns, np.ones((len(columns), 1))]),
        b_ub=np.zeros(len(columns)),
        A_eq=[[1.0] * height + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
    )
    assert found.success
    return -float(found.fun)


def games(entries: st.SearchStrategy[float]) -> st.SearchStrategy[list[list[float]]]:
    sizes = st.tuples(st.integers(1, 8), st.integers(1, 8))
    return sizes.flatmap(
        lambda size: st.lists(st.lists(entries, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
    )


def check(payoffs: list[list[float]]) -> None:
    """The value is scipy's, as far as that is exact, and each strategy secures it against every answer."""
    found = solved(payoffs)
    table = np.array(payoffs, dtype=float)
    scale = 1e-9 * (1 + np.abs(table).max())
    assert found.value == pytest.approx(reference(payoffs), abs=1000 * scale)
    for strategy in (found.rows, found.columns):
        assert min(strategy) >= 0
        assert sum(strategy) == pytest.approx(1, abs=1e-9)
    assert (np.array(found.rows) @ table).min() >= found.value - scale
    assert (table @ np.array(found.columns)).max() <= found.value + scale


@settings(max_examples=60)
@given(games(st.floats(-30, 30)))
def test_any_game(payoffs: list[list[float]]) -> None:
    check(payoffs)


@settings(max_examples=60)
@given(games(st.sampled_from([-3.0, -1.0, 0.0, 0.5, 1.0])))
def test_games_with_many_equal_payoffs(payoffs: list[list[float]]) -> None:
    check(payoffs)


def test_the_careful_rule_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "PATIENCE", 0)
    dice = np.random.default_rng(5)
    for size in range(2, 16):
        check(dice.integers(-3, 4, (size, size)).tolist())


def test_rock_paper_scissors() -> None:
    found = solved([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert found.value == pytest.approx(0)
    assert found.rows == pytest.approx((1 / 3,) * 3)
    assert found.columns == pytest.approx((1 / 3,) * 3)


def test_a_pair_of_pure_strategies_is_found_without_mixing() -> None:
    assert solved([[3, 2], [1, 0]]) == (2, (1, 0), (0, 1))


def test_one_choice_each() -> None:
    assert solved([[-7.5]]) == (-7.5, (1,), (1,))
