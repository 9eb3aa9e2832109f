"""What is seen in Territory, what the options offer, and what a preview shows."""

from __future__ import annotations

from operator import add
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.options import Choice, Range, Remove, Slot, Text
from armillary.games.territory import rules, sight, words
from armillary.games.territory.model import Arrival, Command, Commands, Declare, State
from tests.games.territory.strategies import any_match_not_over, any_match_with_declarations, random_orders, resolved

GRID = "map 1:5 * 2:4 . / . . . . / . . . . / . . . 3:6"
COMMANDING = words.parse_state(f"round 2; phase 0; seats 3; config map_size=4 declaration_count=0; {GRID}; plans -")
DECLARING = words.parse_state(f"round 2; phase 0; seats 3; config map_size=4 max_plan_length=9; {GRID}; plans -")


def commands(text: str) -> Commands:
    order = words.parse_order(text, sight.view(COMMANDING, 1))
    assert isinstance(order, Commands)
    return order


@pytest.mark.rule("TR-13")
@settings(max_examples=40)
@given(any_match_with_declarations.filter(lambda match: match.outcome is None), st.integers(0, 999))
def test_only_what_is_not_revealed_yet_is_secret(match: AnyMatch, number: int) -> None:
    seat = match.to_act[0]
    order = random_orders(match.state, number)[seat]
    submitted = match.submit(seat, order)
    assert submitted.table(seat).pending == order
    for other in (*match.seats, None):
        assert submitted.table(other).view == match.table(other).view
        assert sight.view(match.state, other).board == match.state
        assert other == seat or submitted.table(other).pending is None


def test_a_view_is_a_world() -> None:
    assert sight.sample_world(sight.view(COMMANDING, 2), FastDice(0)) == COMMANDING


@pytest.mark.rule("TR-10")
def test_a_view_counts_squares_and_units_and_shows_what_every_square_will_produce() -> None:
    grid = "map 1:5 * 2:21 . / 1:20* 1:21* . . / . . . . / . . . 3:6"
    state = words.parse_state(f"round 2; phase 0; seats 3; config map_size=4 declaration_count=0; {grid}; plans -")
    seen = sight.view(state, 1)
    assert (seen.squares, seen.armies) == ((3, 1, 1), (46, 21, 6))
    assert seen.production == (1, 0, 0, 0, 2, *[0] * 10, 1)
    after = resolved(state, dict.fromkeys(rules.to_act(state), Commands()))
    assert after.units == tuple(map(add, seen.units, seen.production))


def slots(state: State, draft: Declare | Commands | None = None) -> dict[tuple[Any, ...], Slot]:
    (template,) = sight.options(state, 1, draft).templates
    return {slot.path: slot for slot in template.slots}


@pytest.mark.rule("TR-4")
def test_a_declaration_may_be_any_text_up_to_its_length() -> None:
    assert slots(DECLARING) == {("text",): Text(("text",), 9)}


@pytest.mark.rule("TR-7")
def test_options_offer_what_earlier_commands_leave() -> None:
    added = slots(COMMANDING)["commands", 0]
    assert added == Choice(("commands", 0), (Command(0, 0, "D", 5), Command(0, 0, "R", 5)))
    drafted = slots(COMMANDING, commands("0,0,R,3"))
    assert drafted["commands", 0] == Remove(("commands", 0))
    assert drafted["commands", 0, "units"] == Range(("commands", 0, "units"), 1, 5)
    assert drafted["commands", 1] == Choice(("commands", 1), (Command(0, 0, "D", 2), Command(0, 0, "R", 2)))
    assert ("commands", 1) not in slots(COMMANDING, commands("0,0,R,5"))


def test_commands_are_labelled_as_people_would_say_them() -> None:
    options = sight.options(COMMANDING, 1, commands("0,0,R,1; 0,0,D,2"))
    (template,) = words.label(options, sight.view(COMMANDING, 1)).templates
    labels = {slot.path: slot.label for slot in template.slots}
    values = {slot.path: slot.labels for slot in template.slots if isinstance(slot, Choice)}
    assert template.label == "Give commands"
    assert labels["commands", 1] == "Take back command 2"
    assert labels["commands", 1, "units"] == "Command 2, units"
    assert (labels["commands", 1, "x"], values["commands", 1, "x"]) == ("Command 2, column", ("(0,0)",))
    assert values["commands", 0, "direction"] == ("down", "right", "down (written d)", "right (written r)")
    assert labels["commands", 2] == "Add a command"
    assert values["commands", 2] == ("2 units down from (0,0)", "2 units right from (0,0)")
    (declaring,) = words.label(sight.options(DECLARING, 1), sight.view(DECLARING, 1)).templates
    assert (declaring.label, [slot.label for slot in declaring.slots]) == ("Declare a plan", ["Plan"])


@pytest.mark.rule("TR-5")
def test_nothing_is_offered_after_the_last_command_that_counts() -> None:
    full = slots(COMMANDING, commands("0,0,R,1; 0,0,R,1; 0,0,D,1"))
    assert ("commands", 3) not in full
    assert full["commands", 2, "units"] == Range(("commands", 2, "units"), 1, 3)


def test_a_draft_with_a_fault_is_answered_with_the_default() -> None:
    (template,) = sight.options(COMMANDING, 1, commands("0,0,L,1")).templates
    assert template.order == rules.default_order(COMMANDING, 1) == Commands()


@pytest.mark.rule("TR-7", "TR-9")
def test_a_preview_shows_what_would_stand_where_if_nobody_else_moved() -> None:
    shown = sight.preview(COMMANDING, 1, commands("0,0,R,9; 0,0,D,1"))
    assert [(fault.code, fault.weight) for fault in shown.violations] == [
        ("more_than_available", "altered"),
        ("nothing_left", "void"),
    ]
    assert shown.marches == (Command(0, 0, "R", 5),)
    assert shown.arrivals == (Arrival(0, 0, 0, 0), Arrival(1, 0, 1, 5))


@pytest.mark.rule("TR-4")
def test_a_preview_shows_a_declaration_as_everybody_would_read_it() -> None:
    assert sight.preview(DECLARING, 1, Declare("I go north today")).text == "I go nort"
    assert sight.preview(DECLARING, 1, Declare(" ")).text == "no plan"


def test_a_preview_in_the_wrong_phase_shows_only_that() -> None:
    shown = sight.preview(DECLARING, 1, commands("0,0,R,1"))
    assert [fault.code for fault in shown.violations] == ["wrong_phase"]
    assert (shown.text, shown.marches, shown.arrivals) == (None, (), ())


@settings(max_examples=40)
@given(any_match_not_over, st.integers(0, 999))
def test_a_preview_is_what_happens_when_nobody_else_moves(match: AnyMatch, number: int) -> None:
    config = msgspec.structs.replace(match.state.setup.config, base_production=0, resource_production=0)
    setup = msgspec.structs.replace(match.state.setup, config=config)
    state: State = msgspec.structs.replace(match.state, setup=setup)
    seat = rules.to_act(state)[0]
    order = random_orders(state, number)[seat]
    after = resolved(state, {**{other: Commands() for other in rules.to_act(state)}, seat: order})
    arrivals = {square.y * config.map_size + square.x: square for square in sight.preview(state, seat, order).arrivals}
    for square, owner in enumerate(after.owners):
        expected = arrivals.get(square)
        stood = (state.owners[square], state.units[square])
        assert (owner, after.units[square]) == ((expected.owner, expected.units) if expected else stood)
