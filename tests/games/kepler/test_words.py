"""Every sentence of Kepler's Horizon can be said, and says what it should."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from armillary.core.dice import FastDice
from armillary.games.kepler import rules, sight, words
from armillary.games.kepler.model import FleetOrder, Orders, State
from armillary.games.kepler.presets import standard


def report(position: str, *orders: str) -> list[str]:
    """The sentences of one turn as a spectator hears them."""
    state = words.parse_state(position)
    given = {seat: words.parse_order(text, sight.view(state, seat)) for seat, text in enumerate(orders, start=1)}
    step = rules.resolve(state, given, FastDice(0))
    return [words.tell(event, sight.view(step.state, None)) for event in step.events]


def test_a_turn_is_told_from_the_moves_to_the_end() -> None:
    position = "turn 4; fleets 0:a,b / 3:a; map duel"
    assert report(position, "1a-Sheliak, 1b-Altair", "2a-Sheliak") == [
        "1a moved from Vega to Sheliak.",
        "No transit link leads from Vega to Altair: 1b held in Vega.",
        "2a moved from Lyra to Sheliak.",
        "Conflict in Sheliak between Player 1 and Player 2: 1a and 2a lost.",
        "Player 2 has no fleets left.",
        "The game is over, at most one player has fleets left: Player 1 wins.",
    ]


def test_a_draw_names_those_who_drew() -> None:
    assert report("turn 4; fleets a:a / b:a; map a-b", "1a-b", "hold")[-1] == (
        "The game is over, at most one player has fleets left: a draw between Player 1 and Player 2."
    )


@pytest.mark.rule("KH-11.1", "KH-11.4", "KH-11.5")
def test_extensions_are_told_too() -> None:
    switched_on = '{"transit_costs":true,"conflict":"bounce","dynamic_topology":true}'
    position = f"turn 4; fleets 3:a 4:b / 6:a; extensions {switched_on}; map duel+"
    assert report(position, "1a-4, 1b-6", "hold") == [
        "1a sets out from Lyra to Albireo, to move in turn 5.",
        "1b moved from Albireo to Aquila.",
        "1b met others in Aquila and went back to Albireo.",
        "In turn 5 closed Albireo-Okab.",
    ]


def explained(position: str, order: str) -> list[str]:
    state = words.parse_state(position)
    view = sight.view(state, 1)
    return [words.explain(fault, view) for fault in rules.check(state, 1, words.parse_order(order, view))]


def test_refusals_say_what_would_be_allowed() -> None:
    position = "turn 4; fleets 0:a,b / 3:a; map duel"
    assert explained(position, "1a-Altair, 1b-Vega, 2a-Vega, 1c holds") == [
        "No transit link leads from Vega to Altair: 1a will hold; it can go to Sheliak, Sulafat. [KH-6.1]",
        "1b is in Vega already: 1b will hold; it can go to Sheliak, Sulafat. [KH-6.1]",
        "There is no fleet 1c (any more); yours are 1a, 1b. ($.orders[2].fleet) [KH-5.1]",
        "2a is not your fleet; yours are 1a, 1b. ($.orders[3].fleet) [KH-5.1]",
    ]
    assert explained(position, "1a-Nowhere") == [
        "There is no region Nowhere: 1a will hold; it can go to Sheliak, Sulafat. [KH-6.1]"
    ]


def test_the_description_shows_the_map_and_who_is_where() -> None:
    text = words.describe(sight.view(rules.start(standard(2), 2, FastDice(0)).state, 1))
    assert "Turn 1 of 20. More than 2/5 of 10 regions wins: 5." in text
    assert "0=8x1" in text
    assert "  Lyra [3]: -; to Sheliak, Sulafat, Albireo, Okab" in text
    assert "Player 1 (you): 1 region, 8 fleets." in text


def test_the_description_tells_what_extensions_need() -> None:
    switched_on = '{"transit_costs":true,"delay":1,"conflict":"attrition","dynamic_topology":true}'
    position = f"turn 4; fleets 3:a>4@5 / 6:a; extensions {switched_on}; map duel+"
    text = words.describe(sight.view(words.parse_state(position), None))
    assert "Lyra [3]: 1a (to Albireo, turn 5)" in text
    assert "Links that cost more than 1: Lyra-Albireo 2, Aquila-Okab 2." in text
    assert "Moves take effect 1 turn later." in text
    assert "Conflicts: attrition." in text
    assert "From turn 5: close Albireo-Okab." in text
    assert "From turn 9: open Albireo-Okab, Sheliak-Albireo, Tarazed-Okab." in text


@pytest.mark.rule("KH-5.2")
def test_a_preview_shows_where_all_would_be_if_the_others_held() -> None:
    state: State = words.parse_state("turn 1; fleets 0:a,b / 3:a,b 4:c; map duel")
    order: Orders = words.parse_order("1a-1", sight.view(state, 1))
    before = sight.preview(state, 1, order)
    assert before.occupancy == {"1": ("1a",), "0": ("1b",), "3": ("2a", "2b"), "4": ("2c",)}
    assert (before.conflicts, before.scores, before.violations) == ((), (2, 2), ())
    text = words.forecast(before, sight.view(state, 1))
    assert "  Sheliak: 1a" in text
    assert "Regions controlled: Player 1 (you) 2, Player 2 2." in text


def test_a_preview_shows_conflicts_with_those_who_hold() -> None:
    state = words.parse_state("turn 1; fleets 1:a,b / 3:a,b 4:c; map duel")
    foreseen = sight.preview(state, 1, words.parse_order("1a-3", sight.view(state, 1)))
    assert foreseen.conflicts == ("3",)
    assert foreseen.occupancy == {"1": ("1b",), "4": ("2c",)}
    assert "Conflict in Lyra." in words.forecast(foreseen, sight.view(state, 1))


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
    assert [fault.code for fault in foreseen.violations] == ["too_many"]
    assert foreseen.occupancy == {"1": ("1a",), "3": ("2a",)}


def _codes() -> set[str]:
    """Every code a violation of this game is made with, as far as it stands in the code as a text."""
    folder = Path(words.__file__).parent
    calls = [
        node
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Violation"
    ]
    return {str(call.args[0].value) for call in calls if isinstance(call.args[0], ast.Constant)}


def test_every_refusal_has_its_sentence_and_no_sentence_is_left_over() -> None:
    assert _codes() | {"not_yours", "no_such_fleet"} == set(words.VIOLATIONS)
