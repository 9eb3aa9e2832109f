"""Who may know what in Kepler's Horizon, what is offered, and what a preview promises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.options import Choice, Remove
from armillary.games.kepler import rules, sight, words
from armillary.games.kepler.model import Config, Fleet, FleetOrder, Journey, Map, Orders, Region, State
from tests.games.kepler.strategies import any_match


@settings(max_examples=40)
@given(any_match(), st.integers(0, 999))
def test_every_view_tells_the_whole_state_and_nothing_of_it_is_guessed(match: AnyMatch, number: int) -> None:
    for seat in (None, *match.seats):
        assert sight.sample_world(sight.view(match.state, seat), FastDice(number)) == match.state


def test_everybody_sees_the_same_but_for_their_own_seat() -> None:
    state = words.parse_state("turn 1; fleets 0:a,b / 3:a; map duel")
    views = [sight.view(state, seat) for seat in (None, 1, 2)]
    assert [view.seat for view in views] == [None, 1, 2]
    assert len({words.describe(view).replace(" (you)", "") for view in views}) == 1


@pytest.mark.rule("KH-6.1")
def test_options_offer_every_fleet_its_links_and_to_hold() -> None:
    state = words.parse_state("turn 1; fleets a:a b:b / d:a; map a-b b-c c-d")
    (template,) = sight.options(state, 1).templates
    assert template.order == rules.default_order(state, 1)
    assert template.slots == (
        Choice(("orders", 0, "to"), (None, "b")),
        Choice(("orders", 1, "to"), (None, "a", "c")),
    )


def test_a_draft_that_is_refused_falls_back_to_holding() -> None:
    state = words.parse_state("turn 1; fleets a:a / d:a; map a-b b-c c-d")
    stolen = Orders((FleetOrder("2a", "c"),))
    assert sight.options(state, 1, stolen).templates[0].order == rules.default_order(state, 1)


@pytest.mark.rule("KH-11.5")
def test_a_view_shows_how_the_links_of_its_turn_differ_from_the_map() -> None:
    switched_on = '{"dynamic_topology":true}'
    before, after = (
        sight.view(words.parse_state(f"turn {turn}; fleets 3:a / 6:a; extensions {switched_on}; map duel+"), None)
        for turn in (4, 5)
    )
    assert (before.opened, before.closed) == ((), ())
    assert (after.opened, after.closed) == ((), (("4", "5"),))


@pytest.mark.rule("KH-9.1")
def test_a_view_says_how_many_regions_win_and_how_large_the_map_is() -> None:
    seen = sight.view(words.parse_state("turn 1; fleets 0:a,b / 3:a; map duel"), 1)
    assert seen.setup.needed == 5
    assert seen.setup.match.map.name == "duel"
    assert sight.view(words.parse_state("turn 1; fleets 0:a / 3:a; dominance -; map duel"), 1).setup.needed is None


@pytest.mark.rule("KH-11.1")
def test_fleets_under_way_say_when_they_arrive() -> None:
    state = words.parse_state('turn 2; fleets a:a>b@3 / d:a; extensions {"delay":1}; map a-b b-c c-d')
    assert sight.view(state, 2).fleets[0] == (Fleet("1a", "a", Journey("b", 3)),)


def test_orders_are_labelled_by_fleets_and_names_of_regions() -> None:
    state = words.parse_state("turn 1; fleets 0:a,b / 3:a; map duel")
    view = sight.view(state, 1)
    (whole,) = words.label(sight.options(state, 1), view).templates
    assert whole.label == "Order your fleets"
    assert [slot.label for slot in whole.slots] == ["Fleet 1a in Vega", "Fleet 1b in Vega"]
    assert all(isinstance(slot, Choice) and slot.labels[:2] == ("hold", "Sheliak") for slot in whole.slots)
    (part,) = words.label(sight.options(state, 1, Orders((FleetOrder("1b", "1"),))), view).templates
    assert [slot.label for slot in part.slots] == [
        "Fleet 1b in Vega",
        "Take back the order of fleet 1b",
        "Order another fleet",
    ]
    assert part.slots[1] == Remove(("orders", 0), "Take back the order of fleet 1b")
    assert isinstance(part.slots[2], Choice)
    assert part.slots[2].labels[:2] == ("1a in Vega: hold", "1a in Vega: Sheliak")


def test_regions_of_the_same_name_are_told_apart_by_their_ids() -> None:
    regions = tuple(Region(name, "Twin", x, 0) for x, name in enumerate("abc"))
    map_ = Map("", regions, (("a", "b"), ("a", "c")), (("a",), ("c",)), 1)
    state = rules.start(Config(map_), 2, FastDice(0)).state
    (template,) = words.label(sight.options(state, 1), sight.view(state, 1)).templates
    (slot,) = template.slots
    assert slot == Choice(
        ("orders", 0, "to"), (None, "b", "c"), "Fleet 1a in Twin [a]", ("hold", "Twin [b]", "Twin [c]")
    )


@pytest.mark.rule("KH-5.2")
def test_a_preview_shows_where_all_would_be_if_the_others_held() -> None:
    state: State = words.parse_state("turn 1; fleets 0:a,b / 3:a,b 4:c; map duel")
    order: Orders = words.parse_order("1a-1", sight.view(state, 1))
    before = sight.preview(state, 1, order)
    assert before.occupancy == {"1": ("1a",), "0": ("1b",), "3": ("2a", "2b"), "4": ("2c",)}
    assert (before.conflicts, before.scores, before.violations) == ((), (2, 2), ())
    assert words.forecast(before, sight.view(state, 1)).splitlines() == [
        "You gain Sheliak. You hold 2 regions.",
        "That is if everybody else holds.",
    ]


def test_a_preview_shows_conflicts_with_those_who_hold() -> None:
    state = words.parse_state("turn 1; fleets 1:a,b / 3:a,b 4:c; map duel")
    foreseen = sight.preview(state, 1, words.parse_order("1a-3", sight.view(state, 1)))
    assert foreseen.conflicts == ("3",)
    assert foreseen.occupancy == {"1": ("1b",), "4": ("2c",)}
    assert words.forecast(foreseen, sight.view(state, 1)).splitlines() == [
        "You hold 1 region.",
        "Fleets meet in Lyra: you lose 1 fleet and Player 2 loses 2 fleets.",
        "Player 2 loses Lyra and holds 1 region.",
        "That is if everybody else holds.",
    ]


def test_a_forecast_begins_with_what_would_be_lost() -> None:
    state: State = words.parse_state("turn 1; fleets 0:a 3:b / 6:a; map duel")
    view = sight.view(state, 1)
    emptied = words.forecast(sight.preview(state, 1, words.parse_order("1b-4", view)), view)
    assert emptied.splitlines()[0] == "You lose Lyra and gain Albireo. You hold 2 regions."
    held = words.forecast(sight.preview(state, 1, words.parse_order("hold", view)), view)
    assert held.splitlines() == ["You hold 2 regions.", "That is if everybody else holds."]


@pytest.mark.rule("KH-7.2")
def test_a_contested_region_is_controlled_by_nobody() -> None:
    seen = sight.view(words.parse_state("turn 1; fleets a:a b:b / b:a c:b; map a-b b-c"), None)
    assert (seen.control, seen.scores) == ({"a": 1, "c": 2}, (1, 1))


def test_a_preview_leaves_out_what_is_refused_and_shows_the_rest() -> None:
    state = words.parse_state("turn 1; fleets 1:a / 3:a; map duel")
    foreseen = sight.preview(state, 1, words.parse_order("1a-0, 2a-4", sight.view(state, 1)))
    assert [fault.code for fault in foreseen.violations] == ["not_yours"]
    assert foreseen.occupancy == {"0": ("1a",), "3": ("2a",)}


def test_a_preview_of_far_too_many_orders_shows_everybody_holding() -> None:
    state = words.parse_state("turn 1; fleets 1:a / 3:a; map duel")
    foreseen = sight.preview(state, 1, Orders((FleetOrder("1a", "0"),) * 5000))
    assert [fault.code for fault in foreseen.violations] == ["out_of_bounds"]
    assert foreseen.occupancy == {"1": ("1a",), "3": ("2a",)}
