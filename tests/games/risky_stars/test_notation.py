"""Orders and positions as text: they round-trip, and what is no notation is refused with one clear error."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.errors import BadData, BadNotation
from armillary.core.match import AnyMatch
from armillary.games.risky_stars import rules, sight, words
from armillary.games.risky_stars.game import GAME
from armillary.games.risky_stars.model import Accept, Buy, Move, Place, Post, Propose, Recall, State, Upgrade
from armillary.testing.strategies import matches, spoilt_texts, spoilt_trees
from tests.games.risky_stars.strategies import played_matches, position

START = "seats 2; at Vega: Aurum/Arden 1:5; at Altair: Aurum/Arden 2:3"
VIEW = sight.view(position(START), 1)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("buy 5 @ Vega/Brine 3, Vega/Mouth-2 2", Buy({"Vega/Brine": 3, "Vega/Mouth-2": 2})),
        ("BUY 5 @ vega/brine", Buy({"Vega/Brine": 5})),
        ("  move  vega/aurum/arden>vega/MOUTH-2   4 ", Move("Vega/Aurum/Arden", "Vega/Mouth-2", 4)),
        ("move Vega/Brine > hollow 4", Move("Vega/Brine", "Izar/Hollow", 4)),
        ("move vega/brine > brine/north 4", Move("Vega/Brine", "Izar/Brine/North", 4)),
        ("upgrade Isle", Upgrade("Izar/Isle")),
        ("hero II > vega/aurum", Post(2, "Vega/Aurum")),
        ("hero 3 < Vega/Aurum", Recall(3, "Vega/Aurum")),
        ("ally 3", Propose(3)),
        ("accept 2", Accept(2)),
    ],
)
def test_orders_are_read_as_people_type_them(text: str, order: Any) -> None:
    assert words.parse_order(text, VIEW) == order


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "An order begins with"),
        ("attack Vega", "An order begins with"),
        ("buy", "buy 5 @"),
        ("buy 5 @ Vega/Brine 3", "5 units are bought, but 3 placed"),
        ("buy 4 @ Vega/Brine 2, Vega/Brine 2", "named twice"),
        ("buy 4 @ Vega/Brine, Vega/Cinder", "Write it like"),
        ("move Vega/Brine Vega/Cinder 4", "Write it like"),
        ("move Vega/Brine > Vega/Cinder", "Write it like"),
        ("move Vega/Brine > Vega/Cinder -4", "Write it like"),
        ("move Vega/Brine > Vega/Cinder 4000000000", "Write it like"),
        ("hero 4 > Vega/Aurum", "Write it like"),
        ("upgrade", "Write it like"),
        ("upgrade \x1b[31m", "Write it like"),
        ("ally two", "Write it like"),
        ("end now", "Write it like"),
        ("move " + "x" * 30_000, "too long"),
    ],
)
def test_what_is_no_order_is_refused_with_an_example(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        words.parse_order(text, VIEW)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("move Vega/Brin > Vega/Cinder 4", "no place called 'Vega/Brin'; did you mean Vega/Brine"),
        (
            "move Vega/Brine > Cinder 4",
            "'Cinder' could mean Vega/Cinder, Altair/Cinder or Izar/Cinder; type more of the name.",
        ),
        ("buy 2 @ vega/mouth2", "no place called 'vega/mouth2'; did you mean Vega/Mouth-2"),
        ("upgrade Vega/Orum", "no body called 'Vega/Orum'; did you mean Vega/Aurum"),
        ("hero 2 > Vega/Mouth-1", "no body called 'Vega/Mouth-1'; did you mean"),
    ],
)
def test_a_name_that_is_not_on_the_map_brings_the_nearest_ones(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        words.parse_order(text, VIEW)


AT_HOME = """seats 2; stock 900 900 900 / 0 0 0; heroes 2 / -
at Vega: Aurum/Arden 1:5, Aurum/Borea 1:2, Aurum/Cyrene 1:1, Aurum/Doria 1:1, Brine 1:4; at Altair: Aurum/Arden 2:3"""


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("move Arden > Borea 4", Move("Vega/Aurum/Arden", "Vega/Aurum/Borea", 4)),
        ("move Brine > Mouth-2 3", Move("Vega/Brine", "Vega/Mouth-2", 3)),
        ("buy 5 @ Arden 2, Brine 3", Buy({"Vega/Aurum/Arden": 2, "Vega/Brine": 3})),
        ("buy 5000 @ Arden", Buy({"Vega/Aurum/Arden": 5000})),
        ("upgrade Aurum", Upgrade("Vega/Aurum")),
        ("hero 2 > aurum", Post(2, "Vega/Aurum")),
    ],
)
def test_of_several_places_of_a_name_the_one_that_is_allowed_now_is_meant(text: str, order: Any) -> None:
    view = sight.view(position(AT_HOME), 1)
    assert words.parse_order(text, view) == order
    assert words.parse_order(words.format_order(order, view), view) == order


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("move Vega/Aurum/Arden > Mouth-9 4", "no place called 'Mouth-9'"),
        (
            "move Arden > Brine 9",
            "'Arden' could mean Vega/Aurum/Arden, Altair/Aurum/Arden or Izar/Aurum/Arden; type more",
        ),
        ("buy 1 @ Cinder", "'Cinder' could mean Vega/Cinder, Altair/Cinder or Izar/Cinder; type more of the name."),
        (
            "hero 2 < Aurum",
            "'Aurum' could mean Vega/Aurum, Altair/Aurum, Rigel/Aurum, .* or Izar/Aurum; type more of the name.",
        ),
    ],
)
def test_where_no_reading_is_allowed_all_of_them_are_named(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        words.parse_order(text, sight.view(position(AT_HOME), 1))


def test_where_several_readings_are_allowed_only_those_are_named() -> None:
    both = AT_HOME.replace("Altair: Aurum/Arden 2:3", "Altair: Aurum/Arden 1:3, Brine 2:3")
    with pytest.raises(BadNotation, match="'Arden' could mean Vega/Aurum/Arden or Altair/Aurum/Arden; type"):
        words.parse_order("buy 2 @ Arden", sight.view(position(both), 1))
    three = both.replace("seats 2", "seats 3").replace("/ 0 0 0;", "/ 0 0 0 / 0 0 0;").replace("2 / -", "2 / - / -")
    three += "; at Rigel: Aurum/Arden 3:2"
    with pytest.raises(BadNotation, match="'Arden' could mean Vega/Aurum/Arden or Altair/Aurum/Arden; type"):
        words.parse_order("buy 2 @ Arden", sight.view(position(three), 1))


def test_a_whole_name_means_itself_even_where_it_is_not_allowed() -> None:
    view = sight.view(position(AT_HOME), 1)
    assert words.parse_order("move Altair/Aurum/Arden > Vega/Brine 2", view) == Move(
        "Altair/Aurum/Arden", "Vega/Brine", 2
    )


def test_a_spectator_may_write_whole_names_only() -> None:
    with pytest.raises(BadNotation, match="could mean"):
        words.parse_order("move Arden > Vega/Brine 2", sight.view(position(AT_HOME), None))


@pytest.mark.rule("RS-V2")
@pytest.mark.rule("RS-E3")
@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (Move("Vega/Atlantis", "Nowhere", 4), ["unknown_place", "unknown_place"]),
        (Buy({"Nowhere": 0}), ["unknown_place", "out_of_bounds"]),
        (Buy({f"Nowhere {i}": 1 for i in range(20_000)}), ["out_of_bounds"]),
        (Upgrade("Vega/Atlantis"), ["unknown_body"]),
        (Recall(1, "Vega/Atlantis"), ["unknown_body"]),
    ],
)
def test_the_rules_too_refuse_names_that_are_not_on_the_map(order: Any, codes: list[str]) -> None:
    assert [violation.code for violation in rules.check(position(START), 1, order)] == codes


def test_a_purchase_adds_to_a_draft_of_one_and_other_orders_take_its_place() -> None:
    draft = Buy({"Vega/Brine": 3, "Vega/Cinder": 1})
    more = words.parse_order("buy 6 @ Vega/Brine 4, Vega/Dross 2", VIEW, draft)
    assert more == Buy({"Vega/Brine": 4, "Vega/Cinder": 1, "Vega/Dross": 2})
    assert words.parse_order("ally 2", VIEW, draft) == Propose(2)
    assert words.parse_order("buy 1 @ Vega/Brine", VIEW, Propose(2)) == Buy({"Vega/Brine": 1})


@settings(max_examples=100, deadline=None)
@given(matches(GAME, most_turns=60).filter(lambda match: match.outcome is None), st.integers(0, 999))
def test_orders_and_positions_come_back_as_they_went(match: AnyMatch, number: int) -> None:
    state = match.state
    view = sight.view(state, state.turn.seat)
    order = GAME.hints.random_order(state, state.turn.seat, FastDice(number))
    assert words.parse_order(words.format_order(order, view), view) == order
    assert words.parse_state(words.format_state(state)) == state


ORDERS = st.sampled_from(
    [
        "buy 5 @ Vega/Brine 3, Vega/Mouth-2 2",
        "move Vega/Aurum/Arden > Vega/Brine 2",
        "hero 2 > Vega/Aurum",
        "upgrade Vega/Aurum",
        "ally 2",
    ]
)


@settings(max_examples=300)
@given(spoilt_texts(ORDERS, "0159 @><,/-Vega\n\x1b\u202e") | st.text(max_size=40))
def test_a_slip_in_an_order_is_bad_notation_or_an_order_that_is_judged(text: str) -> None:
    try:
        order = words.parse_order(text, VIEW)
    except BadNotation:
        return
    state = position(START)
    for violation in rules.check(state, 1, order):
        assert words.explain(violation)


FULL = words.format_state(
    position(
        """seats 3; round 4; turn 1; alliances 1+2; truces 1-3:5; proposals 3>1+2:3; proposed 3
stock 1 2 3 / 4 5 6 / 7 8 9
heroes 1@Vega/Brine 2* / - / 3; levels Vega/Brine 2; allotments 4 5 -; claimed Sadr/Dross; deck 1 1 2 2 3 3 1 1 2
launched Vega/Cinder; arrived Vega/Aurum/Arden 1; config {"max_rounds":20}
at Vega: Brine 1:2, Aurum/Arden 1:3 +2:4<Vega/Mouth-1 ^1:2 !3:5<Rigel/Mouth-1, Cinder 1:1
at Altair: Dross 2:2; at Rigel: Dross 3:1"""
    )
)


def test_a_position_with_everything_in_it_is_possible_and_comes_back() -> None:
    state = position(FULL)
    assert rules.check_position(state) == ()
    assert words.format_state(state) == FULL


@settings(max_examples=400, deadline=None)
@given(spoilt_texts(st.just(FULL), "0123459 +^!<>:;,/-*@\nVa"))
def test_a_slip_in_a_position_is_bad_notation_or_a_position_that_is_judged(text: str) -> None:
    try:
        state = words.parse_state(text)
    except BadNotation:
        return
    judge_and_play(state)


def judge_and_play(state: State) -> None:
    """An impossible position is explained; a possible one is shown, told and played on."""
    if violations := rules.check_position(state):
        assert all(words.explain(violation) for violation in violations)
        return
    assert words.parse_state(words.format_state(state)) == state
    dice = FastDice(0)
    for _ in range(6):
        for seat in rules.to_act(state):
            view = sight.view(state, seat)
            assert words.describe(view)
            order = GAME.hints.random_order(state, seat, dice)
            assert words.forecast(sight.preview(state, seat, order), view)
            state = rules.resolve(state, {seat: order}, dice).state
    assert rules.check_position(state) == ()


@settings(max_examples=250, deadline=None)
@given(spoilt_trees(st.just(codec.tree(position(FULL)))))
def test_a_spoilt_state_is_bad_data_or_judged_and_played(tree: Any) -> None:
    try:
        state: State = codec.convert(tree, State)
    except BadData:
        return
    judge_and_play(state)


@settings(max_examples=40, deadline=None)
@given(played_matches(60))
def test_a_position_on_a_shipped_map_needs_no_map(match: AnyMatch) -> None:
    text = words.format_state(match.state)
    assert "\nmap" not in text
    assert len(text) < 8_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A section is missing: seats"),
        ("seats 9", "Seats must be 2 to 6, not 9"),
        ("seats 2; seats 2", "Section 'seats' appears twice"),
        ("seats 2; fleet 3", "There is no section 'fleet'; sections are seats, map"),
        ("seats 2; at Nowhere: X 1:1", "There is no system"),
        ("seats 2; at Vega: Nowhere 1:1", "There is no place"),
        ("seats 2; at Vega: Brine", "needs one possessor"),
        ("seats 2; at Vega: Brine 1:1 2:2", "needs one possessor"),
        ("seats 2; at Vega: Brine 1:1, Brine 1:1", "twice"),
        ("seats 2; at Vega: Brine many", "An army is"),
        ("seats 2; stock 1 2 / 3 4 5", "A stock is"),
        ("seats 2; heroes x / -", "A hero is"),
        ("seats 2; truces 1+2", "A truce is"),
        ("seats 2; proposals 1-2", "A proposal is"),
        ("seats 2; end soon", "An end is"),
        ("seats 2; levels Vega/Nowhere 2", "There is no body"),
        ('seats 2; config {"speed":1}', "speed"),
        ("seats 2; map {}", "map"),
        ("seats 2; round " + "9" * 5000, "whole number"),
        ("x" * 2_000_000, "at most 1000000 characters"),
    ],
)
def test_what_is_no_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        words.parse_state(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{START}; round 41", "out_of_bounds"),
        (f"{START}; turn 3", "no_such_seat"),
        (f"{START}; out 1", "out_does_not_fit"),
        ("seats 2", "nobody_left"),
        ("seats 2; turn 2; at Vega: Brine 1:1", "turn_of_a_seat_that_is_out"),
        ("seats 2; stock 0 0 0 / 5 0 0; at Vega: Brine 1:1", "out_with_belongings"),
        ("seats 3; at Vega: Brine 1:1 +2:1; at Rigel: Dross 3:1", "impossible_guests"),
        ("seats 3; alliances 1+2; at Vega: Brine 1:1 !2:1; at Rigel: Dross 3:1", "impossible_attackers"),
        ("seats 2; at Vega: Brine 1:1 ^1:1; at Altair: Dross 2:1", "reinforcements_without_combat"),
        ("seats 2; at Vega: Brine 1:0; at Altair: Dross 2:1", "possession_without_army"),
        ("seats 2; at Vega: Brine 0:3; at Altair: Dross 2:1", "army_at_nobodys_place"),
        ("seats 2; at Vega: Brine 1:9999999; at Altair: Dross 2:1", "out_of_bounds"),
        (f"{START}; levels Vega/Aurum 1", "upgraded_and_not_owned"),
        (f"{START}; levels Vega/Dross 9", "out_of_bounds"),
        (f"{START}; heroes 1@Vega/Dross / -", "impossible_heroes"),
        (f"{START}; heroes - / 1*", "impossible_heroes"),
        (f"{START}; deck 1", "impossible_deck"),
        (f"{START}; claimed Vega/Dross", "impossible_claims"),
        (f"{START}; truces 1-2:9", "impossible_truces"),
        (f"{START}; proposals 1>2:1+2", "impossible_proposal"),
        (f"{START}; proposals 1>2:1, 2>1:2", "proposal_twice"),
        (f"{START}; alliances 2+1", "impossible_alliances"),
        (f"{START}; alliances 1+1", "impossible_alliances"),
        (f"{START}; alliances 1", "impossible_alliances"),
        (
            "seats 3; alliances 1+3, 2+3; at Vega: Brine 1:1; at Altair: Dross 2:1; at Rigel: Dross 3:1",
            "impossible_alliances",
        ),
        (f"{START}; arrived Vega/Aurum/Arden 9", "impossible_arrivals"),
        (f"{START}; launched Vega/Brine, Vega/Brine", "impossible_launches"),
        (f"{START}; proposed 1", "impossible_proposals_made"),
        (f"{START}; stock 99999999999 0 0 / 0 0 0", "out_of_bounds"),
        (f"{START}; stock 0 0 0", "wrong_number_of_entries"),
        (f"{START}; end conquest", "end_reason_does_not_fit"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, code: str) -> None:
    violations = rules.check_position(position(text))
    assert code in [violation.code for violation in violations]
    assert all(words.explain(violation) for violation in violations)


def test_a_frame_that_does_not_fit_is_refused_before_anything_is_computed() -> None:
    state = position(START)
    tree = codec.tree(state)
    tree["setup"]["seats"] = 6
    assert rules.check_position(codec.convert(tree, State))
    tree = codec.tree(state)
    tree["places"] = [codec.tree(Place())]
    assert [v.code for v in rules.check_position(codec.convert(tree, State))] == ["wrong_number_of_entries"]
