"""Sentences and the text display: everything that happens has its sentence, and fits a screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings

from armillary.core.dice import FastDice
from armillary.core.errors import BadNotation
from armillary.core.match import AnyMatch
from armillary.core.options import Choice
from armillary.core.values import Outcome
from armillary.games.risky_stars import game, rules, sight, words
from armillary.games.risky_stars.model import Buy, End, Event, Fought
from armillary.games.risky_stars.words import sentences
from tests.games.risky_stars.strategies import played_matches, position

SOURCES = Path(game.__file__).parent
VIEW = sight.view(position("seats 2; at Vega: Brine 1:5; at Altair: Dross 2:3"), 1)


def fought(
    attack: tuple[int, ...], defence: tuple[int, ...], attackers: tuple[int, ...] = (1,), rule: str = "RS-C1"
) -> str:
    event = Fought(
        place="Vega/Brine",
        attackers=attackers,
        defender=2,
        attack=attack,
        defence=defence,
        attack_lost={"1": 2},
        defence_lost={"2": 1},
        rule=rule,
    )
    return words.tell(event, VIEW)


@pytest.mark.rule("RS-C5")
def test_a_fight_is_told_with_its_numbers_and_losses() -> None:
    assert fought((10, 10, 7), (10, 9, 8, 7)) == (
        "At Brine (Vega) Player 1 (you) attacks, 3 against 4: Player 1 (you) loses 2 units and Player 2 loses 1 unit."
    )
    assert "303 against 1: " in fought((10,) * 300 + (6, 6, 3), (1,))


@pytest.mark.rule("RS-C4")
def test_a_combat_that_is_fought_out_is_told_as_such() -> None:
    assert "Player 1 (you) fights on, 2 against 1: " in fought((10, 9), (1,), rule="RS-C4")
    assert "Player 1 (you) and Player 3 fight on, 2 against 1: " in fought((10, 9), (1,), (1, 3), "RS-C4")


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("seats 3; alliances 1+2; at Vega: Brine 1:5; at Altair: Dross 2:2", "Player 1 and Player 2 win together: "),
        ("seats 2; at Vega: Brine 1:5", "Player 1 wins: nobody else has an army left."),
        (
            'seats 2; config {"domination":[1,100]}; at Vega: Brine 1:5, Dross 1:1; at Altair: Dross 2:3',
            "Player 1 wins by domination, with 2 of 40 regions to 1: more than 1/100.",
        ),
        (
            """seats 3; config {"domination":[1,100]}; alliances 1+2
at Vega: Brine 1:5, Dross 1:1; at Rigel: Dross 3:3, Mouth-1 2:1""",
            "Player 1 and Player 2 win together by domination: Player 1 has 2 of 52 regions, more than 1/100.",
        ),
        (
            'seats 2; config {"max_rounds":1}; at Vega: Brine 1:1, Cinder 1:1; at Altair: Dross 2:3',
            "Player 1 wins after the last round, with 2 of 40 regions to 1.",
        ),
        (
            'seats 2; config {"max_rounds":1}; at Vega: Brine 1:4; at Altair: Dross 2:3',
            "Player 1 wins after the last round, with 4 units to 3 at 1 region each.",
        ),
        (
            'seats 2; config {"max_rounds":1}; at Vega: Brine 1:3; at Altair: Dross 2:3',
            "Player 1 and Player 2 share the win after the last round, with 1 region and 3 units each.",
        ),
    ],
)
def test_the_end_says_who_won_and_why_in_the_report_and_ever_after(text: str, ending: str) -> None:
    state, told = position(text), ""
    while rules.to_act(state):
        step = rules.resolve(state, {state.turn.seat: End()}, FastDice(0))
        state, told = step.state, words.tell(step.events[-1], sight.view(step.state, None))
    assert told.startswith(ending)
    view, outcome = sight.view(state, None), rules.outcome(state)
    assert words.describe(view).replace("\n  ", " ").startswith(ending)
    assert outcome
    assert words.conclude(outcome, view) == told


def test_who_wins_because_somebody_resigned_is_told_so() -> None:
    armies = "at Vega: Brine 1:9, Cinder 1:1; at Altair: Dross 2:2; at Rigel: Dross 3:1"
    view = sight.view(position(f"seats 3; end last_round; round 40; {armies}"), 2)
    ranking = ((2,), (3,), (1,))
    ending = words.conclude(Outcome((2,), ranking, (2, 1, 1), "last_round"), view)
    assert ending == "Player 2 (you) wins: Player 1 came first, but resigned."
    assert words.conclude(Outcome((2,), ranking, (), "resignation"), view) == (
        "Player 2 (you) wins: everybody else has resigned."
    )


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
        "Proposed alliance of Player 1, Player 2 and Player 3 (you);\n  agreed so far: Player 3 (you).",
        "Launched this turn: Vega/Dross.",
        "Player 3 (you): 1 region, 7 units",
    ):
        assert part in text


@pytest.mark.rule("RS-R1")
def test_the_display_shows_the_order_of_turns() -> None:
    state = position("seats 3; order 3 1 2; turn 1; at Vega: Brine 1:5; at Altair: Dross 2:2; at Rigel: Dross 3:1")
    text = words.describe(sight.view(state, 2)).replace("\n  ", " ")
    assert text.startswith("Round 1 of 40; Player 3 moves first, then Player 1, then Player 2 (you). ")


@pytest.mark.parametrize(
    ("text", "seat", "asked"),
    [
        (
            "seats 2; stock 50 99 99 / 0 0 0",
            1,
            "Buy up to 5 units, then move armies, then end your turn. You win with 27 of 40 regions at the end of a ",
        ),
        ('seats 2; config {"domination":null}', 1, "You win with the most regions after round 40."),
        ("seats 2; launched Vega/Brine", 1, "buying is over, because you have moved."),
        ("seats 2", 1, "you cannot pay for new units."),
        ("seats 3; order 1 3 2; proposals 2>1:2", 1, "Player 2 offers you an alliance: accept or decline it."),
        ("seats 2", 2, "It is the turn of Player 1. You are next."),
        ("seats 2", None, "It is the turn of Player 1."),
    ],
)
def test_players_are_asked_for_what_they_can_do(text: str, seat: int | None, asked: str) -> None:
    armies = "at Vega: Brine 1:5; at Altair: Dross 2:3; at Rigel: Mouth-1 " + ("3:1" if "seats 3" in text else "2:1")
    assert asked in words.ask(sight.view(position(f"{text}; {armies}"), seat))


AT_WAR = """seats 3; round 4; order 3 2 1; turn 3; alliances 1+2; stock 40 50 50 / 0 0 0 / 0 0 0
at Vega: Aurum/Arden 1:3, Aurum/Borea 1:4 +2:1, Aurum/Cyrene 1:1
at Vega: Brine 1:5 +2:3 !3:6<Sadr/Mouth-1, Dross 1:1, Cinder 3:8, Mouth-2 2:2
at Rigel: Dross 3:9"""


def test_the_overview_leads_with_stock_armies_and_threats_and_marks_whose_they_are() -> None:
    lines = words.overview(sight.view(position(AT_WAR), 1), 100).splitlines()
    assert " ".join(lines[1].split()) == "● Player 1 (you) 3 5 14 40 +300 50 +100 50 +100 4"
    assert lines[2].startswith("■ Player 3 ")
    assert lines[4:8] == [
        "Combats: Vega/Brine ●5+▲3 vs ■6.",
        "Your armies: 5 at Vega/Brine, 4 at Vega/Aurum/Borea, 3 at Vega/Aurum/Arden, 2 single units.",
        "Threats: ■7 at Vega/Cinder.",
        "Alliances: ●+▲ are allied.",
    ]
    assert "Vega     home ●  Aurum ●3 4+▲1 ●1 ·  Brine ●5+▲3 vs ■6  Cinder ■8  Dross ●1  Ember ·" in lines[9]


@settings(max_examples=40, deadline=None)
@given(played_matches())
def test_an_overview_fits_a_screen_for_every_seat_and_for_spectators(match: AnyMatch) -> None:
    for seat in (None, 1):
        view = sight.view(match.state, seat)
        tall = {width: len(words.overview(view, width).splitlines()) for width in (80, 100, 160)}
        assert tall[160] <= tall[100] <= 20 + 2 * view.setup.seats


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("vega", ["Vega, home of Player 1 (you)", "Mouth-1 to Sadr: free", "Arden: Player 1 (you), 3 units"]),
        (
            "Vega/Brine",
            [
                "Vega/Brine, planetoid",
                "Each region yields 100 metals per round (level 0 of 3).",
                "Level 1 costs 500 population and 500 fuel, and yields 110 per region.",
                "Player 1 (you), 5 units; with Player 2, 3 units; attacked by Player 3, 6 units",
            ],
        ),
        ("Vega/Mouth-2", ["the mouth of the lane to", "Player 2, 2 units"]),
        ("Vega/Aurum/Borea", ["a region of Vega/Aurum", "Player 1 (you), 4 units; with Player 2, 1 unit."]),
        ("Vega/Aurum/Doria", ["a region of Vega/Aurum", "Free."]),
        ("Vega/Aurum", ["Vega/Aurum, Gaia planet", "Owned by nobody: that takes all of its regions."]),
        ("player 1", ["Player 1 (you): 5 regions, 14 units", "are allied", "5 at Vega/Brine, 4 at Vega/Aurum/Borea"]),
    ],
)
def test_systems_bodies_places_and_players_can_be_looked_at(name: str, parts: list[str]) -> None:
    told = words.describe(sight.view(position(AT_WAR), 1), name)
    flat = " ".join(told.split())
    for part in parts:
        assert part in flat
    assert max(map(len, told.splitlines())) <= 80


def test_the_end_of_a_name_is_enough_to_look_at_it() -> None:
    view = sight.view(position(AT_WAR), 1)
    assert words.describe(view, "hollow") == words.describe(view, "Sadr/Hollow")
    with pytest.raises(BadNotation, match=r"'Cinder' could mean Vega/Cinder, "):
        words.describe(view, "Cinder")


def test_a_part_that_is_none_brings_the_nearest_names() -> None:
    with pytest.raises(BadNotation, match=r"did you mean Vega/Cinder"):
        words.describe(sight.view(position(AT_WAR), 1), "Vega/Cindr")


def test_every_order_is_labelled_in_plain_words() -> None:
    state = position(
        """seats 3; stock 30 600 600 / 0 0 0 / 0 0 0; heroes 1 2@Vega/Brine / - / -; turn 1
at Vega: Aurum/Arden 1:1, Aurum/Borea 1:1, Aurum/Cyrene 1:1, Aurum/Doria 1:1, Brine 1:2
at Altair: Dross 2:1; at Rigel: Dross 3:1"""
    )
    view = sight.view(state, 1)
    found = {template.label: template for template in words.label(sight.options(state, 1), view).templates}
    assert list(found) == [
        "End your turn",
        "Buy units for Arden (Vega)",
        "Buy units for Borea (Vega)",
        "Buy units for Cyrene (Vega)",
        "Buy units for Doria (Vega)",
        "Buy units for Brine (Vega)",
        "Send units from Brine (Vega)",
        "Upgrade Aurum (Vega)",
        "Post a hero of class I",
        "Recall a hero of class II from Brine (Vega)",
        "Propose an alliance",
    ]
    assert [slot.label for slot in found["Send units from Brine (Vega)"].slots] == ["To", "Units"]
    (who,) = found["Propose an alliance"].slots
    assert isinstance(who, Choice)
    assert who.labels == ("Player 2", "Player 3")


def test_a_draft_is_told_apart_from_the_same_order_for_other_figures() -> None:
    state = position("seats 2; stock 50 99 99 / 0 0 0; at Vega: Brine 1:1, Cinder 1:1; at Altair: Dross 2:1")
    view = sight.view(state, 1)
    drafted = words.label(sight.options(state, 1, Buy({"Vega/Brine": 2})), view).templates
    assert drafted[0].label == "Buy units for Brine (Vega) (your draft)"
    spread = words.label(sight.options(state, 1, Buy({"Vega/Brine": 2, "Vega/Cinder": 1})), view).templates[0]
    assert spread.label == "Buy units"
    assert [slot.label for slot in spread.slots] == [
        "Units for Brine (Vega)",
        "Buy nothing for Brine (Vega)",
        "Units for Cinder (Vega)",
        "Buy nothing for Cinder (Vega)",
    ]


def test_what_became_of_an_order_is_told_alike_to_all_who_read_it() -> None:
    for sentence in sentences.FATES.values():
        assert not re.search(r"\b(you|your)\b", sentence, re.IGNORECASE), sentence
