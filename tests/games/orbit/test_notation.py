"""Plans and positions as text: what round-trips, and what is not understood."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec, trees
from armillary.core.dice import FastDice
from armillary.core.errors import ArmillaryError, BadData, BadNotation
from armillary.games.orbit import rules, sight, words
from armillary.games.orbit.model import Burn, Config, Intensity, Plan, Shot, State, Subsystem, Weapon
from tests.games.orbit.strategies import DUEL, PLANS, positions

OPENING = rules.start(Config(), 3, FastDice(0)).state
VIEW = sight.view(OPENING, 1)


def test_the_notation_of_a_full_plan() -> None:
    plan = words.parse_order("engines=2 laser=2 vent=1 rotate burn:medium+1 fire:laser@2,3", VIEW)
    assert plan == Plan(
        targets={Subsystem.ENGINES: 2, Subsystem.LASER: 2},
        vent=1,
        rotate=True,
        move=Burn(Intensity.MEDIUM, 1),
        shots=(Shot(Weapon.LASER, (2, 3)),),
    )


@given(PLANS)
def test_any_plan_survives_its_notation(plan: Plan) -> None:
    assert words.parse_order(words.format_order(plan, VIEW), VIEW) == plan


def test_a_plan_without_a_movement_coasts() -> None:
    assert words.parse_order("engines=2", VIEW) == words.parse_order("engines=2 coast", VIEW)
    assert words.parse_order("engines=2 -", VIEW).move is None


def test_words_come_in_any_order_and_case() -> None:
    assert words.parse_order("  COAST fire:Missiles@2  Engines+1 ", VIEW) == words.parse_order(
        "engines+1 coast fire:missiles@2", VIEW
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "- coast",
        "warp:9",
        "engines",
        "engines=",
        "engines=2.5",
        "engines=٣",
        "engines=1 engines=2",
        "engines+9999999999",
        "vent=1 vent=1",
        "rotate rotate",
        "coast coast",
        "coast burn:light",
        "burn",
        "burn:gentle",
        "burn:light+",
        "burn:light+1+1",
        "fire:laser",
        "fire:shields@2",
        "fire:laser@two",
        "fire:laser@2,",
        "coast;burn:light",
        "\x1b[31m",
        "coast " * 300,
    ],
)
def test_what_is_not_a_plan_is_not_understood(text: str) -> None:
    with pytest.raises(BadNotation):
        words.parse_order(text, VIEW)


SCRAPS = ["engines=", "laser+", "coast", " ", ":", "+", "-", "1", "fire:", "laser", "@", ",", "burn:light"]


@given(st.text(max_size=60) | st.lists(st.sampled_from(SCRAPS)).map("".join))
def test_any_text_is_a_plan_or_not_understood(text: str) -> None:
    try:
        plan = words.parse_order(text, VIEW)
    except BadNotation:
        return
    assert words.parse_order(words.format_order(plan, VIEW), VIEW) == plan


@given(positions())
@settings(max_examples=50)
def test_any_position_survives_its_notation(state: State) -> None:
    text = words.format_state(state)
    assert words.parse_state(text) == state
    assert words.parse_state(text.replace(" ", "  ").replace(";", " ;\n")) == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "round 1; turn 1",
        "round 1; turn 1; ships",
        "round x; turn 1; ships lost / lost",
        "round 1; turn 1; ships R4S0 sideways hull 1 mass 1 / lost",
        "round 1; turn 1; ships R4S0 prograde hull 1 / lost",
        "round 1; turn 1; ships R4S0 prograde hull 1 mass 1 engines=1 engines=2 / lost",
        "round 1; turn 1; ships lost / lost; lost 1 + 2",
        "round 1; turn 1; ships lost / lost; lost 1 2; config {",
        "round 1; turn 1; ships lost / lost; lost 1 2; config []",
        'round 1; turn 1; ships lost / lost; config {"reactor":"ten"}',
        'round 1; turn 1; ships lost / lost; config {"rector":10}',
        'round 1; turn 1; ships lost / lost; config {"subsystems":{"warp":{}}}',
        "round 1; turn 1; ships lost / lost; config " + '{"a":' * 5000 + "1" + "}" * 5000,
        "round 1; turn 1; ships " + "lost / " * 100_000,
        "round 99999999999999999999; turn 1; ships lost / lost",
    ],
)
def test_what_is_not_a_position_is_not_understood(text: str) -> None:
    with pytest.raises(BadNotation):
        words.parse_state(text)


SPOILS = st.sampled_from(
    [None, 0, -1, 1, 3, 7, 10**9, 10**18, -(10**18), "", "x", "laser", True, [], {}, [1, 1], {"engines": 9}]
)


def _paths(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a tree."""
    found = [path] if path else []
    branches = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return found + [deeper for key, branch in branches for deeper in _paths(branch, (*path, key))]


@given(positions(), st.data())
@settings(max_examples=200)
def test_a_spoilt_position_is_refused_or_can_be_played(state: State, data: st.DataObject) -> None:
    tree = codec.tree(state)
    tree = trees.put(tree, data.draw(st.sampled_from(_paths(tree))), data.draw(SPOILS))
    try:
        spoilt: State = codec.decode(json.dumps(tree), State)
    except BadData:
        return
    faults = rules.check_position(spoilt)
    assert all(words.explain(fault) and codec.encode(fault) for fault in faults)
    if not faults and (acting := rules.to_act(spoilt)):
        plan = rules.default_order(spoilt, acting[0])
        assert rules.check(spoilt, acting[0], plan) == ()
        assert rules.check_position(rules.resolve(spoilt, {acting[0]: plan}, FastDice(0)).state) == ()


@pytest.mark.parametrize(
    "order",
    [
        '{"move":{"kind":"warp"}}',
        '{"move":{"kind":"burn"}}',
        '{"move":{"kind":"burn","intensity":"gentle"}}',
        '{"vent":1.5}',
        '{"vent":99999999999999999999}',
        '{"allocate":{"warp":1}}',
        '{"allocate":{"engines":true}}',
        '{"shots":[{"weapon":"shields","targets":[2]}]}',
        '{"shots":[{"weapon":"laser","targets":["2"]}]}',
        '{"shots":[{"weapon":"laser","targets":[99999999999999999999]}]}',
        '{"speed":1}',
        "[]",
        "null",
        "{" * 9000,
    ],
)
def test_what_is_not_a_plan_in_json_is_one_clear_error(order: str) -> None:
    with pytest.raises(ArmillaryError, match="order: "):
        codec.decode(order, Plan, "order")


@pytest.mark.rule("OS-2")
def test_a_plan_of_any_length_is_answered_in_a_few_words() -> None:
    shots = (Shot(Weapon.LASER, tuple(range(100_000))), *((Shot(Weapon.RAILGUN, (2,)),) * 10_000))
    for plan in (Plan(shots=shots), Plan(shots=shots[:3]), Plan(shots=shots[:1])):
        preview = sight.preview(OPENING, 1, plan)
        assert len(codec.encode(rules.check(OPENING, 1, plan))) < 2_000
        assert len(codec.encode(preview)) + len(words.forecast(preview, VIEW)) < 4_000
        assert all(len(words.explain(fault)) < 150 for fault in preview.violations)


@pytest.mark.parametrize(
    ("draft", "line", "plan"),
    [
        ("vent=1 coast", "engines=2", "engines=2 vent=1 coast"),
        ("engines=2 laser=2 coast", "engines=1 burn:light", "engines=1 laser=2 burn:light"),
        ("engines+2 laser+2 coast", "engines+1 rotate", "engines+1 laser+2 rotate coast"),
        ("engines+2 laser+2 coast", "engines=3", "engines=3 laser=2 coast"),
        ("engines=2 laser=2 coast", "laser+1 shields+2", "engines+2 laser+1 shields+2 coast"),
        ("coast fire:laser@2 fire:missiles@2", "fire:laser@3", "coast fire:missiles@2 fire:laser@3"),
        ("burn:heavy", "vent=2", "vent=2 burn:heavy"),
        ("burn:heavy rotate", "coast:scoop", "rotate coast:scoop"),
        ("engines=2 burn:light", "keep", "engines=2 burn:light"),
    ],
)
def test_a_line_adds_to_a_draft_and_the_last_word_counts(draft: str, line: str, plan: str) -> None:
    added = words.parse_order(line, VIEW, words.parse_order(draft, VIEW))
    assert words.format_order(added, VIEW) == plan


def test_a_draft_in_differences_starts_from_what_the_ship_has() -> None:
    view = sight.view(DUEL, 1)
    draft = words.parse_order("engines-1 laser+2", view)
    assert words.format_order(words.parse_order("shields=2", view, draft), view) == "engines=1 laser=2 shields=2 coast"


def test_the_example_in_the_help_is_a_plan_for_the_first_turn() -> None:
    example = words.notation().rpartition("For example: ")[2]
    assert rules.check(OPENING, 1, words.parse_order(example, VIEW)) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("brun", "'brun' is not understood; a plan looks like 'engines=2 burn:medium'."),
        ("coast coast", "A movement appears twice."),
        ("engine=2", "There is no subsystem called 'engine'; did you mean engines?"),
        ("burn:hevy", "There is no burn called 'hevy'; did you mean heavy?"),
        ("fire:missile@2", "There is no weapon called 'missile'; did you mean missiles?"),
    ],
)
def test_a_slip_in_a_name_gets_the_nearest_name(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as bad:
        words.parse_order(text, VIEW)
    assert str(bad.value) == message
