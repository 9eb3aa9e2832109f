"""Orders and positions as text: what round-trips, and what is not understood."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.errors import BadData, BadNotation
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.territory import rules, sight, words
from armillary.games.territory.game import GAME
from armillary.games.territory.model import Command, Commands, Config, Declare, State, View
from armillary.testing.strategies import spoilt_texts, spoilt_trees
from tests.games.territory.strategies import HOSTILE, any_match_with_declarations, declared, random_orders

POSITION = (
    "round 2; phase 1; seats 3; config map_size=4; map 1:5 . * . / . 2:3* . . / . . . . / . . 3:7 .; "
    'plans [["a; b","no plan","/"]]'
)
DECLARING = sight.view(words.parse_state(POSITION), 1)
COMMANDING = sight.view(words.parse_state(POSITION.replace("map_size=4", "map_size=4 declaration_count=1")), 1)


# -- orders ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("say I go north; 0,0,D,3", Declare("I go north; 0,0,D,3")),
        ("SAY  two blanks", Declare(" two blanks")),
        ("say", Declare("")),
        ("stay", Commands()),
        ("say Attack!", Declare("Attack!")),
        ("say 0,0,D,3;", Declare("0,0,D,3;")),
        ("stay;", Commands()),
        (" 0,0,D,3;4, 1 ,l,2 ", Commands((Command(0, 0, "D", 3), Command(4, 1, "l", 2)))),
        ("0,0,d,3;", Commands((Command(0, 0, "d", 3),))),
        (";0,0,D,3 ; ;", Commands((Command(0, 0, "D", 3),))),
        ("0,0,D," + "9" * 19, Commands((Command(0, 0, "D", 10**19 - 1),))),
        ("0,0,D," + "0" * 30 + "7", Commands((Command(0, 0, "D", 7),))),
        ("-" + "9" * 5000 + ",-0,D,-1", Commands((Command(1 - 10**100, 0, "D", -1),))),
        ('"north"; 0,0,D,3', Commands(("north", Command(0, 0, "D", 3)))),
        ('"a;b\nc"', Commands(("a;b\nc",))),
        (r'"\"\\\u{a}\u{10ffff}"', Commands(('"\\\n\U0010ffff',))),
        (r'"\u{d7ff}\u{e000}\u{1d800}"', Commands(("\ud7ff\ue000\U0001d800",))),
        ('""', Commands(("",))),
        ('"stay"', Commands(("stay",))),
        ('"say hello"', Commands(("say hello",))),
        ("0,0,D,3\n4,1,L,2", Commands((Command(0, 0, "D", 3), Command(4, 1, "L", 2)))),
    ],
)
def test_an_order_means_what_it_says(text: str, order: Declare | Commands) -> None:
    assert words.parse_order(text, COMMANDING) == order
    assert words.parse_order(words.format_order(order, COMMANDING), COMMANDING) == order


@pytest.mark.parametrize(
    ("draft", "line", "order"),
    [
        ("0,0,D,3", "4,1,L,2", "0,0,D,3; 4,1,L,2"),
        ("0,0,D,3; 4,1,L,2", "0,0,d,1", "4,1,L,2; 0,0,d,1"),
        ("0,0,D,3", "0,0,R,2", "0,0,D,3; 0,0,R,2"),
        ("0,0,D,3", "stay", "stay"),
        ("stay", "0,0,D,3;", "0,0,D,3"),
        ("say hello", "say goodbye!", "say goodbye!"),
        ("say hello", "0,0,D,3", "0,0,D,3"),
    ],
)
def test_commands_add_to_a_draft_and_a_declaration_takes_its_place(draft: str, line: str, order: str) -> None:
    added = words.parse_order(line, COMMANDING, words.parse_order(draft, COMMANDING))
    assert words.format_order(added, COMMANDING) == order


@pytest.mark.parametrize("text", ["", " ", ";", " ; ;"])
def test_nothing_is_no_command(text: str) -> None:
    with pytest.raises(BadNotation, match="to send nobody, type 'stay'"):
        words.parse_order(text, COMMANDING)


@pytest.mark.rule("TR-4")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I go north.", "I go north."),
        ("  Peace; or 0,0,D,3!  ", "Peace; or 0,0,D,3!"),
        ('"Peace" is what I want', '"Peace" is what I want'),
        ("say stay", "stay"),
        ("saying nothing", "saying nothing"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_plain_words_are_a_declaration_while_declarations_are_due(text: str, said: str) -> None:
    assert words.parse_order(text, DECLARING) == Declare(said)


@pytest.mark.parametrize("text", ["stay", "0,0,D,3", "0,0,D,3; 1,1,U,2", '"north"'])
def test_what_is_written_like_commands_is_commands_in_every_phase(text: str) -> None:
    assert words.parse_order(text, DECLARING) == words.parse_order(text, COMMANDING)


def test_plain_words_are_no_commands() -> None:
    with pytest.raises(BadNotation, match="0,0,D,3"):
        words.parse_order("I go north.", COMMANDING)


@pytest.mark.rule("TR-6")
@pytest.mark.parametrize(
    "line",
    [
        "",
        "1,2,3",
        "0,0,X,1",
        "0,0,D,1.5",
        "٠,٠,D,١",
        "0,0,D,1;",
        "0,0,DD,1",
        "0 0 D 1",
        "0,0,D,+1",
        "\udc00",
    ],
)
def test_a_line_that_cannot_be_read_is_ignored_and_counts(line: str) -> None:
    state = words.parse_state(
        "round 1; phase 0; seats 3; config map_size=4 declaration_count=0 max_commands_per_round=1; "
        "map 1:5 . . . / . . . . / 2:5 . . . / 3:5 . . .; plans -"
    )
    faults = rules.check(state, 1, Commands((line, "0,0,R,1")))
    assert [(fault.code, fault.weight) for fault in faults] == [
        ("not_understood", "void"),
        ("beyond_the_limit", "void"),
    ]
    assert all(words.explain(fault) and codec.encode(fault) for fault in faults)


NINES = int("9" * 400)


@pytest.mark.rule("TR-5", "TR-7")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("9" * 19 + ",0,D,1", "off_the_board"),
        ("0,-" + "9" * 5000 + ",D,1", "off_the_board"),
        ("0,0,D,-" + "9" * 30, "fewer_than_one"),
        ("0,0,D," + "9" * 19, "more_than_available"),
        ("0,0,D," + "9" * 5000, "more_than_available"),
        (Command(NINES, 0, "D", 1), "off_the_board"),
        (Command(0, 0, "D", NINES), "more_than_available"),
    ],
    ids=range(7),
)
def test_a_long_number_is_a_large_number(line: Command | str, code: str) -> None:
    state = words.parse_state(POSITION.replace("map_size=4", "map_size=4 declaration_count=1"))
    (fault,) = rules.check(state, 1, Commands((line,)))
    assert fault.code == code
    assert len(words.explain(fault)) < 150
    step = rules.resolve(state, {1: Commands((line,)), 2: Commands(), 3: Commands()}, FastDice(0))
    assert step.state.units[4] == (6 if code == "more_than_available" else 0)
    for event in step.events:
        assert len(codec.encode(event)) < 400
        assert codec.decode(codec.encode(event), GAME.event) == event


@pytest.mark.parametrize(
    "text",
    ['"north', 'north"', r'"\n"', r'"\u{110000}"', r'"\u{d800}"', r'"\u{0dfff}"', '"a"b', '"a" "b"', '"\\'],
)
def test_a_line_that_is_not_quoted_well_is_answered_with_how_to_write_a_command(text: str) -> None:
    with pytest.raises(BadNotation, match="A command is written"):
        words.parse_order(text, COMMANDING)


CHARACTERS = st.characters(codec="utf-8") | st.sampled_from('";\\,\n\r 0D\u202e\ud7ff\ue000')
NUMBERS = st.integers(-9, 9) | st.integers(1 - 10**100, 10**100 - 1)
LINES = (
    st.text(CHARACTERS, max_size=20)
    | st.sampled_from(["stay", "say", "0,0,D,3", " 0,0,d,3"])
    | st.builds(Command, NUMBERS, NUMBERS, st.sampled_from("UDLRudlr"), NUMBERS)
)


@pytest.mark.rule("TR-4", "TR-5", "TR-6")
@settings(max_examples=500)
@given(
    st.builds(Declare, st.text(CHARACTERS | st.just("\ud800"))) | st.builds(Commands, st.lists(LINES).map(tuple)),
    st.sampled_from([DECLARING, COMMANDING]),
)
def test_any_order_whatever_is_in_it_survives_its_notation(order: Declare | Commands, view: View) -> None:
    assert words.parse_order(words.format_order(order, view), view) == order


@pytest.mark.rule("TR-13")
def test_lines_beyond_the_limit_are_reported_once_with_their_number() -> None:
    state = words.parse_state(POSITION.replace("map_size=4", "map_size=4 declaration_count=1"))
    order = Commands(("",) * 100_000)
    faults = rules.check(state, 1, order)
    assert [fault.code for fault in faults] == ["not_understood"] * 3 + ["beyond_the_limit"]
    told = "Only the first 3 commands of a round count; this order has 99997 commands too many. [TR-5]"
    assert words.explain(faults[-1]) == told
    step = rules.resolve(state, {1: order, 2: Commands(), 3: Commands()}, FastDice(0))
    assert len(codec.encode((step.events, step.fates))) < 4_000
    told = "Player 1 (you) gave 99997 commands too many, ignored: only the first 3 of a round count."
    assert told in [words.tell(event, COMMANDING) for event in step.events]
    assert f"{told} [TR-5]" in [words.explain(fate, COMMANDING) for fate in step.fates]


@pytest.mark.rule("TR-13")
def test_one_line_beyond_the_limit_is_one_command_too_many() -> None:
    state = words.parse_state(POSITION.replace("map_size=4", "map_size=4 declaration_count=1"))
    *_, fault = rules.check(state, 1, Commands(("0,0,D,1",) * 4))
    assert words.explain(fault).endswith("this order has 1 command too many. [TR-5]")


@settings(max_examples=60)
@given(any_match_with_declarations, st.integers(0, 999))
def test_positions_and_orders_survive_their_notation(match: AnyMatch, number: int) -> None:
    assert words.parse_state(words.format_state(match.state)) == match.state
    for seat, order in random_orders(match.state, number).items():
        view = sight.view(match.state, seat)
        assert words.parse_order(words.format_order(order, view), view) == order


@given(st.text(max_size=60) | spoilt_texts(st.just("0,0,D,3; 4,1,L,2"), "0123456789,;UDLR -x"))
def test_an_order_is_read_or_refused(text: str) -> None:
    match: AnyMatch = Match.begin(GAME, seats=3, seed=seed_from("words"), config=Config(declaration_count=0))
    try:
        order = words.parse_order(text, sight.view(match.state, 1))
    except BadNotation:
        return
    rules.check(match.state, 1, order)


# -- positions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A section is missing: round, phase, seats, config, map, plans"),
        (POSITION + "; plans -", "Section 'plans' appears twice"),
        (POSITION + "; weather fine", "There is no section 'weather'"),
        (POSITION.replace("round 2", "round two"), "The round must be a whole number"),
        (POSITION.replace("map_size=4", "map_size=five"), "A parameter is written map_size=6"),
        (POSITION.replace("map_size=4", "size=4"), "unknown field `size`"),
        (POSITION.replace("map_size=4", "map_size=5"), "The map has 5 rows of 5 squares"),
        (POSITION.replace("1:5", "1-5"), "A square is written"),
        (POSITION.replace("1:5", "0:5"), "A square is written"),
        (POSITION.replace('"/"]]', '"/"'), "plans"),
        (POSITION + "; ended boredom", "boredom"),
    ],
)
def test_what_is_not_a_position_says_what_is_expected(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as bad:
        words.parse_state(text)
    assert message in str(bad.value)
    assert len(str(bad.value)) < 250


@pytest.mark.rule("TR-4")
def test_a_hostile_declaration_survives_positions_and_json() -> None:
    for text in HOSTILE:
        state = declared(text).state
        assert words.parse_state(words.format_state(state)) == state
        assert codec.decode(codec.encode(state), State) == state


@settings(max_examples=200)
@given(spoilt_texts(st.just(POSITION), '0123456789:;/.*- abcmnprs="[]') | st.text(max_size=80))
def test_a_position_is_read_or_refused(text: str) -> None:
    try:
        state = words.parse_state(text)
    except BadNotation:
        return
    if not rules.check_position(state):
        assert words.parse_state(words.format_state(state)) == state
        Match.from_position(GAME, state)


@settings(max_examples=200)
@given(spoilt_trees(st.just(json.loads(codec.encode(words.parse_state(POSITION))))))
def test_a_state_from_outside_is_possible_or_refused(tree: object) -> None:
    try:
        state: State = codec.convert(tree, State)
    except BadData:
        return
    for fault in rules.check_position(state):
        assert words.explain(fault)
    if not rules.check_position(state):
        match: AnyMatch = Match.from_position(GAME, state)
        if match.to_act:
            match.expire()
