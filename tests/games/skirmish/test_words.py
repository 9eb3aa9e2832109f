"""Sentences: every code has one, and they read as they should."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from armillary.core.bounds import OUT_OF_BOUNDS, UNFIT_TEXT
from armillary.core.errors import BadNotation
from armillary.core.values import Fate, Violation
from armillary.games.skirmish import rules, sight, words
from armillary.games.skirmish.game import GAME
from armillary.games.skirmish.model import Awarded, Config, Ended, GameEndReason, Play, Revealed, Tied, Won
from armillary.games.skirmish.words import sentences
from armillary.testing import cases
from armillary.testing.openings import config_of

TABLE = words.parse_state(
    'battle 3; deck P1:1 P6:2 gate="Gate":-1@station!double_next_planet_no_combat{"multiplier":2} P2:1 | P3:1 P4:1;'
    "pot gate P2; hands 3,1 / 2,9; claimed P1 / P6"
)


def violations() -> list[Violation]:
    """What the cases refuse, and what only a position given as JSON can be guilty of."""
    found: list[Violation] = [*rules.check(TABLE, 1, Play(7)), *rules.check_config(Config(fleet_values=(1,) * 501), 2)]
    for case in cases.load_folder(Path(__file__).parent / "cases"):
        if case.facts.config_refused:
            found += rules.check_config(*config_of(GAME, case.facts))
        elif case.facts.position_refused:
            found += rules.check_position(words.parse_state(case.facts.given or ""))
    for changes in ({"current_planet_index": 99}, {"end_reason": GameEndReason.NORMAL}):
        found += rules.check_position(msgspec.structs.replace(TABLE, **changes))
    return found


def test_every_violation_has_a_sentence_and_every_sentence_is_needed() -> None:
    found = violations()
    assert {violation.code for violation in found} - {OUT_OF_BOUNDS, UNFIT_TEXT} == set(sentences.VIOLATIONS)
    for violation in found:
        sentence = words.explain(violation)
        assert "{" not in sentence
        assert sentence.endswith(f"[{violation.rule}]")


@pytest.mark.parametrize("verdict", ["won", "tied", "lost"])
def test_every_fate_has_a_sentence(verdict: str) -> None:
    sentence = words.explain(Fate(1, ("card",), verdict, "SS-6", {"card": 7}))
    assert sentence.startswith("The 7 ")
    assert sentence.endswith(" [SS-6]")


def test_events_are_told_to_those_they_concern() -> None:
    view = sight.view(TABLE, 2)
    told = [
        words.tell(event, view)
        for event in (
            Revealed(cards=(3, 9), rule="SS-5"),
            Won(winner=2, card=9, planets=("gate", "P2"), rule="SS-6"),
            Won(winner=1, card=9, planets=(), rule="SS-8"),
            Tied(seats=(1, 2), card=4, added="P3", rule="SS-6"),
            Tied(seats=(1, 2), card=4, added=None, rule="SS-7"),
            Awarded(winner=2, planet="P3", victory_points=2, through="gate", rule="SS-11"),
            Ended(reason=GameEndReason.NORMAL, rule="SS-10"),
        )
    ]
    assert told == [
        "Player 1 played 3 and Player 2 (you) played 9.",
        "Player 2 (you) won with 9 and claimed Gate and Planet 2.",
        "Player 1 won with 9, but nothing was at stake.",
        "Player 1 and Player 2 (you) tied at 4. Nobody scores, and Planet 3 joins the pot.",
        "Player 1 and Player 2 (you) tied at 4. Nobody scores, and the pot stays as it is: the deck is empty.",
        "Through Gate, Player 2 (you) also received Planet 3 (2 VP), without a battle.",
        "The game is over: all planets are claimed. Player 2 (you) has the most VP: 2.",
    ]


def test_the_table_is_described_in_full() -> None:
    assert words.describe(sight.view(TABLE, 1)).splitlines() == [
        "Battle 3.",
        ("At stake: Gate (-1 VP; station; brings the next planet at 2 times its VP), Planet 2 (1 VP) (0 VP in total)."),
        "Player 1 (you): 1 VP. Ships: 1 3. Claimed: Planet 1.",
        "Player 2: 2 VP. Ships: 2 9. Claimed: Planet 6.",
        "Face down: 2 planets, 2 VP.",
    ]


def test_a_finished_table_says_so() -> None:
    over = words.parse_state("battle 2; deck P1:1 | P2:1; pot -; hands - / -; claimed P1 / -")
    assert words.describe(sight.view(over, None)).splitlines() == [
        "Final position: all ships are spent, with planets left over. Player 1 has the most VP: 1.",
        "At stake: nothing.",
        "Player 1: 1 VP. Ships: none. Claimed: Planet 1.",
        "Player 2: 0 VP. Ships: none. Claimed: nothing yet.",
        "Face down: 1 planet, 1 VP.",
    ]


def test_the_help_shows_notation_that_is_understood() -> None:
    view = sight.view(TABLE, 1)
    for example in words.notation().split("'")[1::2]:
        assert words.parse_order(example, view) == Play(7)


def test_those_who_share_the_most_points_are_all_named() -> None:
    over = words.parse_state("battle 2; deck P1:1 P2:1 |; pot -; hands - / - / -; claimed P1 / - / P2")
    assert words.describe(sight.view(over, 3)).splitlines()[0] == (
        "Final position: all planets are claimed. Player 1 and Player 3 (you) share the most VP: 1 each."
    )


@pytest.mark.parametrize(
    ("position", "seat", "sentence"),
    [
        (
            "battle 1; deck | P1:1 P2:2; pot -; hands 1 / 1; claimed - / -",
            1,
            "Play one card; the highest takes Planet 1, 1 VP. Most VP wins.",
        ),
        (
            "battle 2; deck P1:2 P2:3 |; pot P1 P2; hands 1 / 1; claimed - / -",
            2,
            "Play one card; the highest takes the pot: 2 planets, 5 VP. Most VP wins.",
        ),
        (
            "battle 2; deck P1:2 P2:3 |; pot P1 P2; hands 1 / 1; claimed - / -",
            None,
            "Everybody plays one card; the highest takes the pot: 2 planets, 5 VP. Most VP wins.",
        ),
        (
            "battle 2; deck P1:2 |; pot -; hands 1 / 1; claimed P1 / -",
            1,
            "Play one card; the highest takes nothing, for the deck is empty. Most VP wins.",
        ),
        ("battle 2; deck P1:2 |; pot -; hands - / -; claimed P1 / -", 1, "The match is over."),
    ],
)
def test_a_player_is_asked_for_a_card_and_told_what_it_is_for(position: str, seat: int | None, sentence: str) -> None:
    assert words.ask(sight.view(words.parse_state(position), seat)) == sentence


def test_an_overview_begins_with_the_reader() -> None:
    assert words.overview(sight.view(TABLE, 2), 100).splitlines() == [
        "Battle 3. At stake: Gate (-1 VP; station; brings the next planet at 2 times its VP), Planet 2 (1 VP)",
        "(0 VP in total).",
        "",
        "▲ Player 2 (you)  2 VP  ships 2 9  claimed Planet 6",
        "● Player 1        1 VP  ships 1 3  claimed Planet 1",
        "",
        "Face down: 2 of 1 VP.",
    ]
    over = words.parse_state("battle 2; deck P1:1 |; pot -; hands - / -; claimed P1 / -")
    assert words.overview(sight.view(over, None), 80).splitlines() == [
        "Final position: all planets are claimed. Player 1 has the most VP: 1.",
        "",
        "● Player 1  1 VP  ships none  claimed Planet 1",
        "▲ Player 2  0 VP  ships none  claimed nothing",
        "",
        "Face down: no planets.",
    ]


def test_a_crowded_table_goes_on_below_and_loses_nothing() -> None:
    deck = " ".join(f"P{n}:1" for n in range(1, 60))
    crowd = words.parse_state(
        f"battle 2; deck {deck} |; pot -; hands 1..90 / 1..90; claimed {deck.replace(':1', '')} / -"
    )
    for width in (40, 60, 80):
        lines = words.overview(sight.view(crowd, 1), width).splitlines()
        assert max(map(len, lines)) <= width
        told = " ".join(" ".join(lines).split())
        assert told.count(f"ships {' '.join(str(ship) for ship in range(1, 91))} claimed") == 2
        assert f"claimed {', '.join(f'Planet {n}' for n in range(1, 60))} ▲ Player 2 0 VP" in told


def test_players_and_planets_can_be_looked_at() -> None:
    view = sight.view(TABLE, 1)
    assert words.names(view) == (
        "Player 1",
        "Player 2",
        *(f"Planet {n}" for n in (1, 6)),
        "Gate",
        *(f"Planet {n}" for n in (2, 3, 4)),
    )
    assert words.describe(view, "player 2") == "Player 2: 2 VP. Ships: 2 9. Claimed: Planet 6.\n  Planet 6 (2 VP)"
    assert words.describe(view, "p1") == "Planet 1 (1 VP): claimed by Player 1 (you)."
    assert words.describe(view, "P2") == "Planet 2 (1 VP): at stake now."
    assert words.describe(view, "planet 3") == "Planet 3 (1 VP): still face down."
    with pytest.raises(BadNotation, match=r"There is no player or planet called 'gat'; did you mean .*[gG]ate"):
        words.describe(view, "gat")


def test_a_planet_may_be_called_like_a_player() -> None:
    odd = words.parse_state('battle 1; deck | "Player 1":2 "Player 9":1; pot -; hands 1 / 1; claimed - / -')
    view = sight.view(odd, 1)
    assert words.names(view) == ("Player 1", "Player 2", "Player 9")
    assert words.describe(view, "Player 1").startswith("Player 1 (you): 0 VP.")
    assert words.describe(view, "Player 9") == "A planet of 1 VP: still face down."


@pytest.mark.rule("SS-9", "SS-10")
@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (
            "battle 2; deck P1:17 P2:13 P3:9 |; pot -; hands - / - / -; claimed P1 / P3 / P2",
            "Player 1 wins with 17 VP to 13 and 9: all planets are claimed.",
        ),
        (
            "battle 2; deck P1:1 P2:1 | P3:1; pot -; hands - / -; claimed P1 / P2",
            "Player 1 and Player 2 share the win with 1 VP each: all ships are spent, with planets left over.",
        ),
        (
            "battle 2; deck P1:1 |; pot -; hands 1 / -; claimed - / P1",
            "Player 2 wins with 1 VP to 0: a player ran out of ships before the others.",
        ),
    ],
)
def test_an_end_is_told_with_its_figures(position: str, sentence: str) -> None:
    state = words.parse_state(position)
    outcome = rules.outcome(state)
    assert outcome is not None
    assert words.conclude(outcome, sight.view(state, None)) == sentence


def test_a_card_takes_the_place_of_the_one_drafted() -> None:
    assert words.parse_order("9", sight.view(TABLE, 2), Play(2)) == Play(9)


def test_planets_without_names_are_told_by_their_worth() -> None:
    plain = words.parse_state("battle 1; deck A=-:2 B=-:3 | C=-:1; pot A B; hands 1,2 / 1,2; claimed - / -")
    view = sight.view(plain, 1)
    assert words.tell(Won(winner=2, card=9, planets=("A", "B"), rule="SS-6"), view) == (
        "Player 2 won with 9 and claimed a planet of 2 VP and a planet of 3 VP."
    )
    assert words.tell(Awarded(winner=2, planet="C", victory_points=2, through="A", rule="SS-11"), view) == (
        "Through a planet of 2 VP, Player 2 also received a planet (2 VP), without a battle."
    )
    assert words.describe(view, "C") == "A planet of 1 VP: still face down."
