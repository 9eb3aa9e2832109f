"""Every sentence of Kepler's Horizon can be said, and says what it should."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from armillary.core.dice import FastDice
from armillary.games.kepler import game, rules, sight, words
from armillary.games.kepler.model import Orders
from armillary.games.kepler.presets import standard
from armillary.games.kepler.words import sentences


def report(position: str, *orders: str) -> list[str]:
    """The sentences of one turn as a spectator hears them."""
    state = words.parse_state(position)
    given = {seat: words.parse_order(text, sight.view(state, seat)) for seat, text in enumerate(orders, start=1)}
    step = rules.resolve(state, given, FastDice(0))
    return [words.tell(event, sight.view(step.state, None)) for event in step.events]


def test_a_turn_is_reported_from_the_moves_to_the_end() -> None:
    position = "turn 4; fleets 0:a,b / 3:a; map duel"
    assert report(position, "1a-Sheliak, 1b-Altair", "2a-Sheliak") == [
        "1a moved from Vega to Sheliak.",
        "No transit link leads from Vega to Altair, so 1b held in Vega.",
        "2a moved from Lyra to Sheliak.",
        "Conflict in Sheliak between Player 1 and Player 2: 1a and 2a were lost.",
        "Player 2 has no fleets left.",
        "Player 1 wins: nobody else has fleets left.",
    ]


def test_a_draw_names_those_who_drew() -> None:
    assert report("turn 4; fleets a:a / b:a; map a-b", "1a-b", "hold")[-1] == (
        "Draw between Player 1 and Player 2: nobody has fleets left."
    )


@pytest.mark.parametrize(
    ("position", "ending"),
    [
        ("turn 4; fleets a:a b:b c:c / e:a; dominance 2/5", "Player 1 wins by dominance, with 3 of 5 regions."),
        (
            "turn 4; fleets a:a b:b / d:a e:b; dominance 1/5",
            "Draw between Player 1 and Player 2 by dominance, with 2 of 5 regions each.",
        ),
        ("turn 20; fleets a:a b:b / e:a", "Player 1 wins after the last turn, with 2 of 5 regions."),
        (
            "turn 20; fleets a:a / e:a",
            "Draw between Player 1 and Player 2 after the last turn, with 1 of 5 regions each.",
        ),
    ],
)
def test_the_end_says_who_won_and_why_in_the_report_and_ever_after(position: str, ending: str) -> None:
    whole = f"{position}; map a-b b-c c-d d-e"
    assert report(whole, "hold", "hold")[-1] == ending
    over = rules.resolve(words.parse_state(whole), {seat: Orders(()) for seat in (1, 2)}, FastDice(0)).state
    assert words.describe(sight.view(over, None)).splitlines()[0] == ending


@pytest.mark.rule("KH-11.1", "KH-11.4", "KH-11.5")
def test_extensions_are_reported_too() -> None:
    switched_on = '{"transit_costs":true,"conflict":"bounce","dynamic_topology":true}'
    position = f"turn 4; fleets 3:a 4:b / 6:a; extensions {switched_on}; map duel+"
    assert report(position, "1a-4, 1b-6", "hold") == [
        "1a will leave Lyra for Albireo in turn 5.",
        "1b moved from Albireo to Aquila.",
        "1b met enemies in Aquila and returned to Albireo.",
        "Turn 5 closes Albireo-Okab.",
    ]


def explained(position: str, order: str) -> list[str]:
    state = words.parse_state(position)
    view = sight.view(state, 1)
    return [words.explain(fault, view) for fault in rules.check(state, 1, words.parse_order(order, view))]


def test_refusals_say_what_would_be_allowed() -> None:
    position = "turn 4; fleets 0:a,b / 3:a; map duel"
    assert explained(position, "1a-Altair, 1b-Vega, 2a-Vega, 1c holds") == [
        "No transit link leads from Vega to Altair, so 1a will hold. It can go to Sheliak, Sulafat. [KH-6.1]",
        "1b is already in Vega, so 1b will hold. It can go to Sheliak, Sulafat. [KH-6.1]",
        "There is no fleet 1c, or not any more. Yours are 1a, 1b. [KH-5.1]",
        "2a is not your fleet. Yours are 1a, 1b. [KH-5.1]",
    ]
    assert explained(position, "1a-Nowhere") == [
        "There is no region Nowhere, so 1a will hold. It can go to Sheliak, Sulafat. [KH-6.1]"
    ]


def test_the_description_shows_the_map_and_who_is_where() -> None:
    text = words.describe(sight.view(rules.start(standard(2), 2, FastDice(0)).state, 1))
    assert "Turn 1 of 20. Whoever controls 5 of 10 regions wins." in text
    assert "0=8x1" in text
    assert "  Lyra [3]: empty; linked to Sheliak, Sulafat, Albireo, Okab" in text
    assert "Player 1 (you): 1 region, 8 fleets." in text


def test_the_description_tells_what_extensions_need() -> None:
    switched_on = '{"transit_costs":true,"delay":1,"conflict":"attrition","dynamic_topology":true}'
    position = f"turn 4; fleets 3:a>4@5 / 6:a; extensions {switched_on}; map duel+"
    text = words.describe(sight.view(words.parse_state(position), None))
    assert "Lyra [3]: 1a (to Albireo in turn 5)" in text
    assert "Links that take longer: Lyra-Albireo (2 turns), Aquila-Okab (2 turns)." in text
    assert "Moves take effect 1 turn later than usual." in text
    assert "In a conflict, every side loses as many fleets as the second-largest side has." in text
    assert "Turn 5 closes Albireo-Okab." in text
    assert "Turn 9 opens Albireo-Okab, Sheliak-Albireo and Tarazed-Okab." in text


def _codes() -> set[str]:
    """Every code a violation of this game is made with, as far as it is written as a text."""
    folder = Path(game.__file__).parent
    calls = [
        node
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Violation"
    ]
    return {str(call.args[0].value) for call in calls if isinstance(call.args[0], ast.Constant)}


def test_every_refusal_has_its_sentence_and_no_sentence_is_left_over() -> None:
    made_by_name = {"not_yours", "no_such_fleet", *sentences.INVALID_MOVES}
    assert _codes() | made_by_name == set(sentences.VIOLATIONS)
