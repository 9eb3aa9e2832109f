"""Orders and positions as text: they round-trip, and what is no notation is refused with one clear error."""

from __future__ import annotations

import json
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.errors import BadData, BadNotation
from armillary.core.match import AnyMatch
from armillary.games.kepler import rules, sight, words
from armillary.games.kepler.game import GAME
from armillary.games.kepler.model import FleetOrder, Orders, State
from armillary.games.kepler.presets import standard
from armillary.testing.strategies import spoilt_texts, spoilt_trees
from tests.games.kepler.strategies import any_match

OPENING = "turn 1; fleets 0:a,b / 9:a; map duel"
VIEW = sight.view(words.parse_state(OPENING), 1)

positions = any_match().map(lambda match: words.format_state(match.state))


def orders(*given: tuple[str, str | None]) -> Orders:
    return Orders(tuple(FleetOrder(fleet, to) for fleet, to in given))


# -- orders ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "1a-Sheliak, 1b holds",
        "1a-sheliak",
        "1A - 1; 1b hold",
        "1a to Sheliak\n1b stays",
        " 1b holds , 1a-1 ,",
        '1a-"1"',
    ],
)
def test_orders_may_be_typed_in_several_ways(text: str) -> None:
    assert words.parse_order(text, VIEW) == orders(("1a", "1"), ("1b", None))


STACK = sight.view(words.parse_state("turn 1; fleets 0:a,b,d 3:c / 9:a; map duel"), 1)


@pytest.mark.rule("KH-5.1")
@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("2 Vega-Lyra", {"1a": "3", "1b": "3"}),
        ("3 vega to lyra", {"1a": "3", "1b": "3", "1d": "3"}),
        ("1 Vega-Sheliak, 2 Vega - 2", {"1a": "1", "1b": "2", "1d": "2"}),
        ("2 Vega-Sheliak, 1a-Sulafat", {"1a": "2", "1b": "1", "1d": "1"}),
        ("2 Vega-Sheliak, 1b holds", {"1a": "1", "1d": "1"}),
        ('1 "0"-"1"', {"1a": "1"}),
        ('1 3-"Nowhere"', {"1c": "Nowhere"}),
    ],
)
def test_a_stack_is_made_of_the_first_fleets_without_an_order(text: str, moves: dict[str, str]) -> None:
    order = words.parse_order(text, STACK)
    assert [given.fleet for given in order.orders] == ["1a", "1b", "1c", "1d"]
    assert {given.fleet: given.to for given in order.orders if given.to} == moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4 Vega-Lyra", "^You have 3 fleets without an order in Vega, not 4"),
        ("2 Vega-Lyra, 2 Vega-Sulafat", "You have 1 fleet without an order in Vega, not 2"),
        ("1 Okab-Lyra", "You have 0 fleets without an order in Okab, not 1"),
        ("0 Vega-Lyra", "Write orders like '3 Vega-Lyra'"),
        ("2 Vegas-Lyra", "There is no region called 'Vegas'; did you mean Vega"),
    ],
)
def test_a_stack_that_is_not_there_says_what_is(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        words.parse_order(text, STACK)


@pytest.mark.rule("KH-5.1")
def test_lines_add_to_the_draft_and_the_last_word_for_a_fleet_counts() -> None:
    draft = None
    for line in ("1 Vega-Lyra", "1 Vega-Sheliak", "1a-Sulafat", "1b holds", "1c-Okab"):
        draft = words.parse_order(line, STACK, draft)
    assert draft == orders(("1a", "2"), ("1b", None), ("1c", "5"), ("1d", None))
    assert words.parse_order("hold", STACK, draft) == orders(("1a", None), ("1b", None), ("1c", None), ("1d", None))


def test_the_first_fleets_of_a_region_are_written_as_stacks() -> None:
    order = orders(("1a", "3"), ("1b", "3"), ("1c", "5"), ("1d", "1"))
    assert words.format_order(order, STACK) == "2 Vega-Lyra, 1d-Sheliak, 1c-Okab"
    order = orders(("1a", None), ("1b", "3"), ("1c", None), ("1d", "3"))
    assert words.format_order(order, STACK) == "1b-Lyra, 1d-Lyra"


def test_a_region_with_a_dash_in_its_name_can_be_left_by_a_stack() -> None:
    state = words.parse_state("turn 1; fleets 0:a,b / 9:a; map duel")
    map_ = state.setup.map
    dashed = replace(map_, regions=(replace(map_.regions[0], name="Vega-Lyra"), *map_.regions[1:]))
    view = sight.view(replace(state, setup=replace(state.setup, map=dashed)), 1)
    order = orders(("1a", "1"), ("1b", "1"))
    assert words.format_order(order, view) == '2 "0"-Sheliak'
    assert words.parse_order('2 "0"-Sheliak', view) == order
    assert words.parse_order('2 "Vega-Lyra"-Sheliak', view) == order


def test_a_region_with_a_comma_in_its_name_is_found_by_its_name_in_quotation_marks() -> None:
    state = words.parse_state(OPENING)
    map_ = state.setup.map
    named = replace(map_, regions=(map_.regions[0], replace(map_.regions[1], name="Deneb, outer"), *map_.regions[2:]))
    view = sight.view(replace(state, setup=replace(state.setup, map=named)), 1)
    assert words.parse_order('1a-"Deneb, outer"', view) == orders(("1a", "1"), ("1b", None))


@pytest.mark.rule("KH-5.1")
@pytest.mark.parametrize("text", ["hold", "Hold", "all hold", "1a holds"])
def test_fleets_that_are_not_named_hold(text: str) -> None:
    assert words.parse_order(text, VIEW) == rules.default_order(words.parse_state(OPENING), 1)


def test_regions_are_written_by_their_names() -> None:
    assert words.format_order(orders(("1a", "3"), ("1b", None)), VIEW) == "1a-Lyra"
    assert words.format_order(orders(("1a", "no, where")), VIEW) == '1a-"no, where"'


def test_holds_are_written_only_where_they_say_something() -> None:
    assert words.format_order(Orders(()), VIEW) == "hold"
    assert words.format_order(orders(("1a", None), ("1b", None)), VIEW) == "hold"
    assert words.format_order(orders(("1a", None), ("1a", "1"), ("2a", None)), VIEW) == "1a holds, 1a-Sheliak, 2a holds"


@pytest.mark.parametrize(
    "text",
    ["", " ", ",", "a1-Vega", "1a", "1a-", "-Vega", "1a flies", '1a-"Vega', "1a-Vega, nonsense"],
)
def test_what_is_no_order_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation) as bad:
        words.parse_order(text, VIEW)
    assert len(str(bad.value)) < 200


@settings(max_examples=100)
@given(st.text() | spoilt_texts(st.sampled_from(["1a-Vega, 1b holds", "2 Vega-Lyra"]), '12abVega-holds ,;\n"\\\u00b2'))
def test_any_text_is_an_order_or_bad_notation(text: str) -> None:
    try:
        order = words.parse_order(text, VIEW)
    except BadNotation:
        return
    assert words.parse_order(words.format_order(order, VIEW), VIEW) == order


@settings(max_examples=60)
@given(any_match().filter(lambda match: match.outcome is None), st.integers(0, 999))
def test_orders_round_trip(match: AnyMatch, number: int) -> None:
    for seat in match.to_act:
        view = sight.view(match.state, seat)
        order = GAME.hints.random_order(match.state, seat, FastDice(number))
        assert words.parse_order(words.format_order(order, view), view) == order


# -- positions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A section is missing: turn, fleets, map"),
        ("turn 1; map duel", "A section is missing: fleets"),
        (OPENING + "; extra 1", "There is no section 'extra'; sections are turn, fleets"),
        (OPENING + "; turn 1", "Section 'turn' appears twice"),
        (OPENING.replace("turn 1", "turn one"), "The turn must be a whole number, not 'one'"),
        (OPENING.replace("turn 1", "turn 9999999999999999"), "The turn must be a whole number"),
        (OPENING.replace("0:a,b", "a,b"), "Fleets come after their region"),
        (OPENING.replace("0:a,b", "0:A"), "A fleet is written a, or a>5@4"),
        (OPENING.replace("0:a,b", "0:a>5"), "A fleet is written a, or a>5@4"),
        (OPENING + "; dominance half", "Dominance must be a fraction like 2/5"),
        (OPENING + "; over boredom", "The game is over by dominance, elimination or turn_limit"),
        (OPENING + "; extensions {", "extensions"),
        (OPENING + '; extensions {"delay":"x"}', "extensions"),
        (OPENING.replace("duel", "{}"), "map"),
        (OPENING.replace("duel", "a=b"), "A link is written a-b"),
        (OPENING.replace("map duel", "map"), "A map is a name"),
        (OPENING + '"', "not understood from"),
        ("turn 1; fleets " + "/".join(["-"] * 101) + "; map duel", "at most 100 seats"),
    ],
)
def test_what_is_no_position_says_what_is_expected(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as bad:
        words.parse_state(text)
    assert message in str(bad.value)
    assert len(str(bad.value)) < 250


def check_state(state: State) -> None:
    """An impossible position is refused; a possible one can be played, shown and written down."""
    if rules.check_position(state):
        return
    assert words.parse_state(words.format_state(state)) == state
    for seat in (None, *range(1, state.setup.seats + 1)):
        assert words.describe(sight.view(state, seat))
    acting = rules.to_act(state)
    assert bool(acting) == (rules.outcome(state) is None)
    if acting:
        rules.resolve(state, {seat: GAME.hints.random_order(state, seat, FastDice(1)) for seat in acting}, FastDice(1))


@settings(max_examples=200)
@given(spoilt_texts(positions, 'turn fleetslostmap0123456789abc:;/,>@-+{}"\\ \n\u00e9'))
def test_a_position_with_a_slip_in_it_is_bad_notation_or_another_position(text: str) -> None:
    try:
        state = words.parse_state(text)
    except BadNotation:
        return
    check_state(state)


@given(st.text())
def test_any_text_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        words.parse_state(text)


@settings(max_examples=200)
@given(spoilt_trees(any_match().map(lambda match: codec.tree(match.state))).map(json.dumps))
def test_a_position_with_garbage_in_it_is_bad_data_or_judged(text: str) -> None:
    try:
        state: State = codec.decode(text, State)
    except BadData:
        return
    check_state(state)


@settings(max_examples=200)
@given(spoilt_trees(st.sampled_from([codec.tree(standard(seats)) for seats in (2, 3)])).map(json.dumps))
def test_a_config_with_garbage_in_it_is_bad_data_or_judged(text: str) -> None:
    try:
        config: Any = codec.decode(text, GAME.config)
    except BadData:
        return
    if not rules.check_config(config, 2):
        check_state(rules.start(config, 2, FastDice(0)).state)


@pytest.mark.parametrize(
    "text",
    [
        OPENING.replace("duel", "a-b " * 100_000),
        OPENING.replace("0:a,b", "0:" + ",".join(["a"] * 100_000)),
        '"' * 100_000,
        "turn 1; " * 100_000,
        " " * 2_000_000,
        OPENING + "; extensions " + "[" * 100_000,
    ],
    ids=["many links", "many fleets", "quotation marks", "many sections", "spaces", "brackets"],
)
def test_a_huge_text_is_refused_without_much_ado(text: str) -> None:
    begun = process_time()
    with pytest.raises(BadNotation):
        words.parse_state(text)
    assert process_time() - begun < 5


def test_huge_orders_are_refused_without_much_ado() -> None:
    state = words.parse_state(OPENING)
    with pytest.raises(BadNotation):
        words.parse_order("1a-Vega," * 100_000, VIEW)
    many = Orders((FleetOrder("1a"),) * 100_000)
    assert [fault.code for fault in rules.check(state, 1, many)] == ["out_of_bounds"]
    begun = process_time()
    assert words.format_order(many, VIEW).startswith("1a holds, 1a holds")
    assert process_time() - begun < 5


def test_an_unknown_region_gets_the_nearest_name_unless_it_is_quoted() -> None:
    with pytest.raises(BadNotation, match="There is no region called 'Sheliac'; did you mean Sheliak"):
        words.parse_order("2 Vega-Sheliac", VIEW)
    assert words.parse_order('1a-"Sheliac"', VIEW).orders[0].to == "Sheliac"


def test_orders_seen_from_nobodys_seat_tell_moves_and_leave_holds_out() -> None:
    state = words.parse_state("turn 1; fleets 0:a,b / 3:a,b; map duel")
    given = words.parse_order("1a-1", sight.view(state, 1))
    assert words.format_order(given, sight.view(state, None)) == "1a-Sheliak"
    assert words.format_order(rules.default_order(state, 2), sight.view(state, None)) == "hold"
