"""Sentences and the text display: everything that happens has its sentence, and fits a screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings

from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.games.risky_stars import game, rules, sight, words
from armillary.games.risky_stars.model import End, Event, Fought
from armillary.games.risky_stars.words import sentences
from tests.games.risky_stars.strategies import played_matches, position

SOURCES = Path(game.__file__).parent
VIEW = sight.view(position("seats 2; at Vega: Brine 1:5; at Altair: Dross 2:3"), 1)


def fought(attack: tuple[int, ...], defence: tuple[int, ...]) -> str:
    event = Fought(
        place="Vega/Brine",
        attackers=(1,),
        defender=2,
        attack=attack,
        defence=defence,
        attack_lost={"1": 2},
        defence_lost={"2": 1},
        rule="RS-C1",
    )
    return words.tell(event, VIEW)


@pytest.mark.rule("RS-C5")
def test_few_dice_are_listed_one_by_one_and_many_are_counted() -> None:
    assert fought((10, 10, 7), (10, 9, 8, 7)) == (
        "At Vega/Brine Player 1 (you) rolls 10 10 7, the defence 10 9 8 7: "
        "Player 1 (you) loses 2 units and Player 2 loses 1 unit."
    )
    assert "rolls 10x300 3x2, the defence 1:" in fought((10,) * 300 + (3, 3), (1,))


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("seats 3; alliances 1+2; at Vega: Brine 1:5; at Altair: Dross 2:2", "Player 1 and Player 2 win together: "),
        ("seats 2; at Vega: Brine 1:5", "Player 1 wins: nobody else has an army left."),
        (
            'seats 2; config {"domination":[1,100]}; at Vega: Brine 1:5, Dross 1:1; at Altair: Dross 2:3',
            "Player 1 wins by domination, with 2 of 40 regions.",
        ),
        (
            'seats 2; config {"max_rounds":1}; at Vega: Brine 1:4; at Altair: Dross 2:3',
            "Player 1 wins after the last round, with 1 of 40 regions.",
        ),
        (
            'seats 2; config {"max_rounds":1}; at Vega: Brine 1:3; at Altair: Dross 2:3',
            "Player 1 and Player 2 share the win after the last round, with 1 of 40 regions each.",
        ),
    ],
)
def test_the_end_says_who_won_and_why_in_the_report_and_ever_after(text: str, ending: str) -> None:
    state, told = position(text), ""
    while rules.to_act(state):
        step = rules.resolve(state, {state.turn.seat: End()}, FastDice(0))
        state, told = step.state, words.tell(step.events[-1], sight.view(step.state, None))
    assert told.startswith(ending)
    assert words.describe(sight.view(state, None)).replace("\n  ", " ").startswith(ending)


def test_every_kind_of_event_has_its_sentence() -> None:
    assert set(sentences.SENTENCES) == set(get_args(Event))


def test_every_code_has_its_sentence_and_every_sentence_its_code() -> None:
    code = "\n".join(path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.py")) if path.name != "sentences.py")
    used = set(re.findall(r'Violation\(\s*"(\w+)"', code)) | {"outside_launch", "guests_leave_whole"}
    assert used == set(sentences.VIOLATIONS)


@settings(max_examples=40, deadline=None)
@given(played_matches())
def test_a_position_fits_eighty_columns_and_names_every_system(match: AnyMatch) -> None:
    text = words.describe(sight.view(match.state, 1))
    assert max(len(line) for line in text.splitlines()) <= 80
    for system in match.state.setup.map.systems:
        assert f"\n{system.name}, " in text


def test_the_display_shows_combats_guests_levels_and_diplomacy() -> None:
    state = position(
        """seats 3; alliances 1+2; truces 1-3:3; proposals 3>1+2:3; levels Vega/Brine 2; launched Vega/Dross
at Vega: Brine 1:5 +2:3 !3:6<Sadr/Mouth-1, Dross 1:1; at Rigel: Dross 3:1"""
    )
    text = words.describe(sight.view(state, 3))
    for part in (
        "Brine (planetoid, level 2): P1 5 +P2 3, attacked by P3 6 from Sadr/Mouth-1",
        "Player 1 and Player 2 are allied.",
        "Truce between Player 1 and Player 3 (you) through round 3.",
        "Proposed alliance of Player 1, Player 2 and Player 3 (you); agreed so far:\n  Player 3 (you).",
        "Launched this turn: Vega/Dross.",
        "Player 3 (you): 1 region, 7 units",
    ):
        assert part in text
