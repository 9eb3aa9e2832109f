"""What bots need to know, and that the game's own bot is worth playing against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.bots import find
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.core.values import Outcome
from armillary.games.risky_stars import hints, rules, sight
from armillary.games.risky_stars.game import GAME
from armillary.games.risky_stars.hints.greedy import RAIDER, SETTLER, Script, ideas
from armillary.games.risky_stars.model import Buy, Config, End, Fought, Move, Post, Upgrade
from tests.games.risky_stars.strategies import TurnedTable, played_matches, position


@settings(max_examples=40, deadline=None)
@given(played_matches())
def test_an_evaluation_is_within_bounds_and_certain_only_at_the_end(match: AnyMatch) -> None:
    for seat in match.seats:
        worth = hints.evaluate(match.state, seat)
        assert -hints.BEST <= worth <= hints.BEST
        assert match.outcome or seat in match.state.out or abs(worth) < hints.BEST


def test_more_regions_and_more_units_are_worth_something() -> None:
    for ahead in ("at Vega: Brine 1:2, Cinder 1:2; at Altair: Dross 2:4", "at Vega: Brine 1:5; at Altair: Dross 2:4"):
        state = position(f"seats 2; {ahead}")
        assert hints.evaluate(state, 1) > 0 > hints.evaluate(state, 2)


def test_who_is_out_has_lost_and_who_won_has_won() -> None:
    state = position("seats 3; at Vega: Brine 1:4; at Altair: Dross 2:1")
    assert hints.evaluate(state, 3) == -hints.BEST
    over = position("seats 2; end conquest; at Vega: Brine 1:4")
    assert hints.evaluate(over, 1) == hints.BEST
    assert hints.evaluate(over, 2) == -hints.BEST


@settings(max_examples=40, deadline=None)
@given(played_matches().filter(lambda match: match.outcome is None), st.integers(0, 8))
def test_candidates_are_legal_distinct_and_no_more_than_asked_for(match: AnyMatch, k: int) -> None:
    seat = match.state.turn.seat
    found = hints.candidates(match.state, seat, FastDice(0), k)
    assert len(found) <= k
    assert all(found.count(order) == 1 for order in found)
    assert all(rules.check(match.state, seat, order) == () for order in found)


def test_random_orders_leave_no_kind_out() -> None:
    text = """seats 4; config {"alliance_limit":"none"}; alliances 1+2; proposals 3>1+2:3, 4>1+2:1
stock 600 600 600 / 0 0 0 / 0 0 0 / 0 0 0; heroes 1 2@Vega/Brine / - / - / -
at Vega: Brine 1:3, Cinder 1:3; at Altair: Dross 2:1; at Rigel: Dross 3:1; at Sirrah: Dross 4:1"""
    offered = {type(template.order).__name__ for template in sight.options(position(text), 1).templates}
    dice = FastDice(1)
    drawn = {type(hints.random_order(position(text), 1, dice)).__name__ for _ in range(600)}
    assert (
        drawn
        == offered
        == {"End", "Buy", "Move", "Upgrade", "Post", "Recall", "Accept", "Decline", "Withdraw", "Leave"}
    )


def greedy_order(text: str) -> object:
    state = position(text)
    return hints.candidates(state, state.turn.seat, FastDice(0), 1)[0]


def test_greedy_posts_its_heroes_first() -> None:
    assert greedy_order("seats 2; heroes 2 / -; at Vega: Brine 1:1; at Altair: Dross 2:1") == Post(2, "Vega/Brine")


def test_greedy_upgrades_only_while_it_still_pays() -> None:
    home = "at Vega: Aurum/Arden 1:1, Aurum/Borea 1:1, Aurum/Cyrene 1:1, Aurum/Doria 1:1; at Altair: Dross 2:1"
    assert greedy_order(f"seats 2; stock 0 1000 1000 / 0 0 0; {home}") == Upgrade("Vega/Aurum")
    assert greedy_order(f"seats 2; round 39; stock 0 1000 1000 / 0 0 0; {home}") == End()


def test_greedy_builds_what_it_can_pay_for_before_it_moves() -> None:
    order = greedy_order("seats 2; stock 90 90 90 / 0 0 0; at Vega: Brine 1:3; at Altair: Dross 2:1")
    assert order == Buy({"Vega/Brine": 9})


def test_greedy_claims_what_is_free_and_attacks_only_with_an_advantage() -> None:
    order = greedy_order("seats 2; at Vega: Brine 1:3; at Altair: Dross 2:1")
    assert isinstance(order, Move)
    assert order.source == "Vega/Brine"
    strong, weak = "at Vega: Mouth-2 1:9; at Rigel: Mouth-1 2:2", "at Vega: Mouth-2 1:3; at Rigel: Mouth-1 2:3"
    regions = ("Aurum/Arden", "Aurum/Borea", "Aurum/Cyrene", "Aurum/Doria", "Brine", "Cinder", "Dross", "Ember")
    taken = ", ".join(f"{region} 1:1" for region in regions)
    for text, attacks in ((strong, True), (weak, False)):
        order = greedy_order(f"seats 2; {text.replace('at Vega: ', f'at Vega: {taken}, ')}")
        assert (order == Move("Vega/Mouth-2", "Rigel/Mouth-1", 8)) is attacks


def greedy_choices(text: str, script: Script = RAIDER) -> set[str]:
    """Where the first move goes, with many different dice."""
    state = position(text)
    orders = [next(ideas(state, state.turn.seat, FastDice(number), script)) for number in range(60)]
    return {order.target for order in orders if isinstance(order, Move)}


HOME = "at Vega: Aurum/Arden 1:1, Aurum/Borea 1:1, Aurum/Cyrene 1:1, Aurum/Doria 1:1, Brine 1:6, Cinder 1:1, Dross 1:1"


def test_greedy_leaves_what_is_equally_good_to_the_dice_not_to_the_list() -> None:
    scarce = {"Aurum/Arden", "Aurum/Borea", "Aurum/Cyrene", "Aurum/Doria", "Dross", "Ember"}
    free = "seats 2; at Vega: Brine 1:3; at Altair: Dross 2:1"
    assert greedy_choices(free, SETTLER) == {f"Vega/{name}" for name in scarce}
    assert greedy_choices(free, RAIDER) == {f"Vega/{name}" for name in (*scarce, "Cinder")}
    mouths = {f"Vega/Mouth-{number}" for number in range(1, 6)}
    assert greedy_choices(f"seats 2; {HOME}, Ember 1:1; at Altair: Dross 2:1") == mouths


class Luck(FastDice):
    """Dice whose shuffles of places are given."""

    def __init__(self, luck: Sequence[int]) -> None:
        super().__init__(0)
        self.luck = tuple(luck)

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        return self.luck if len(items) == len(self.luck) else super().shuffle(items)


@pytest.mark.parametrize("seats", [2, 3])
def test_greedy_plays_alike_from_every_seat(seats: int) -> None:
    """At the turned table, with its luck turned too, the next seat does what this one does."""
    dice = FastDice(seats)
    state = rules.start(GAME.presets["fixed_map"](seats), seats, dice).state
    while state.round < 8:
        table, seat, luck = TurnedTable(state), state.turn.seat, dice.shuffle(range(len(state.places)))
        turned, turned_luck = table.state(state), [0] * len(luck)
        for place, rank in enumerate(luck):
            turned_luck[table.place(place)] = rank
        (order,) = hints.candidates(state, seat, Luck(luck), 1)
        assert hints.candidates(turned, turned.turn.seat, Luck(turned_luck), 1) == (table.order(order),)
        state = rules.resolve(state, {seat: order}, dice).state


def test_greedy_goes_where_fewest_of_its_own_have_gone() -> None:
    gone = "Ember 1:1, Mouth-1 1:1, Mouth-2 1:1, Mouth-4 1:1; at Mirfak: Mouth-2 1:1; at Altair: Dross 2:1"
    assert greedy_choices(f"seats 2; {HOME}, {gone}") == {"Vega/Mouth-3", "Vega/Mouth-5"}


@pytest.mark.rule("RS-C4")
def test_greedy_counts_on_the_end_of_the_round_when_it_attacks() -> None:
    taken = f"{HOME.replace('Brine 1:6', 'Brine 1:1')}, Ember 1:1"
    for units, attacks in ((15, True), (12, False)):
        order = greedy_order(f"seats 2; {taken}, Mouth-2 1:{units}; at Rigel: Mouth-1 2:10")
        assert (order == Move("Vega/Mouth-2", "Rigel/Mouth-1", units - 1)) is attacks


def test_greedy_beats_random_every_time_and_by_domination() -> None:
    for number in range(6):
        seat = 1 + number % 2
        names = ("medium", "random") if seat == 1 else ("random", "medium")
        outcome = play_out(names, number)
        assert outcome.winners == (seat,)
        assert outcome.reason == "domination"


def test_greedy_players_decide_a_game_of_two_among_themselves() -> None:
    reasons = [play_out(("medium", "medium"), number).reason for number in range(4)]
    assert "domination" in reasons


@pytest.mark.parametrize("seats", [2, 3])
def test_a_lesson_is_short_and_yet_has_battles(seats: int) -> None:
    match: AnyMatch = Match.begin(GAME, seats=seats, config=GAME.presets["lesson"](seats), seed=seed_from("lesson"))
    battles = 0
    while match.to_act:
        (order,) = hints.candidates(match.state, match.to_act[0], FastDice(match.step), 1)
        match = match.submit(match.to_act[0], order)
        battles += sum(isinstance(event, Fought) for event in match.recent[-1].events)
    assert battles > 0
    assert match.step <= 60 * seats


def play_out(names: tuple[str, ...], number: int) -> Outcome:
    dice = FastDice(number)
    state = rules.start(Config(), len(names), dice).state
    players = [find(GAME, name).make() for name in names]
    while rules.to_act(state):
        seat = state.turn.seat
        order = players[seat - 1].decide(sight.view(state, seat), sight.options(state, seat), dice, 1)
        state = rules.resolve(state, {seat: order}, dice).state
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome
