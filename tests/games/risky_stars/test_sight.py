"""Who may know what in Risky Stars, what is offered, and what a preview promises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.options import Range, Remove, change
from armillary.games.risky_stars import rules, sight, words
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import Buy, CurrentTurn, End, Leave, Move, Place, Post, State, Upgrade
from armillary.games.risky_stars.rules.turn import ahead
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
    spread = sight.options(state, 1, Buy({"Vega/Brine": 2, "Vega/Cinder": 1})).templates[0]
    assert Remove(("units", "Vega/Brine")) in spread.slots
    assert change(spread.order, Remove(("units", "Vega/Brine"))) == Buy({"Vega/Cinder": 1})


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
        "Income per round: 0 population, 100 metals, 0 fuel, then 0 population, 100 metals, 100 fuel",
        "Regions: 1, then 2",
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


# -- what a board is drawn from ----------------------------------------------------------------------------

PLANET = "Aurum/Arden 1:1, Aurum/Borea 1:1, Aurum/Cyrene 1:1, Aurum/Doria 1:1"


def test_the_chart_names_every_place_and_body_and_says_where_lanes_lead() -> None:
    state = position("seats 2; at Vega: Brine 1:3; at Altair: Dross 2:1")
    chart = sight.view(state, None).setup
    assert len(chart.spots) == len(chart.map.systems)
    assert len(chart.sites) == len(state.places)
    assert len(chart.bodies) == len(state.levels)
    for number, site in enumerate(chart.sites):
        assert site.name.startswith(chart.map.systems[site.system].name)
        if site.across is None:
            assert site.body is not None
            assert site.name.startswith(chart.bodies[site.body].name)
        else:
            assert site.body is None
            assert chart.sites[site.across].across == number
    brine = next(body for body in chart.bodies if body.name == "Vega/Brine")
    assert (brine.kind, brine.resource) == ("planetoid", 1)


def test_a_view_says_what_everybody_has_and_could_buy() -> None:
    view = sight.view(position("seats 2; stock 50 99 99 / 0 0 0; at Vega: Brine 1:3; at Altair: Dross 2:1"), None)
    assert view.income == ((0, 100, 0), (0, 0, 100))
    assert view.affordable == (5, 0)
    assert (view.regions, view.units) == ((1, 1), (3, 1))


@pytest.mark.rule("RS-E3", "RS-E4")
def test_a_view_says_what_every_upgrade_of_ones_own_costs_and_brings() -> None:
    state = position(f"seats 2; heroes 2@Vega/Aurum / -; levels Vega/Brine 3; at Vega: {PLANET}, Brine 1:1, Cinder 1:1")
    state = replace(state, places=(*state.places[:-1], Place(2, 1)), out=())
    shown = {state_body(state, prospect.body): prospect for prospect in sight.view(state, 1).prospects}
    assert list(shown) == ["Vega/Aurum", "Vega/Cinder"]
    planet = shown["Vega/Aurum"]
    assert (planet.level, planet.price, planet.income) == (1, (0, 500, 500), (500, 550))
    assert planet.rounds == 20
    assert shown["Vega/Cinder"].income == (100, 110)
    rich = replace(state, stocks=((900, 900, 900), (0, 0, 0)))
    upgraded = rules.resolve(rich, {1: Upgrade("Vega/Aurum")}, FastDice(0)).state
    gained = [view.income[0][0] for view in (sight.view(rich, 1), sight.view(upgraded, 1))]
    assert tuple(gained) == planet.income
    assert sight.view(state, 2).prospects == sight.view(state, None).prospects == ()


def state_body(state: State, body: int) -> str:
    return tables_of(state.setup.map).bodies[body]


def test_places_are_sent_without_what_is_not_there() -> None:
    state = position("seats 2; at Vega: Brine 1:3; at Altair: Dross 2:1")
    sent = codec.tree(sight.view(state, 1))["places"]
    assert [place for place in sent if place] == [{"possessor": 1, "units": 3}, {"possessor": 2, "units": 1}]
    assert sight.sample_world(sight.view(state, 1), FastDice(0)).places == state.places


# -- planning ahead ----------------------------------------------------------------------------------------


@pytest.mark.rule("RS-R2")
def test_a_turn_planned_ahead_is_a_fresh_one_on_the_board_as_it_is() -> None:
    state = position("seats 3; turn 1; stock 50 99 99 / 50 99 99 / 0 0 0; at Vega: Brine 1:3; at Altair: Dross 2:4")
    moved = rules.resolve(state, {1: Move("Vega/Brine", "Vega/Cinder", 1)}, FastDice(0)).state
    planned = ahead(moved, 2)
    assert rules.to_act(planned) == (2,)
    assert planned.turn == CurrentTurn(2)
    assert (planned.places, planned.stocks) == (moved.places, moved.stocks)
    assert not rules.check(planned, 2, Buy({"Altair/Dross": 5}))
    assert ahead(moved, 1) == moved
    assert moved.out == (3,)
    assert ahead(moved, 3) == moved


@pytest.mark.rule("RS-R2")
def test_heroes_sent_in_the_present_turn_do_not_make_a_plan_impossible() -> None:
    state = position(f"seats 2; turn 1; heroes 1 / 1; at Vega: {PLANET}; at Altair: Dross 2:4")
    posted = rules.resolve(state, {1: Post(1, "Vega/Aurum")}, FastDice(0)).state
    assert rules.check_position(ahead(posted, 2)) == ()
