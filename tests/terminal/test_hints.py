"""`hint` and `take`: an order from a search, what speaks for it, and how to give it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armillary import Match, game, seed_from
from armillary.bots.advice import advise, differences
from armillary.core.contract import AnyGame
from armillary.core.match import AnyMatch, Turn
from armillary.core.registry import games
from armillary.core.values import refusals
from tests.terminal import toy
from tests.terminal.script import SEED, Played, count, skirmish

OWN = [each for each in games() if each.slug != "toy"]


def lesson(of: AnyGame) -> AnyMatch:
    """A first match with a person on every seat."""
    seats = of.seats[0]
    return Match.begin(of, seats=seats, config=of.presets["lesson"](seats), seed=SEED)


@pytest.mark.parametrize("of", OWN, ids=lambda each: each.slug)
def test_a_hint_can_be_taken_and_submitted_in_every_game(of: AnyGame) -> None:
    match = lesson(of)
    seat = match.waiting_for[0]
    order = advise(match, seat)
    assert not refusals(of.rules.check(match.state, seat, order))
    secret = of.hidden or len(match.to_act) > 1
    played = Played(match, *[""] * secret, "hint", "take", "")
    written = of.words.format_order(order, of.sight.view(match.state, seat))
    text = " ".join(played.text.split())
    assert f"Hint: {written}" in text
    assert f"Draft: {written}" in text
    turns = (entry for entry in played.match.log if isinstance(entry, Turn))
    assert order in (*played.match.pending.values(), *(given for turn in turns for _, given in turn.orders))


@pytest.mark.parametrize("of", OWN, ids=lambda each: each.slug)
def test_the_same_position_gives_the_same_hint(of: AnyGame) -> None:
    match = lesson(of)
    assert advise(match, match.waiting_for[0]) == advise(match, match.waiting_for[0])


def test_a_hint_knows_no_more_than_its_seat() -> None:
    match = Match.begin(game("skirmish"), seats=2, seed=SEED)
    deck = match.state.setup.planet_deck
    other_order = (deck[0], *reversed(deck[1:]))
    other = replace(match, state=replace(match.state, setup=replace(match.state.setup, planet_deck=other_order)))
    with_orders = match.submit(2, game("skirmish").words.parse_order("15", match.table(2).view))
    assert match.table(1).view == other.table(1).view
    assert advise(match, 1) == advise(other, 1) == advise(with_orders, 1)
    assert advise(match, 1) == advise(replace(match, seed=seed_from("another")), 1)


def test_a_hint_is_compared_with_the_draft_or_with_no_order() -> None:
    played = Played(skirmish(), "hint", "2", "hint", "take", "hint")
    hinted = played.text.partition("Hint: play ")[2].split()[0]
    assert hinted not in ("1", "2")
    without, with_draft = played.keys.screens[1], played.keys.screens[3].removeprefix(played.keys.screens[2])
    assert "With the hint:\n  ▲ Player 2 holds 15 cards: " in without
    assert "With no order (play 1):\n  ▲ Player 2 holds 15 cards: 14 higher than yours, 1 equal to it.\n" in without
    assert "With your draft (play 2):\n  ▲ Player 2 holds 15 cards: 13 higher than yours" in with_draft
    assert "VP are at stake" not in without.partition("With the hint:")[2]
    assert "Type 'take' to make the hint your draft." in without
    assert f"Draft: play {hinted}" in played.keys.screens[4]
    assert "That is your draft." in played.keys.screens[5]


def test_taking_a_hint_can_be_undone_and_needs_a_hint() -> None:
    played = Played(skirmish(), "take", "2", "hint", "take", "undo")
    assert "There is no hint to take yet: type 'hint' first." in played.keys.screens[1]
    assert played.keys.screens[5].removeprefix(played.keys.screens[4]).startswith("Draft: play 2\n")
    assert played.match.step == 0


def test_a_game_without_a_search_or_bots_gives_its_most_promising_order() -> None:
    assert toy.GAME.hints.search is None
    match = count("Player 1", "Player 2")
    assert not refusals(match.check(1, advise(match, 1)))


def test_a_search_that_fails_ends_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(toy.Stepper, "decide", fail)
    played = Played(count("Player 1", "Player 2"), "hint", "take", "add 1!")
    assert "There is no hint: looking ahead failed. ZeroDivisionError: by zero" in played.text
    assert "There is no hint to take yet" in played.text
    assert played.match.step == 1


def test_only_what_differs_is_told() -> None:
    assert differences(["a", "b", "c"], ["b", "d"]) == (["a", "c"], ["d"])
