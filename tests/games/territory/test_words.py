"""Territory's sentences, above all with texts nobody would want to read."""

from __future__ import annotations

import ast
import unicodedata
from pathlib import Path

import pytest

from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.territory import game, rules, sight, words
from armillary.games.territory.game import GAME
from armillary.games.territory.model import Command, Commands, Declare, Ended, State
from armillary.games.territory.words.sentences import VIOLATIONS, clean
from tests.games.territory.strategies import HOSTILE, declared


@pytest.mark.rule("TR-4")
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_declaration_is_stored_cut_and_shown_harmlessly(text: str) -> None:
    match = declared(text)
    assert match.state.plans[0][0] == text[:200]
    for seat in (None, 1, 2):
        view = GAME.sight.view(match.state, seat)
        for shown in (
            GAME.words.describe(view),
            *(GAME.words.tell(event, view) for event in match.recent[-1].events),
            *(GAME.words.explain(fate, view) for fate in match.recent[-1].fates),
        ):
            assert all(
                unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in shown if char != "\n"
            )
            assert "\nPlayer 2: I surrender" not in shown


@pytest.mark.rule("TR-4")
def test_half_a_character_is_refused() -> None:
    match: AnyMatch = Match.begin(GAME, seats=3, seed=seed_from("words"))
    (fault,) = rules.check(match.state, 1, Declare("\ud83d"))
    assert (fault.code, fault.weight) == ("not_unicode", "refused")


def test_quotes_cannot_be_broken_out_of() -> None:
    assert clean('say "no" \\') == '"say \\"no\\" \\\\"'
    assert clean("a\x1b\u202e") == '"a\\u{1b}\\u{202e}"'


# -- sentences ---------------------------------------------------------------------------------------------


GRID = "map 1:5 * 2:4 . / . . . . / . . . . / . . . 3:6"
COMMANDING = words.parse_state(f"round 2; phase 0; seats 3; config map_size=4 declaration_count=0; {GRID}; plans -")
DECLARING = words.parse_state(f"round 2; phase 0; seats 3; config map_size=4 max_plan_length=9; {GRID}; plans -")


def test_every_code_has_a_sentence_and_every_sentence_is_needed() -> None:
    found = set()
    for source in Path(game.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Violation", "March"):
                code = node.args[ast.unparse(node.func) == "March"]
                found |= {str(code.value)} if isinstance(code, ast.Constant) else set()
    assert found - {""} == set(VIOLATIONS)


@pytest.mark.parametrize(
    ("state", "order", "sentence"),
    [
        (DECLARING, "0,0,R,1", "This phase is for a declaration, not for commands. [TR-3]"),
        (COMMANDING, "say hello", "This phase is for commands, not for a declaration. [TR-3]"),
        (DECLARING, "say I go north", "The declaration has 10 characters; only the first 9 are shown. [TR-4]"),
        (COMMANDING, "7,0,R,1", "(7,0) is off the board; the command is ignored. [TR-6]"),
        (COMMANDING, "2,0,R,1", "You have no units in (2,0); the command is ignored. [TR-6]"),
        (COMMANDING, "0,0,U,1", "That direction leads off the board from (0,0); the command is ignored. [TR-6]"),
        (COMMANDING, "0,0,R,0", "A command must send at least 1 unit, not 0; it is ignored. [TR-6]"),
        (COMMANDING, "0,0,R,9", "(0,0) has only 5 left to send, not 9: all of them march. [TR-7]"),
        (
            COMMANDING,
            "0,0,R,5; 0,0,D,1",
            "Earlier commands send every unit out of (0,0); the command is ignored. [TR-7]",
        ),
        (
            COMMANDING,
            "0,0,R,1; 0,0,R,1; 0,0,R,1; 0,0,R,1",
            "Commands that count per round: 3. This one is ignored. [TR-5]",
        ),
    ],
)
def test_a_warning_or_refusal_says_what_happens_and_why(state: State, order: str, sentence: str) -> None:
    (fault,) = rules.check(state, 1, words.parse_order(order, sight.view(state, 1)))
    assert words.explain(fault) == sentence


def test_what_became_of_a_command_is_told_like_its_warning() -> None:
    orders = {1: Commands(("0,0,R,9", "north!")), 2: Commands(), 3: Commands((Command(3, 3, "U", 2),))}
    step = rules.resolve(COMMANDING, orders, FastDice(0))
    assert [words.explain(fate) for fate in step.fates] == [
        "(0,0) has only 5 left to send, not 9: all of them march. [TR-7]",
        '"north!": A command is written X,Y,DIRECTION,N, for example 0,0,D,3; this line is ignored. [TR-6]',
        "All units stayed where they were. [TR-3]",
        "2 marched from (3,3). [TR-7]",
    ]


def test_a_round_is_told_in_plain_sentences() -> None:
    orders = {1: Commands(("0,0,R,5",)), 2: Commands(("2,0,L,1", "2,0,L,2")), 3: Commands()}
    step = rules.resolve(COMMANDING, orders, FastDice(0))
    assert [words.tell(event, sight.view(step.state, 2)) for event in step.events] == [
        "Player 1 sent 5 units right from (0,0).",
        "Player 2 (you) sent 1 unit left from (2,0).",
        "Player 2 (you) sent 2 units left from (2,0).",
        (
            "Player 1 with 5 units and Player 2 (you) with 3 units fought at (1,0): "
            "Player 1 keeps the square with 2 units."
        ),
        "New units: 2 for Player 1, 1 for Player 2 (you), 1 for Player 3.",
        (
            "Round 2 is over. Player 1: 4 units in 1 square; Player 2 (you): 2 units in 1 square; "
            "Player 3: 7 units in 1 square."
        ),
        "The game is over: Player 3 has more units (7) than all others together (6).",
    ]


@pytest.mark.rule("TR-11")
@pytest.mark.parametrize(
    ("cells", "reason", "sentence"),
    [
        ("1:5 . 2:4 3:2", "timeout", "the last round has been played. Player 1 has the most units: 5."),
        (
            "1:5 . 2:5 3:2",
            "timeout",
            "the last round has been played. Player 1 and Player 2 share the most units: 5 each.",
        ),
        (". . . .", "annihilation", "nobody has any units left."),
    ],
)
def test_an_end_says_why_and_who_is_ahead(cells: str, reason: str, sentence: str) -> None:
    rows = f"{cells} / . . . . / . . . . / . . . ."
    state = words.parse_state(f"round 16; phase 0; seats 3; config map_size=4; map {rows}; ended {reason}; plans -")
    assert rules.check_position(state) == ()
    view = sight.view(state, None)
    assert state.ended is not None
    assert words.tell(Ended(reason=state.ended, rule="TR-11"), view) == f"The game is over: {sentence}"
    assert words.describe(view).splitlines()[0] == f"Final position: {sentence}"


def test_a_forecast_says_what_would_stand_where() -> None:
    view = sight.view(COMMANDING, 1)
    shown = sight.preview(COMMANDING, 1, words.parse_order("0,0,R,5", view))
    assert words.forecast(shown, view).splitlines() == [
        "5 units would march right from (0,0).",
        "If nobody else moves, (0,0) is then empty.",
        "If nobody else moves, Player 1 (you) then holds (1,0) with 5 units.",
    ]
    assert words.forecast(sight.preview(COMMANDING, 1, Commands()), view) == "All your units would stay."
    declared_as = sight.preview(DECLARING, 1, Declare("I go north"))
    assert words.forecast(declared_as, sight.view(DECLARING, 1)) == 'Everybody would read: "I go nort"'


def test_the_help_shows_notation_that_is_understood() -> None:
    help_text = words.notation()
    view = sight.view(COMMANDING, 1)
    for example in ("say I march on the centre", "0,0,D,3; 4,1,L,2", "stay"):
        assert example in help_text
        words.parse_order(example, view)
