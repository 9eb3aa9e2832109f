"""Who may know what in Risky Stars, what is offered, and what a preview promises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.options import Range
from armillary.games.risky_stars import rules, sight, words
from armillary.games.risky_stars.model import Buy, End, Leave, Move, Upgrade
from armillary.games.risky_stars.sight.preview import try_out
from tests.games.risky_stars.strategies import played_matches, position


@pytest.mark.rule("RS-E6")
def test_the_order_of_the_hero_deck_shows_in_no_view() -> None:
    one = position("seats 2; deck 1 2 3 1 2 3 1 2 3 1; at Izar: Mouth-1 1:3; at Altair: Dross 2:1")
    other = position("seats 2; deck 3 3 3 2 2 2 1 1 1 1; at Izar: Mouth-1 1:3; at Altair: Dross 2:1")
    for seat in (1, 2, None):
        assert codec.encode(sight.view(one, seat)) == codec.encode(sight.view(other, seat))
        assert words.describe(sight.view(one, seat)) == words.describe(sight.view(other, seat))
    claim = Move("Izar/Mouth-1", "Izar/Dross", 2)
    assert sight.preview(one, 1, claim) == sight.preview(other, 1, claim)


@settings(max_examples=40, deadline=None)
@given(played_matches(), st.integers(0, 999))
def test_a_sampled_world_is_possible_and_looks_the_same(match: AnyMatch, number: int) -> None:
    for seat in (1, None):
        view = sight.view(match.state, seat)
        world = sight.sample_world(view, FastDice(number))
        assert rules.check_position(world) == ()
        assert sight.view(world, seat) == view


def test_options_say_for_each_army_where_it_can_go_and_how_many() -> None:
    state = position("seats 2; at Vega: Aurum/Arden 1:5, Brine 1:1, Mouth-2 1:2; at Altair: Aurum/Arden 2:3")
    moves = {t.order.source: t for t in sight.options(state, 1).templates if isinstance(t.order, Move)}
    assert list(moves) == ["Vega/Aurum/Arden", "Vega/Mouth-2"]
    target, units = moves["Vega/Aurum/Arden"].slots
    assert units == Range(("units",), 1, 4)
    assert "Rigel/Mouth-1" not in target.values  # type: ignore[union-attr]
    assert "Rigel/Mouth-1" in moves["Vega/Mouth-2"].slots[0].values  # type: ignore[union-attr]


def test_options_offer_what_can_be_bought_upgraded_posted_and_left_and_nothing_else() -> None:
    state = position(
        """seats 3; alliances 1+2; stock 30 600 600 / 0 0 0 / 0 0 0; heroes 1 / - / -
at Vega: Aurum/Arden 1:1, Aurum/Borea 1:1, Aurum/Cyrene 1:1, Aurum/Doria 1:1
at Altair: Dross 2:1; at Rigel: Dross 3:1"""
    )
    orders = [template.order for template in sight.options(state, 1).templates]
    assert orders[0] == End()
    assert {type(order).__name__ for order in orders} == {"End", "Buy", "Upgrade", "Post", "Leave"}
    assert Upgrade("Vega/Aurum") in orders
    assert Leave() in orders
    assert sum(isinstance(order, Buy) for order in orders) == 4


def test_a_draft_of_a_purchase_can_grow_shrink_and_spread() -> None:
    state = position("seats 2; stock 50 99 99 / 0 0 0; at Vega: Brine 1:1, Cinder 1:1; at Altair: Dross 2:1")
    draft = sight.options(state, 1, Buy({"Vega/Brine": 2})).templates[0]
    assert draft.slots == (Range(("units", "Vega/Brine"), 1, 5), Range(("units", "Vega/Cinder"), 1, 3))


def test_a_draft_that_is_not_allowed_falls_back_to_ending_the_turn() -> None:
    state = position("seats 2; at Vega: Brine 1:1; at Altair: Dross 2:1")
    assert sight.options(state, 1, Buy({"Vega/Brine": 2})).templates[0].order == End()


def test_a_preview_shows_the_seats_own_belongings_before_and_after() -> None:
    state = position("seats 2; stock 50 99 99 / 0 0 0; at Vega: Brine 1:3; at Altair: Dross 2:1")
    bought = sight.preview(state, 1, Buy({"Vega/Brine": 2}))
    assert bought.stock == ((50, 99, 99), (30, 93, 93))
    assert bought.units == (3, 5)
    claimed = sight.preview(state, 1, Move("Vega/Brine", "Vega/Dross", 1))
    assert claimed.regions == (1, 2)
    assert claimed.income == ((0, 100, 0), (0, 100, 100))
    text = words.forecast(claimed, sight.view(state, 1))
    assert text.splitlines() == [
        "Income per round: now 0 population, 100 metals, 0 fuel; then 0 population, 100 metals, 100 fuel.",
        "Regions: now 1; then 2.",
    ]
    refused = sight.preview(state, 1, Buy({"Vega/Brine": 9}))
    assert [violation.code for violation in refused.violations] == ["cannot_pay"]
    assert refused.stock == ((50, 99, 99), (50, 99, 99))


@pytest.mark.rule("RS-C5")
def test_a_preview_of_an_attack_gives_odds_and_never_the_real_dice() -> None:
    state = position("seats 2; at Vega: Brine 1:9, Cinder 2:3; at Altair: Dross 2:1")
    order = Move("Vega/Brine", "Vega/Cinder", 8)
    preview = sight.preview(state, 1, order)
    odds = preview.odds
    assert odds is not None
    assert (odds.attacking, odds.defending) == (8, 3)
    assert sum(times for _, times in odds.attack_lost) == sum(times for _, times in odds.defence_lost) == odds.tries
    assert len(odds.attack_lost) > 1
    assert preview.units == (9, 9)
    assert sight.preview(state, 1, order) == preview
    assert "8 against 3: in 400 trials the place falls at once in " in words.forecast(preview, sight.view(state, 1))


@pytest.mark.rule("RS-C4")
def test_odds_reckon_with_the_end_of_the_round_and_with_earlier_attackers() -> None:
    odds = try_out(20, 10)
    assert odds.taken < odds.tries // 3
    assert odds.taken_later > odds.tries * 9 // 10
    alone, joined = try_out(3, 6), try_out(3, 6, earlier=12)
    assert alone.taken_later < alone.tries // 10
    assert joined.taken_later > joined.tries * 8 // 10


def test_odds_come_near_what_can_be_counted() -> None:
    """One against one, the attacker is higher in 45 of 100 cases."""
    odds = try_out(1, 1)
    assert 35 <= 100 * odds.taken // odds.tries <= 55


def test_odds_of_very_many_dice_are_still_given() -> None:
    odds = try_out(30_000, 20_000)
    assert odds.tries == 1
