"""Positions: what is left out of a match does not matter, and what is left follows the real rules."""

from __future__ import annotations

import pytest

from armillary.core.dice import FastDice
from armillary.core.errors import BadInput
from armillary.games.skirmish import rules, sight
from armillary.games.skirmish.model import Config, State
from armillary.games.skirmish.solved.position import (
    MAX_CARDS,
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
from tests.games.skirmish.solved.worlds import LESSON, ODD, QUICK, SKIRMISH, STANDARD, battle, deck, opening


def position(state: State, seat: int = 1) -> Position:
    return read(sight.view(state, seat)).position


@pytest.mark.parametrize("config", [STANDARD, QUICK, LESSON, *ODD])
def test_every_battle_leads_where_the_real_rules_lead(config: Config) -> None:
    """Random matches: after each battle, the real position is one that was foreseen, and so is the score."""
    dice = FastDice(7)
    for _ in range(12):
        state = opening(config, dice)
        while not state.end_reason:
            before = read(sight.view(state, 1))
            cards = [dice.choice(hand) for hand in state.hands]
            if dice.below(3) == 0 and cards[0] in state.hands[1]:
                cards[1] = cards[0]
            mine, theirs = (_choice(state, seat, card) for seat, card in enumerate(cards, start=1))
            won = sign(mine, theirs)
            ranks = without(before.position.ranks, mine, theirs)
            state = battle(state, *cards)
            foreseen = {then: chance for chance, then in following(before.position, ranks, won != 0)}
            assert sum(foreseen.values()) == pytest.approx(1)
            assert is_over(ranks) == bool(state.end_reason)
            after = read(sight.view(state, 1))
            assert after.lead == before.lead + won * before.position.stake
            if not state.end_reason:
                assert foreseen[after.position] > 0


def _choice(state: State, seat: int, card: int) -> int:
    """The rank of the position, as seat 1 sees it, that a card of this seat belongs to."""
    ranks = position(state).ranks
    held = sorted(state.hands[seat - 1], reverse=True)
    place = held.index(card)
    for rank, counts in enumerate(ranks):
        if place < counts[seat - 1]:
            return rank
        place -= counts[seat - 1]
    raise AssertionError("every card has a rank")


def test_the_next_planet_is_as_likely_as_the_deck_says() -> None:
    before = Position(((1, 1), (1, 1)), 2, ((1, 3), (3, 1)))
    ranks = without(before.ranks, 0, 0)
    assert list(following(before, ranks, won=True)) == [
        (0.75, Position(((1, 1),), 1, ((1, 2), (3, 1)))),
        (0.25, Position(((1, 1),), 3, ((1, 3),))),
    ]
    assert [then.stake for _, then in following(before, ranks, won=False)] == [3, 5]


def test_a_tie_with_an_empty_deck_leaves_the_pot() -> None:
    before = Position(((1, 1), (1, 1)), 2, ())
    assert list(following(before, ((1, 1),), won=False)) == [(1.0, Position(((1, 1),), 2, ()))]
    assert list(following(before, ((1, 1),), won=True)) == [(1.0, Position(((1, 1),), 0, ()))]


def test_only_the_order_of_the_cards_matters() -> None:
    hands = [((3, 9, 10), (1, 9, 4)), ((2, 70, 71), (-5, 70, 30))]
    seen = [position(_with_hands(*each)) for each in hands]
    assert seen[0] == seen[1]
    assert seen[0].ranks == ((1, 0), (1, 1), (0, 1), (1, 0), (0, 1))
    assert seen[0].mirrored() == position(_with_hands(*hands[0]), seat=2)


def test_cards_with_nothing_between_them_are_one_choice() -> None:
    reading = read(sight.view(_with_hands((2, 5, 6, 6), (1, 3, 3, 7)), 1))
    assert reading.position.ranks == ((0, 1), (3, 0), (0, 2), (1, 0), (0, 1))
    assert reading.cards == (5, 2)
    assert my_choices(reading.position.ranks) == [1, 3]
    assert their_choices(reading.position.ranks) == [0, 2, 4]


def test_what_a_battle_leaves_is_put_together() -> None:
    assert without(((1, 0), (1, 1), (1, 0), (0, 1)), 0, 1) == ((2, 0), (0, 1))
    assert cards_in(((2, 0), (0, 1))) == 1


def test_a_position_set_up_by_hand_may_have_unequal_hands() -> None:
    state = _with_hands((1, 2, 3), (2,))
    assert position(state).ranks == ((1, 0), (1, 1), (1, 0))
    assert rules.end_reason(battle(state, 1, 2).hands, planets_left=True) == "player_out_of_cards_early"
    assert is_over(without(position(state).ranks, 2, 1))


def _with_hands(mine: tuple[int, ...], theirs: tuple[int, ...]) -> State:
    made = SKIRMISH.words.parse_state(
        f"battle 1; deck | P1:1 P2:2 P3:3; pot -; hands {','.join(map(str, mine))} / {','.join(map(str, theirs))};"
        " claimed - / -"
    )
    assert isinstance(made, State)
    return made


@pytest.mark.parametrize(
    ("config", "seats", "reason"),
    [
        (Config(), 3, "matches of two, not of 3"),
        (SKIRMISH.presets["worlds"](2), 2, "no abilities"),
        (Config(fleet_values=tuple(range(MAX_CARDS + 1))), 2, "at most 15 ship cards"),
    ],
)
def test_other_matches_are_refused_with_the_reason(config: Config, seats: int, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        read(sight.view(rules.start(config, seats, FastDice(1)).state, 1))


@pytest.mark.parametrize("config", [STANDARD, QUICK, LESSON, *ODD, Config(deck(1), tuple(range(MAX_CARDS)))])
def test_all_others_are_not(config: Config) -> None:
    assert read(sight.view(rules.start(config, 2, FastDice(1)).state, 1)).cards
