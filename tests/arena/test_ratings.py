"""Ratings find the strengths that games were played with; the sequential test seldom errs."""

from __future__ import annotations

from itertools import combinations
from math import log, log10, sqrt
from random import Random

import pytest

from armillary.arena.playing import Result
from armillary.arena.ratings import Choice, errors, fit, interval, strengths
from armillary.arena.sequential import Bettor
from tests.arena.test_series import result


def game(bots: tuple[str, ...], *ranking: tuple[int, ...], seed: str = "1") -> Result:
    winners = ranking[0] if len(ranking) > 1 else ()
    return result(*winners, ranking=ranking, bots=bots, seed=seed)


def drawn(chance: Random, known: dict[str, float], bots: tuple[str, ...], seed: str) -> Result:
    """A game whose ranking is drawn by the model."""
    left, ranking = list(range(1, len(bots) + 1)), []
    while left:
        seat = chance.choices(left, [known[bots[each - 1]] for each in left])[0]
        left.remove(seat)
        ranking.append((seat,))
    return game(bots, *ranking, seed=seed)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_strengths_that_games_were_drawn_with_are_found(seats: int) -> None:
    known, chance = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 0.125}, Random(seats)
    tables = list(combinations(known, seats))
    results = [drawn(chance, known, table, str(deal)) for deal in range(300) for table in tables]
    ratings = fit(results)
    assert [rating.bot for rating in ratings] == ["a", "b", "c", "d"]
    for rating in ratings:
        assert rating.value == pytest.approx(400 * log10(known[rating.bot]), abs=45)  # strength 1 is the mean
        assert rating.low < rating.value < rating.high
        assert rating.high - rating.low < 130
    covered = sum(rating.low <= 400 * log10(known[rating.bot]) <= rating.high for rating in ratings)
    assert covered >= 3


def test_two_bots_are_rated_as_bradley_and_terry_do() -> None:
    found = strengths("ab", {("a", ("a", "b")): 3000.0, ("b", ("a", "b")): 1000.0})
    assert found["a"] / found["b"] == pytest.approx(3, rel=0.01)
    assert found["a"] * found["b"] == pytest.approx(1)


def test_the_order_of_games_does_not_matter() -> None:
    chance = Random(5)
    results = [
        drawn(chance, {"a": 2, "b": 1, "c": 1}, table, str(deal))
        for deal in range(20)
        for table in combinations("abc", 2)
    ]
    values = {rating.bot: rating.value for rating in fit(results)}
    for rating in fit(results[::-1]):
        assert rating.value == pytest.approx(values[rating.bot], abs=1e-4)


def test_a_shared_game_is_half_a_win_for_each() -> None:
    shared = fit([game(("a", "b"), (1, 2), seed=str(deal)) for deal in range(10)])
    assert [rating.value for rating in shared] == pytest.approx([0, 0], abs=1e-6)
    half = fit([game(("a", "b"), (1,), (2,)), game(("a", "b"), (2,), (1,))])
    one = fit([game(("a", "b"), (1, 2)), game(("a", "b"), (1, 2))])
    assert [rating.value for rating in half] == pytest.approx([rating.value for rating in one], abs=1e-6)
    assert [rating.points for rating in one] == [1, 1]


def test_whoever_won_everything_has_a_rating_too() -> None:
    best, worst = fit([game(("a", "b"), (1,), (2,), seed=str(deal)) for deal in range(50)])
    assert best.bot == "a"
    assert 200 < best.value < 2000
    assert best.value == pytest.approx(-worst.value)
    assert (best.share, worst.share) == (1, 0)


def test_a_bot_on_several_seats_is_one_bot() -> None:
    results = [
        game(("a", "b", "b"), *order, seed=str(deal))
        for deal in range(100)
        for order in (
            ((1,), (2,), (3,)),
            ((2,), (1,), (3,)),
            ((3,), (2,), (1,)),
        )
    ]
    first, second = fit(results)
    assert first.value == pytest.approx(0, abs=1e-3)  # one place of each kind for a: exactly what is fair
    assert second.games == 600


def test_games_of_one_seed_belong_together() -> None:
    """A hundred games of two seeds say less than a hundred games of a hundred."""

    def width(seeds: int) -> float:
        ratings = fit(
            [
                game(("a", "b"), *(((1,), (2,)) if deal % 2 else ((2,), (1,))), seed=str(deal % seeds))
                for deal in range(100)
            ]
        )
        return ratings[0].high - ratings[0].low

    assert width(2) > 2 * width(100)


def test_an_interval_is_never_nothing() -> None:
    """Where one bot wins everything, all seeds say the same; that does not make its rating certain."""
    for deals, least in ((1, 200), (50, 300)):
        best, worst = fit([game(("a", "b"), (1,), (2,), seed=str(deal)) for deal in range(deals)])
        assert best.high - best.low > least
        assert (best.low > worst.value) == (deals > 1)


def test_the_error_of_a_rating_is_that_of_a_share() -> None:
    """With two bots the difference of ratings is a function of the share, and so is its error."""
    choices: dict[Choice, float] = {("a", ("a", "b")): 300, ("b", ("a", "b")): 100}
    found = strengths("ab", choices)
    by_share = 400 / log(10) / sqrt(400 * 0.75 * 0.25)
    assert errors(found, choices)["a"] * 2 == pytest.approx(by_share, rel=0.001)


def test_intervals_of_shares_hold_what_they_promise() -> None:
    low, high = interval(0.5, 100)
    assert [low, high] == pytest.approx([0.404, 0.596], abs=0.001)
    assert interval(1, 20)[1] == 1
    assert 0.8 < interval(1, 20)[0] < 0.9
    assert interval(0, 20)[0] == 0


@pytest.mark.parametrize(("chance", "seats", "verdict"), [(0.7, 2, "better"), (0.3, 2, "worse"), (0.55, 3, "better")])
def test_what_is_clear_is_decided_soon(chance: float, seats: int, verdict: str) -> None:
    draw = Random(1)
    for _ in range(30):
        bettor, deals = Bettor(1 / seats), 0
        while bettor.verdict is None:
            bettor.add(sum(draw.random() < chance for _ in range(seats)) / seats)
            deals += 1
            assert deals < 250
        assert bettor.verdict == verdict


@pytest.mark.parametrize("seats", [2, 4])
def test_equal_bots_are_seldom_called_unequal_however_often_one_looks(seats: int) -> None:
    draw, wrong = Random(2), 0
    for _ in range(300):
        bettor = Bettor(1 / seats)
        for _ in range(200):
            bettor.add(sum(draw.random() < 1 / seats for _ in range(seats)) / seats)
        wrong += bettor.verdict is not None
    assert wrong <= 0.05 * 300


def test_a_verdict_stands() -> None:
    bettor = Bettor(0.5)
    for _ in range(20):
        bettor.add(1)
    assert bettor.verdict == "better"
    for _ in range(200):
        bettor.add(0)
    assert bettor.verdict == "better"
