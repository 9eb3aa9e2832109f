"""The bot: unbeatable where it is exact, legal and repeatable everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from armillary.bots.deciding import dice_for
from armillary.core.dice import FastDice
from armillary.core.errors import BadInput
from armillary.core.seeds import seed_from
from armillary.games.skirmish import rules, sight
from armillary.games.skirmish.model import Config, Play, State
from armillary.games.skirmish.solved import BUDGET, PerfectBot
from armillary.games.skirmish.solved.bot import LAST, draw
from armillary.games.skirmish.solved.position import (
    Position,
    cards_in,
    following,
    is_over,
    my_choices,
    read,
    sign,
    their_choices,
    without,
)
from armillary.games.skirmish.solved.search import Known, Margin
from armillary.games.skirmish.solved.tables import Tables
from tests.games.skirmish.solved.test_search import Nothing
from tests.games.skirmish.solved.worlds import LESSON, ODD, QUICK, SKIRMISH, STANDARD, battle, deck, opening


class Opponent:
    """Knows what the bot does in every position, and answers it as well as possible."""

    def __init__(self, bot: PerfectBot, score: Callable[[int], float], at_once: bool) -> None:
        self._bot = bot
        self._score = score
        self._at_once = at_once
        """Are points worth what they are when they are won, whatever the score is?"""
        self._found: dict[tuple[Position, int], float] = {}

    def leaves(self, position: Position, lead: int = 0) -> float:
        """What the bot still gets, on average."""
        if is_over(position.ranks):
            return 0.0 if self._at_once else self._score(lead)
        if (position, lead) not in self._found:
            weights = self._bot.solve(position, lead, BUDGET).rows
            self._found[position, lead] = min(
                sum(
                    weight * self._after(position, lead, mine, theirs)
                    for weight, mine in zip(weights, my_choices(position.ranks), strict=True)
                    if weight
                )
                for theirs in their_choices(position.ranks)
            )
        return self._found[position, lead]

    def _after(self, position: Position, lead: int, mine: int, theirs: int) -> float:
        won = sign(mine, theirs)
        gain = won * position.stake
        after = list(following(position, without(position.ranks, mine, theirs), won != 0))
        if self._at_once:
            return self._score(gain) + sum(chance * self.leaves(then) for chance, then in after)
        return sum(chance * self.leaves(then, lead + gain) for chance, then in after)


def openings(config: Config) -> list[Position]:
    """Every opening of this config, by the planet that comes first."""
    states = [opening(config, FastDice(seed)) for seed in range(20)]
    return sorted({read(sight.view(state, 1)).position for state in states})


@pytest.mark.parametrize("tables", [False, True])
def test_on_five_cards_the_best_response_wins_no_points(tables: bool, five_cards: Path) -> None:
    known: Known = Tables(five_cards) if tables else Nothing()
    opponent = Opponent(PerfectBot(SKIRMISH, "margin", known), float, at_once=True)
    for position in openings(LESSON):
        assert -1e-6 < opponent.leaves(position) < 1e-6


def test_on_five_cards_the_best_response_wins_no_more_than_half_of_the_matches() -> None:
    opponent = Opponent(PerfectBot(SKIRMISH, known=Nothing()), lambda lead: (lead > 0) - (lead < 0), at_once=False)
    for position in openings(LESSON):
        assert -1e-6 < opponent.leaves(position) < 1e-6


def test_the_best_response_beats_a_bot_that_guesses() -> None:
    """The measure measures something."""
    opponent = Opponent(PerfectBot(SKIRMISH, "margin", _Wrong()), float, at_once=True)
    assert opponent.leaves(openings(LESSON)[0]) < -0.5


class _Wrong(Nothing):
    def reaches(self, cards: int) -> bool:
        return True

    def margin(self, position: Position) -> float | None:
        return float(position.stake)


@pytest.mark.parametrize("config", [STANDARD, QUICK, LESSON, *ODD, Config(deck(*range(40)), tuple(range(15)))])
@pytest.mark.parametrize("budget", [0, 2000])
def test_every_decision_is_legal_and_repeats(config: Config, budget: int) -> None:
    state = opening(config, FastDice(4))
    while not state.end_reason:
        cards = [_decide(state, seat, budget) for seat in (1, 2)]
        assert cards == [_decide(state, seat, budget) for seat in (1, 2)]
        state = battle(state, *cards)
    assert rules.outcome(state)


def _decide(state: State, seat: int, budget: int) -> int:
    dice = dice_for(seed_from("perfect"), seat, state.battle)
    order = PerfectBot(SKIRMISH).decide(sight.view(state, seat), sight.options(state, seat), dice, budget)
    assert isinstance(order, Play)
    return order.card


def test_it_draws_each_card_as_often_as_its_strategy_says() -> None:
    view = sight.view(opening(LESSON, FastDice(1)), 1)
    bot = PerfectBot(SKIRMISH)
    reading = read(view)
    weights = bot.solve(reading.position, reading.lead, BUDGET).rows
    dice = FastDice(9)
    drawn = Counter(draw(weights, dice) for _ in range(20_000))
    assert len([weight for weight in weights if weight > 0.02]) > 1
    for at, weight in enumerate(weights):
        assert drawn[at] / 20_000 == pytest.approx(weight, abs=0.015)


def test_weights_that_fall_short_of_one_draw_the_likeliest() -> None:
    class Highest(FastDice):
        def below(self, n: int) -> int:
            return n - 1

    assert draw((0.25, 0.5, 0.2), Highest(1)) == 1
    assert draw((0.0, 1.0), FastDice(1)) == 1


def test_tables_make_it_exact_one_card_further(five_cards: Path) -> None:
    state = opening(QUICK, FastDice(2))
    for cards in ((8, 8), (1, 5)):
        state = battle(state, *cards)
    position = read(sight.view(state, 1)).position
    assert cards_in(position.ranks) == 6
    found = PerfectBot(SKIRMISH, "margin", Tables(five_cards)).solve(position, 0, 200)
    search = Margin(Nothing(), 10**6)
    assert found.value == pytest.approx(search.solve(position, 6).value, abs=1e-6)
    assert search.exact


def test_tables_are_not_searched_for_positions_of_other_games() -> None:
    class Untouchable(Nothing):
        def reaches(self, cards: int) -> bool:
            raise AssertionError(cards)

    state = opening(Config(deck(*range(40)), tuple(range(15))), FastDice(1))
    PerfectBot(SKIRMISH, "margin", Untouchable()).solve(read(sight.view(state, 1)).position, 0, 2000)


def test_it_finds_the_tables_of_its_user(five_cards: Path, cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.symlink_to(five_cards)
    state = opening(QUICK, FastDice(2))
    for cards in ((8, 8), (1, 5)):
        state = battle(state, *cards)
    position = read(sight.view(state, 1)).position
    exact = PerfectBot(SKIRMISH, "margin", Tables(five_cards)).solve(position, 0, 200)
    assert PerfectBot(SKIRMISH, "margin").solve(position, 0, 200) == exact


def test_with_few_cards_left_it_plays_for_the_win() -> None:
    """Two points behind with three to be won: all three are needed."""
    position = Position(((1, 0), (0, 1), (1, 0), (0, 1)), 1, ((2, 1),))
    assert cards_in(position.ranks) <= LAST
    for_margin = PerfectBot(SKIRMISH, "margin").solve(position, -2, BUDGET)
    for_win = PerfectBot(SKIRMISH).solve(position, -2, BUDGET)
    assert for_margin != for_win
    assert -1 <= for_win.value <= 1


def test_once_the_match_is_decided_it_plays_for_the_margin() -> None:
    position = Position(((1, 0), (0, 1), (1, 0), (0, 1)), 1, ((2, 1),))
    assert PerfectBot(SKIRMISH).solve(position, 9, BUDGET) == PerfectBot(SKIRMISH, "margin").solve(position, 9, BUDGET)


def test_a_decision_takes_about_a_second_at_most() -> None:
    bot = PerfectBot(SKIRMISH)
    state = opening(STANDARD, FastDice(3))
    began, decisions = process_time(), 0
    while not state.end_reason:
        if len(state.hands[0]) in {15, 7}:
            bot.decide(sight.view(state, 1), sight.options(state, 1), FastDice(1), BUDGET)
            decisions += 1
        dice = FastDice(state.battle)
        state = battle(state, *(dice.choice(hand) for hand in state.hands))
    assert (process_time() - began) / decisions < 2


def test_another_kind_of_match_is_refused_with_the_reason() -> None:
    state = rules.start(SKIRMISH.presets["worlds"](2), 2, FastDice(1)).state
    with pytest.raises(BadInput, match="no abilities"):
        PerfectBot(SKIRMISH).decide(sight.view(state, 1), sight.options(state, 1), FastDice(1), BUDGET)
