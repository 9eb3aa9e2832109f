"""What bots are given, and that the game's own bot is worth playing against."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.bots import find
from armillary.core.contract import Bot
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.skirmish import hints, rules, words
from armillary.games.skirmish.game import GAME
from armillary.games.skirmish.model import Play, View
from armillary.testing.strategies import matches
from benchmarks.strength.people import PEOPLE
from tests.games.skirmish.strategies import CONFIGS

GAMES_PER_PERSON = 60

any_match = matches(GAME, CONFIGS, most_turns=6)


@settings(max_examples=60)
@given(any_match)
def test_an_evaluation_is_within_bounds_and_certain_only_at_the_end(match: AnyMatch) -> None:
    for seat in match.seats:
        worth = hints.evaluate(match.state, seat)
        assert -hints.BEST <= worth <= hints.BEST
        assert match.outcome or abs(worth) < hints.BEST


@settings(max_examples=60)
@given(any_match)
def test_at_the_end_one_wins_what_all_others_lose(match: AnyMatch) -> None:
    while match.to_act:
        match = match.expire()
    outcome = match.outcome
    assert outcome is not None
    for seat in match.seats:
        alone = outcome.winners == (seat,)
        expected = -hints.BEST if seat not in outcome.winners else hints.BEST if alone else 0
        assert hints.evaluate(match.state, seat) == expected


def test_the_end_of_a_match_of_two_is_worth_the_opposite_to_the_other() -> None:
    for claimed in ("P1 / P6", "P6 / P1", "P1 / P2"):
        ids = claimed.split(" / ")
        points = {"P1": 1, "P2": 1, "P6": 2}
        deck = " ".join(f"{planet}:{points[planet]}" for planet in ids)
        state = words.parse_state(f"battle 3; deck {deck} |; pot -; hands - / -; claimed {claimed}")
        assert hints.evaluate(state, 1) == -hints.evaluate(state, 2)


def test_a_lead_and_a_stronger_hand_are_worth_something() -> None:
    ahead = words.parse_state("battle 2; deck P1:1 | P2:1; pot -; hands 3 / 3; claimed P1 / -")
    stronger = words.parse_state("battle 1; deck | P2:1; pot -; hands 9 / 3; claimed - / -")
    for state in (ahead, stronger):
        assert hints.evaluate(state, 1) > 0 > hints.evaluate(state, 2)


@settings(max_examples=60)
@given(any_match.filter(lambda match: match.outcome is None), st.integers(0, 8))
def test_candidates_are_legal_distinct_and_no_more_than_asked_for(match: AnyMatch, k: int) -> None:
    for seat in match.seats:
        found = hints.candidates(match.state, seat, FastDice(0), k)
        assert len(found) == len(set(found)) == min(k, len(set(match.state.hands[seat - 1])))
        assert all(rules.check(match.state, seat, order) == () for order in found)


def test_random_orders_leave_no_card_out() -> None:
    state = words.parse_state("battle 1; deck | P1:1; pot -; hands 1..5 / 1..5; claimed - / -")
    dice = FastDice(1)
    drawn = {hints.random_order(state, 1, dice).card for _ in range(200)}
    assert drawn == {1, 2, 3, 4, 5}


def test_the_fair_bid_grows_with_the_stake() -> None:
    bids = []
    for top in ("P1:1", "P6:2", "P11:3"):
        deck = " ".join([top, *(card for card in ("P2:1", "P7:2", "P12:3", "P8:2"))])
        state = words.parse_state(f"battle 1; deck | {deck}; pot -; hands 1..5 / 1..5; claimed - / -")
        bids.append(hints.fair_bid(GAME.sight.view(state, 1), 1))
    assert bids == sorted(set(bids))


def test_medium_spends_no_more_than_it_takes() -> None:
    state = words.parse_state("battle 1; deck | P11:3 P1:1; pot -; hands 4,9 / 2,3; claimed - / -")
    assert decide(find(GAME, "medium").make(), state_match=Match.from_position(GAME, state), seat=1) == Play(4)


def test_medium_beats_random_clearly() -> None:
    medium, random = find(GAME, "medium").make(), find(GAME, "random").make()
    wins = losses = 0
    for number in range(60):
        seat = 1 + number % 2
        winners = play_out((medium, random) if seat == 1 else (random, medium), number)
        wins += winners == (seat,)
        losses += seat not in winners
    assert wins >= 2 * losses + 5


def test_medium_is_harder_than_easy_for_those_who_bid_as_people_do() -> None:
    won = {}
    for level in ("easy", "medium"):
        bot = find(GAME, level).make()
        won[level] = sum(
            play_out((person(GAME), bot), number) == (1,) for person in PEOPLE for number in range(GAMES_PER_PERSON)
        )
    assert won["easy"] > 1.1 * won["medium"]
    assert won["medium"] < 0.6 * len(PEOPLE) * GAMES_PER_PERSON


def play_out(players: tuple[Bot[Play, View], ...], number: int) -> tuple[int, ...]:
    match: AnyMatch = Match.begin(GAME, seats=len(players), seed=seed_from(number))
    dice = FastDice(number)
    while match.to_act:
        now = match
        for seat in now.to_act:
            match = match.submit(seat, decide(players[seat - 1], now, seat, dice))
    assert match.outcome is not None
    return match.outcome.winners


def decide(player: Bot[Play, View], state_match: AnyMatch, seat: int, dice: FastDice | None = None) -> Play:
    view = GAME.sight.view(state_match.state, seat)
    return player.decide(view, GAME.sight.options(state_match.state, seat), dice or FastDice(0), 1)
