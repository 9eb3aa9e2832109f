"""Series: repeatable, fair and counted."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import pytest

from armillary import game
from armillary.arena.playing import Failure, Result, play
from armillary.arena.series import Series, rotated, seat_names
from armillary.arena.tallies import Count, Tally
from armillary.core import codec
from armillary.core.errors import BadInput


def result(*winners: int, ranking: tuple[tuple[int, ...], ...] = ((1,), (2,)), **more: Any) -> Result:
    who = {"number": 1, "bots": ("a", "b"), "seed": "1", "scores": (4, 0), "reason": "x"}
    what = {"rounds": 1, "steps": 1, "opening": "", "hash": "", **more}
    return Result(winners=winners, ranking=ranking, **{**who, **what})


def test_bots_move_on_by_a_seat_from_game_to_game() -> None:
    skirmish = game("skirmish")
    series = Series(game=skirmish, config=skirmish.config(), seed="s", bots=("a", "b", "c"), count=4)
    pairings = list(series.pairings())
    assert [pairing.bots for pairing in pairings] == [
        ("a", "b", "c"),
        ("c", "a", "b"),
        ("b", "c", "a"),
        ("a", "b", "c"),
    ]
    assert [pairing.seed for pairing in pairings] == ["s/1", "s/2", "s/3", "s/4"]
    assert rotated(("a",), 5) == ("a",)


def test_a_game_is_told_as_the_match_has_it() -> None:
    skirmish = game("skirmish")
    (pairing,) = Series(
        game=skirmish, config=skirmish.config(), seed="s", bots=("medium", "random"), count=1
    ).pairings()
    told, match = play(pairing)
    assert match.outcome is not None
    assert (told.winners, told.ranking, told.scores) == (
        match.outcome.winners,
        match.outcome.ranking,
        match.outcome.scores,
    )
    assert (told.steps, told.rounds, told.hash) == (match.step, 15, match.hashes[-1])
    assert play(pairing)[0] == told


@pytest.mark.parametrize(("slug", "entries"), [("skirmish", 1), ("orbit", 2)])
def test_the_opening_is_what_was_ordered_in_the_first_round(slug: str, entries: int) -> None:
    played = game(slug)
    series = Series(game=played, config=played.presets["standard"](2), seed="s", bots=("medium", "random"), count=2)
    told, match = zip(*(play(pairing) for pairing in series.pairings()), strict=True)
    for one, whole in zip(told, match, strict=True):
        assert one.opening == blake2b(codec.encode(whole.log[:entries]), digest_size=8).hexdigest()
    assert told[0].opening != told[1].opening


def test_wins_shared_wins_draws_and_losses_are_told_apart() -> None:
    tally = Tally()
    for winners in ((1,), (1, 2), (), (2,)):
        tally.count(1, result(*winners))
    tally.count(1, result(1, scores=()))
    assert tally.summary() == {"games": 5, "wins": 2, "shared": 1, "draws": 1, "losses": 1, "mean_score": 4.0}
    assert Tally().mean_score is None


def test_everything_is_counted() -> None:
    count = Count()
    count.add(result(1, steps=3, failures=(Failure(2, 1, "lost"),)))
    count.add(result(2, steps=5, reason="y", failures=(Failure(2, 4, "lost"),)))
    summary = count.summary()
    assert summary["steps"] == {"least": 3, "mean": 4.0, "most": 5}
    assert summary["reasons"] == {"x": 1, "y": 1}
    (fault,) = summary["failures"]
    assert (fault["bot"], fault["why"], fault["times"]) == ("b", "lost", 2)
    assert fault["first"] == {"game": 1, "seat": 2, "step": 1, "seed": "1", "bots": ["a", "b"]}
    assert summary["bots"]["a"]["wins"] == 1


def test_a_bot_that_failed_has_lost_even_where_nobody_won() -> None:
    count = Count.of([result(failures=(Failure(1, 1, "lost"), Failure(2, 1, "lost")))])
    assert {name: (tally.draws, tally.losses) for name, tally in count.by_bot.items()} == {"a": (0, 1), "b": (0, 1)}


@pytest.mark.parametrize(
    ("ranking", "points"),
    [(((1,), (2,)), (1, 0)), (((1, 2),), (0.5, 0.5)), (((2, 3), (1,)), (0, 0.5, 0.5)), (((2,), (1,), (3,)), (0, 1, 0))],
)
def test_a_game_is_one_point_for_those_on_the_first_rank(
    ranking: tuple[tuple[int, ...], ...], points: tuple[float, ...]
) -> None:
    assert tuple(result(ranking=ranking).points(seat) for seat in range(1, len(points) + 1)) == points


def test_one_name_sits_everywhere_and_nobody_is_random() -> None:
    assert seat_names((), 3) == ("random",) * 3
    assert seat_names(("medium",), 2) == ("medium", "medium")
    assert seat_names(("medium", "random"), 2) == ("medium", "random")
    with pytest.raises(BadInput, match="2 bots do not fit 3 seats"):
        seat_names(("medium", "random"), 3)
