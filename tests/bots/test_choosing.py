"""How a seat chooses in the search: a mixture nobody can answer where all choose at once, the best order elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from armillary.bots.deciding import Player
from armillary.bots.registry import find
from armillary.bots.search.choosing import Alone, Together
from armillary.core.dice import FastDice, KeyedDice
from armillary.core.match import AnyMatch, Match
from armillary.core.options import Options
from armillary.core.registry import game
from armillary.core.seeds import seed_from
from armillary.core.values import refusals
from benchmarks.strength.mirror import Mirror

Payoffs = Sequence[Sequence[int]]


def learned(payoffs: Payoffs, rounds: int) -> tuple[list[float], list[float]]:
    """The mixtures of two who play a matrix game against each other, and learn."""
    dice = FastDice(7)
    row, column = Together(tuple(range(len(payoffs))), dice), Together(tuple(range(len(payoffs[0]))), dice)
    for _ in range(rounds):
        mine, theirs = row.choose(0, 0, dice), column.choose(0, 0, dice)
        row.learn(mine, (theirs,), payoffs[mine][theirs])
        column.learn(theirs, (mine,), -payoffs[mine][theirs])
    mixed = [each.weights() for each in (row, column)]
    first, second = ([weight / sum(weights) for weight in weights] for weights in mixed)
    return first, second


@pytest.mark.parametrize(
    ("payoffs", "rows", "columns"),
    [
        (((0, -1, 1), (1, 0, -1), (-1, 1, 0)), (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3)),  # scissors, paper, stone
        (((3, -1), (-1, 1)), (1 / 3, 2 / 3), (1 / 3, 2 / 3)),
        (((2, 3), (1, 0)), (1, 0), (1, 0)),  # one order is better whatever the other does
    ],
)
def test_two_who_learn_from_each_other_come_near_to_an_equilibrium(
    payoffs: Payoffs, rows: Sequence[float], columns: Sequence[float]
) -> None:
    found = learned(payoffs, 2000)
    assert found[0] == pytest.approx(rows, abs=0.06)
    assert found[1] == pytest.approx(columns, abs=0.06)


def test_before_everything_was_tried_nothing_is_preferred() -> None:
    dice = FastDice(1)
    choosing = Together(("a", "b", "c"), dice)
    assert choosing.weights() == [1, 1, 1]
    tried = set()
    for _ in range(3):
        order = choosing.choose(0, 0, dice)
        tried.add(order)
        choosing.learn(order, (0,), 5)
    assert tried == {0, 1, 2}


def test_who_acts_alone_gives_what_was_tried_most() -> None:
    dice = FastDice(1)
    choosing = Alone(("bad", "good"))
    for _ in range(50):
        order = choosing.choose(0, 100, dice)
        choosing.learn(order, (), 100 * order)
    assert choosing.weights() == [0, 1]


def played(number: int, one: Player, other: Player) -> AnyMatch:
    """A match of Stellar Skirmish; every second one is played from the other seat."""
    match: AnyMatch = Match.begin(game("skirmish"), seats=2, seed=seed_from(f"choosing/{number // 2}"))
    while match.waiting_for:
        before = match
        for seat in before.waiting_for:
            player = one if seat == number % 2 + 1 else other
            match = match.submit(seat, player.order_in(before, seat))
    return match


def test_any_dice_can_draw_by_the_weights() -> None:
    rules = game("skirmish")
    match: AnyMatch = Match.begin(rules, seats=2, seed=seed_from("weights"))
    dice = KeyedDice(seed_from("keyed"), 0)
    each_card_once = 15
    order = find(rules, "hard").make().decide(match.table(1).view, Options(()), dice, each_card_once)
    assert not refusals(rules.rules.check(match.state, 1, order))


def test_hard_cannot_be_read_in_skirmish() -> None:
    hard = Player(find(game("skirmish"), "hard"))
    mirror = Player(find(game("skirmish"), f"{Mirror.__module__}:Mirror"))
    won, games = 0.0, 24
    for number in range(games):
        outcome = played(number, mirror, hard).outcome
        assert outcome is not None
        won += (number % 2 + 1 in outcome.winners) / len(outcome.winners)
    assert won / games <= 0.7, "it was nine games of ten"


def test_two_hard_bots_do_not_mirror_each_other_in_skirmish() -> None:
    hard = Player(find(game("skirmish"), "hard"))
    outcomes = [played(number, hard, hard).outcome for number in range(10)]
    assert sum(outcome is not None and len(outcome.winners) == 1 for outcome in outcomes) >= 5
