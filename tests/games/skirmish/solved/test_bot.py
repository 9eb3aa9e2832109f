"""The bot: unbeatable where it is exact, legal and repeatable everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from armillary.bots.deciding import dice_for
from armillary.core.contract import Ready
from armillary.core.dice import FastDice
from armillary.core.errors import BadInput
from armillary.core.seeds import seed_from
from armillary.games.skirmish import rules, sight
from armillary.games.skirmish.model import Config, Play, State
from armillary.games.skirmish.solved import BUDGET, PerfectBot, ready, tables
from armillary.games.skirmish.solved.bot import LAST, draw
from armillary.games.skirmish.solved.matrix import Solved
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
from armillary.games.skirmish.solved.search import Margin
from tests.games.skirmish.solved.test_search import Nothing
from tests.games.skirmish.solved.worlds import LESSON, ODD, QUICK, SKIRMISH, battle, deck, opening


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


def test_on_five_cards_the_best_response_wins_no_points() -> None:
    opponent = Opponent(PerfectBot(SKIRMISH, "margin", Nothing()), float, at_once=True)
    for position in openings(LESSON):
        assert -1e-6 < opponent.leaves(position) < 1e-6


def test_on_five_cards_the_best_response_wins_no_more_than_half_of_the_matches() -> None:
    opponent = Opponent(PerfectBot(SKIRMISH, known=Nothing()), lambda lead: (lead > 0) - (lead < 0), at_once=False)
    for position in openings(LESSON):
        assert -1e-6 < opponent.leaves(position) < 1e-6


def test_the_best_response_beats_a_bot_that_guesses() -> None:
    """The measure measures something."""
    opponent = Opponent(_Guesses(SKIRMISH, "margin"), float, at_once=True)
    assert opponent.leaves(openings(LESSON)[0]) < -0.5


class _Guesses(PerfectBot):
    def solve(self, position: Position, lead: int, budget: int) -> Solved:
        return super().solve(position, lead, 0)


@pytest.mark.parametrize("config", [LESSON, *ODD])
@pytest.mark.parametrize("budget", [0, 2000])
def test_every_decision_is_legal_and_repeats(config: Config, budget: int) -> None:
    state = opening(config, FastDice(4))
    while not state.end_reason:
        cards = [_decide(state, seat, budget) for seat in (1, 2)]
        assert cards == [_decide(state, seat, budget) for seat in (1, 2)]
        state = battle(state, *cards)
    assert rules.outcome(state)


@pytest.mark.parametrize("kept", [(), (5,), (1, 2, 3, 4, 5)])
def test_what_lies_in_the_cache_does_not_change_how_it_plays(
    five_cards: Path, cache: Path, kept: tuple[int, ...]
) -> None:
    """The same seed gives the same match, or where a table is missing none."""
    before = _played(LESSON)
    cache.mkdir(parents=True)
    for cards in kept:
        tables.path(cache, cards).symlink_to(tables.path(five_cards, cards))
    assert _played(LESSON) == before


def _played(config: Config) -> list[tuple[int, ...]]:
    state, played = opening(config, FastDice(4)), []
    while not state.end_reason:
        played.append(tuple(_decide(state, seat, BUDGET) for seat in (1, 2)))
        state = battle(state, *played[-1])
    return played


SEVEN = Config(deck(1, 1, 2, 2, 2, 3, 3), tuple(range(1, 8)))
"""One card more than can be worked out without tables."""


def test_with_tables_it_plays_what_is_too_long_to_work_out(six_cards: Path, cache: Path) -> None:
    with pytest.raises(BadInput, match="needs a table of all positions with 6 cards, and there is none here"):
        _played(SEVEN)
    assert ready(SEVEN, 2) == Ready(
        "The perfect bot needs a table of all positions with 6 cards, and there is none here."
        " Run: armillary solve skirmish --cards 6"
    )
    cache.parent.mkdir(parents=True)
    cache.symlink_to(six_cards)
    assert ready(SEVEN, 2) == Ready(note=f"perfect plays by the tables for 6 to 6 cards in {cache}.")
    assert len(_played(SEVEN)) == 7
    position = read(sight.view(opening(SEVEN, FastDice(1)), 1)).position
    found = PerfectBot(SKIRMISH, "margin").solve(position, 0, 200)
    search = Margin(Nothing(), 10**8)
    assert found.value == pytest.approx(search.solve(position, 7).value, abs=1e-6)
    assert search.exact


@pytest.mark.parametrize(
    ("config", "seats", "said"),
    [
        (Config(), 3, "plays matches of two, not of 3"),
        (SKIRMISH.presets["worlds"](2), 2, "no abilities"),
        (Config(fleet_values=tuple(range(16))), 2, "at most 15 ship cards"),
        (Config(deck(*range(40)), tuple(range(15))), 2, "only with as many planets as cards"),
        (Config(deck(*[1] * 6, 2), tuple(range(7))), 2, "at most 5 each of 1, 2 and 3 points"),
        (Config(fleet_values=(1,) * 15), 2, "cards that all differ"),
        (Config(shuffle=False), 2, "decks that are shuffled"),
        (Config(), 2, "Run: armillary solve skirmish --cards 14"),
        (QUICK, 2, "Run: armillary solve skirmish --cards 7"),
    ],
)
def test_what_it_cannot_play_perfectly_is_refused_with_the_reason(config: Config, seats: int, said: str) -> None:
    assert said in (ready(config, seats).obstacle or "")


def test_a_short_match_needs_no_tables() -> None:
    assert ready(LESSON, 2) == Ready(note="perfect needs no tables for 5 ship cards: it works them out.")


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


def test_tables_are_not_searched_for_positions_of_other_games() -> None:
    class Untouchable(Nothing):
        def reaches(self, cards: int) -> bool:
            raise AssertionError(cards)

    state = opening(Config(deck(*range(40)), tuple(range(15))), FastDice(1))
    PerfectBot(SKIRMISH, "margin", Untouchable()).solve(read(sight.view(state, 1)).position, 0, 2000)


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


def test_another_kind_of_match_is_refused_with_the_reason() -> None:
    state = rules.start(SKIRMISH.presets["worlds"](2), 2, FastDice(1)).state
    with pytest.raises(BadInput, match="no abilities"):
        PerfectBot(SKIRMISH).decide(sight.view(state, 1), sight.options(state, 1), FastDice(1), BUDGET)
