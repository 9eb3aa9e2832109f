"""Territory's sentences, above all with texts nobody would want to read."""

from __future__ import annotations

import ast
import unicodedata
from pathlib import Path

import pytest

from armillary.core.dice import FastDice
from armillary.core.errors import BadNotation
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.territory import game, rules, sight, words
from armillary.games.territory.game import GAME
from armillary.games.territory.model import Command, Commands, Declare, Ended, Ignored, Marched, State
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
        (
            DECLARING,
            "0,0,R,1",
            "This phase is for a declaration, not for commands; put 'say' in front of what you want to say. [TR-3]",
        ),
        (COMMANDING, "say hello", "This phase is for commands, not for a declaration. [TR-3]"),
        (DECLARING, "say I go north", "The declaration has 10 characters; only the first 9 are shown. [TR-4]"),
        (COMMANDING, "7,0,R,1", "(7,0) is off the board; the command is ignored. [TR-6]"),
        (COMMANDING, "2,0,R,1", "You have no units in (2,0) to send right; the command is ignored. [TR-6]"),
        (COMMANDING, "0,0,U,1", "Going up from (0,0) leads off the board; the command is ignored. [TR-6]"),
        (COMMANDING, "0,0,R,0", "At least 1 unit must go right from (0,0), not 0; the command is ignored. [TR-6]"),
        (COMMANDING, "0,0,R,9", "(0,0) has only 5 left to send right, not 9: all of them march. [TR-7]"),
        (
            COMMANDING,
            "0,0,R,5; 0,0,D,1",
            "Earlier commands send every unit out of (0,0), so none is left to go down; the command is ignored. [TR-7]",
        ),
        (
            COMMANDING,
            "0,0,R,1; 0,0,R,1; 0,0,R,1; 0,0,R,1",
            "Only the first 3 commands of a round count; this order has 1 command too many. [TR-5]",
        ),
    ],
)
def test_a_warning_or_refusal_says_what_happens_and_why(state: State, order: str, sentence: str) -> None:
    (fault,) = rules.check(state, 1, words.parse_order(order, sight.view(state, 1)))
    assert words.explain(fault) == sentence


MISTAKES = {
    1: Commands(("0,0,R,9", "north!", "0,0,d,1")),
    2: Commands(("2,0,U,1", "1,0,L,1", "2,0,L,0", "2,0,D,1", "2,0,D,1")),
    3: Commands((Command(9, 3, "U", 2), Command(3, 3, "U", 2))),
}
REPORTED = [
    "Player 1 sent only 5 units right from (0,0), not 9: no more were left there.",
    'A command of Player 1 was ignored, "north!": a command is written X,Y,DIRECTION,N.',
    (
        'A command of Player 1 was ignored, "0,0,d,1": earlier commands had sent every unit out of (0,0), '
        "so none was left to go down."
    ),
    'A command of Player 2 (you) was ignored, "2,0,U,1": going up from (2,0) leads off the board.',
    'A command of Player 2 (you) was ignored, "1,0,L,1": (1,0) was not theirs, so nobody could go left.',
    'A command of Player 2 (you) was ignored, "2,0,L,0": at least 1 unit must go left from (2,0).',
    "Player 2 (you) gave 2 commands too many, ignored: only the first 3 of a round count.",
    'A command of Player 3 was ignored, "9,3,U,2": (9,3) is off the board.',
    "Player 3 sent 2 units up from (3,3).",
]


@pytest.mark.rule("TR-13")
def test_what_became_of_a_command_is_told_about_whoever_gave_it() -> None:
    step = rules.resolve(COMMANDING, MISTAKES, FastDice(0))
    view = sight.view(step.state, 2)
    told = [words.tell(event, view) for event in step.events if isinstance(event, Marched | Ignored)]
    assert told == REPORTED
    assert [words.explain(fate, view).rpartition(" [")[0] for fate in step.fates] == REPORTED
    assert "Player 2 was not" not in words.explain(step.fates[3])
    assert words.explain(step.fates[3]).startswith("A command of Player 2 was ignored")


@pytest.mark.rule("TR-13", "TR-4")
def test_a_declaration_that_was_cut_is_told_to_everybody() -> None:
    orders = {1: Declare("I go north"), 2: Declare(" "), 3: Declare("Peace!")}
    step = rules.resolve(DECLARING, orders, FastDice(0))
    view = sight.view(step.state, 3)
    assert [words.tell(event, view) for event in step.events] == [
        'Declaration 1. Player 1: "I go nort"; Player 3 (you): "Peace!"',
        "The declaration of Player 1 was cut to its first 9 characters.",
    ]
    assert [words.explain(fate, view) for fate in step.fates] == [
        "The declaration of Player 1 was cut to its first 9 characters. [TR-4]",
        "Player 2 declared no plan. [TR-4]",
        "The declaration of Player 3 (you) was shown as written. [TR-4]",
    ]


@pytest.mark.rule("TR-13")
def test_replays_and_the_terminal_tell_of_ignored_commands() -> None:
    """They read events: whatever is only in fates is not told there."""
    match: AnyMatch = Match.from_position(GAME, COMMANDING)
    for seat, order in MISTAKES.items():
        match = match.submit(seat, order)
    told = [words.tell(event, match.table(None).view) for event in match.recent[-1].events]
    assert [sentence.replace(" (you)", "") for sentence in REPORTED] == told[: len(REPORTED)]


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
        "You leave (0,0) and take the resource square (1,0) with 5 units.",
        "That is if nobody else moves.",
    ]
    split = sight.preview(COMMANDING, 1, words.parse_order("0,0,R,3", view))
    assert words.forecast(split, view).splitlines() == [
        "You take the resource square (1,0) with 3 units.",
        "You have 2 units in (0,0).",
        "That is if nobody else moves.",
    ]
    assert words.forecast(sight.preview(COMMANDING, 1, Commands()), view) == "All your units would stay."
    declared_as = sight.preview(DECLARING, 1, Declare("I go north"))
    assert words.forecast(declared_as, sight.view(DECLARING, 1)) == 'Everybody would read: "I go nort"'


def test_the_help_shows_notation_that_is_understood() -> None:
    help_text = words.notation()
    view = sight.view(COMMANDING, 1)
    assert "X is the column and Y the row" in help_text
    for example in ("0,0,D,3; 4,1,L,2", "stay"):
        assert example in help_text
        words.parse_order(example, view)
    for example in ("I march on the centre", "say help me"):
        assert example in help_text
        assert isinstance(words.parse_order(example, sight.view(DECLARING, 1)), Declare)


# -- for a player who has never seen the game --------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "seat", "task"),
    [
        (DECLARING, 1, "Say what you plan, true or not (declaration 1 of 2)."),
        (COMMANDING, 1, "Give up to 3 commands."),
        (DECLARING, None, "Player 1, Player 2 and Player 3 declare their plans."),
        (COMMANDING, None, "Player 1, Player 2 and Player 3 give their commands."),
    ],
)
def test_a_player_is_asked_for_the_phase_s_order(state: State, seat: int | None, task: str) -> None:
    goal = "More units than all others together win; after round 15, the most units."
    assert words.ask(sight.view(state, seat)) == f"{task} {goal}"


def test_an_overview_has_the_map_beside_the_standings_and_declarations() -> None:
    step = rules.resolve(DECLARING, {1: Declare("Peace!"), 2: Declare("War"), 3: Declare("x" * 9)}, FastDice(0))
    assert words.overview(sight.view(step.state, 2), 80).splitlines() == [
        "Round 2 of 15, declaration 2.",
        "",
        "   0  1  2  3                   ▲ Player 2 (you): 4 units in 1 square",
        "0 ●5  * ▲4  .                   ● Player 1: 5 units in 1 square",
        "1  .  .  .  .                   ■ Player 3: 6 units in 1 square",
        "2  .  .  .  .",
        "3  .  .  . ■6                   Declaration 1:",
        '                                  Player 1: "Peace!"',
        'A number is a player\'s units;     Player 2 (you): "War"',
        '* marks a resource square, .      Player 3: "xxxxxxxxx"',
        "an empty square.",
    ]


@pytest.mark.parametrize("preset", GAME.presets)
def test_an_overview_fits_any_screen(preset: str) -> None:
    match: AnyMatch = Match.begin(GAME, seats=8, config=GAME.presets[preset](8), seed=seed_from("words"))
    for seat in match.seats:
        match = match.submit(seat, Declare("very " * 50))
    for width in (40, 80, 100, 160):
        lines = words.overview(match.table(1).view, width).splitlines()
        assert max(map(len, lines)) <= width


def test_players_and_squares_can_be_looked_at() -> None:
    view = sight.view(DECLARING, 1)
    assert words.names(view)[:5] == ("Player 1", "Player 2", "Player 3", "0,0", "1,0")
    assert words.describe(view, "player 2").splitlines() == [
        "▲ Player 2: 4 units in 1 square.",
        "  (2,0): 4 units",
    ]
    assert words.describe(view, "1, 0").splitlines() == [
        "(1,0), nobody.",
        "  It is a resource square: 2 units per round while fewer than 21 units stand there.",
        "  down: (1,1), nobody",
        "  left: (0,0), ● Player 1 (you) with 5 units",
        "  right: (2,0), ▲ Player 2 with 4 units",
    ]
    with pytest.raises(BadNotation, match="There is no player or square called '9,9'"):
        words.describe(view, "9,9")


@pytest.mark.rule("TR-11")
@pytest.mark.parametrize(
    ("cells", "reason", "sentence"),
    [
        (
            "1:9 . 2:4 3:2",
            "domination",
            "Player 1 wins with 9 units to 4 and 2: 9 are more than all others have together.",
        ),
        ("1:5 . 2:4 3:2", "timeout", "Player 1 wins with 5 units to 4 and 2: all 15 rounds have been played."),
        (
            "1:5 . 2:5 3:2",
            "timeout",
            "Player 1 and Player 2 share the win with 5 units each: all 15 rounds have been played.",
        ),
        (". . . .", "annihilation", "Nobody wins: nobody has any units left."),
    ],
)
def test_an_end_is_told_with_its_figures(cells: str, reason: str, sentence: str) -> None:
    rows = f"{cells} / . . . . / . . . . / . . . ."
    state = words.parse_state(f"round 16; phase 0; seats 3; config map_size=4; map {rows}; ended {reason}; plans -")
    outcome = rules.outcome(state)
    assert outcome is not None
    assert words.conclude(outcome, sight.view(state, None)) == sentence
