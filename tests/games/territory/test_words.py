"""Territory's notation and sentences, above all with texts nobody would want to read."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec
from armillary.core.errors import BadData, BadNotation
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.territory import rules
from armillary.games.territory.game import GAME
from armillary.games.territory.model import Commands, Config, Declare, State
from armillary.games.territory.words import clean
from armillary.testing.strategies import matches, spoilt_texts, spoilt_trees

HOSTILE = [
    "\x1b[2J\x1b[31mowned",
    "\u202eesrever\u202c",
    "[bold red]markup[/]<script>alert(1)</script>",
    "a\nPlayer 2: I surrender\r\x00\x07",
    '"; ended domination; plans []',
    "x" * 10_000_000,
    "\u200b\u200b",
    "e\u0301" * 500,
]

any_match = matches(GAME, st.just(Config(map_size=6)), most_turns=8)


def declared(text: str) -> AnyMatch:
    match: AnyMatch = Match.begin(GAME, seats=3, seed=seed_from("words"))
    return match.submit(1, Declare(text)).submit(2, Declare("hello")).submit(3, Declare())


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
def test_a_hostile_declaration_survives_positions_and_json() -> None:
    for text in HOSTILE:
        state = declared(text).state
        assert GAME.words.parse_state(GAME.words.format_state(state)) == state
        assert codec.decode(codec.encode(state), State) == state


@pytest.mark.rule("TR-4")
def test_half_a_character_is_refused() -> None:
    match: AnyMatch = Match.begin(GAME, seats=3, seed=seed_from("words"))
    (fault,) = rules.check(match.state, 1, Declare("\ud83d"))
    assert (fault.code, fault.weight) == ("not_unicode", "refused")


def test_quotes_cannot_be_broken_out_of() -> None:
    assert clean('say "no" \\') == '"say \\"no\\" \\\\"'
    assert clean("a\x1b\u202e") == '"a\\u{1b}\\u{202e}"'


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
        "9" * 5000 + ",0,D,1",
    ],
)
def test_a_line_that_cannot_be_read_is_ignored_and_counts(line: str) -> None:
    state = GAME.words.parse_state(
        "round 1; phase 0; seats 3; config map_size=4 declaration_count=0 max_commands_per_round=1; "
        "map 1:5 . . . / . . . . / 2:5 . . . / 3:5 . . .; plans -"
    )
    faults = rules.check(state, 1, Commands((line, "0,0,R,1")))
    assert [(fault.code, fault.weight) for fault in faults] == [
        ("not_understood", "void"),
        ("beyond_the_limit", "void"),
    ]
    assert all(GAME.words.explain(fault) for fault in faults)


@settings(max_examples=60)
@given(any_match)
def test_positions_and_orders_survive_their_notation(match: AnyMatch) -> None:
    assert GAME.words.parse_state(GAME.words.format_state(match.state)) == match.state


@given(st.text(max_size=60) | spoilt_texts(st.just("0,0,D,3; 4,1,L,2"), "0123456789,;UDLR -x"))
def test_an_order_is_read_or_refused(text: str) -> None:
    match: AnyMatch = Match.begin(GAME, seats=3, seed=seed_from("words"), config=Config(declaration_count=0))
    try:
        order = GAME.words.parse_order(text, GAME.sight.view(match.state, 1))
    except BadNotation:
        return
    rules.check(match.state, 1, order)


POSITION = (
    "round 2; phase 1; seats 3; config map_size=4; map 1:5 . * . / . 2:3* . . / . . . . / . . 3:7 .; "
    'plans [["a; b","no plan","/"]]'
)


@settings(max_examples=200)
@given(spoilt_texts(st.just(POSITION), '0123456789:;/.*- abcmnprs="[]') | st.text(max_size=80))
def test_a_position_is_read_or_refused(text: str) -> None:
    try:
        state = GAME.words.parse_state(text)
    except BadNotation:
        return
    if not rules.check_position(state):
        assert GAME.words.parse_state(GAME.words.format_state(state)) == state
        Match.from_position(GAME, state)


@settings(max_examples=200)
@given(spoilt_trees(st.just(json.loads(codec.encode(GAME.words.parse_state(POSITION))))))
def test_a_state_from_outside_is_possible_or_refused(tree: object) -> None:
    try:
        state: State = codec.convert(tree, State)
    except BadData:
        return
    for fault in rules.check_position(state):
        assert GAME.words.explain(fault)
    if not rules.check_position(state):
        match: AnyMatch = Match.from_position(GAME, state)
        if match.to_act:
            match.expire()


@pytest.mark.rule("TR-14")
def test_every_phase_gets_an_equal_part_of_the_round() -> None:
    match: AnyMatch = Match.begin(GAME, seats=3, seed=seed_from("time"))
    phases = []
    for _ in range(4):
        phases.append(GAME.rules.phase(match.state))
        match = match.expire()
    assert [phase.part for phase in phases] == [(1, 3)] * 4
    assert [phase.round for phase in phases] == [1, 1, 1, 2]
    assert len({phase.key for phase in phases}) == 4
