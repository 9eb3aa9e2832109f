"""Where players say what they like: plain words are said, and Enter says nothing."""

from __future__ import annotations

import pytest

from armillary import Match, game
from armillary.core.match import AnyMatch, Turn
from armillary.games.territory.model import Declare
from tests.terminal.script import SEED, Played


def talk() -> AnyMatch:
    players = ("Player 1", "bot:medium", "bot:medium")
    return Match.begin(game("territory"), seats=3, seed=SEED, players=players)


def said(match: AnyMatch) -> list[object]:
    return [turn.orders[0][1] for turn in match.log if isinstance(turn, Turn)]


def test_plain_words_are_said_once_enter_is_pressed() -> None:
    played = Played(talk(), "I come in peace!", "", "North; or not.", "")
    assert said(played.match) == [Declare("I come in peace!"), Declare("North; or not.")]
    assert 'Everybody would read: "I come in peace!"' in played.text


def test_enter_says_nothing() -> None:
    assert said(Played(talk(), "", "").match) == [Declare(""), Declare("")]


def test_the_prompt_and_the_help_say_so() -> None:
    first, helped = Played(talk(), "help").keys.screens
    assert "Say what you plan, true or not (declaration 1 of 2)." in first
    assert first.endswith("Type what you want to say, press Enter to say nothing, or type 'help'.\n")
    assert "What you type is said as it stands, an ! at its end included, unless it begins" in helped
    assert "Put 'say' in front of what would otherwise be a command: say help me." in helped


@pytest.mark.parametrize(
    ("line", "text"),
    [("say help me", "help me"), ("say look out!", "look out!"), ("say", ""), ("helpless", "helpless")],
)
def test_what_begins_like_a_command_can_be_said(line: str, text: str) -> None:
    assert said(Played(talk(), line, "").match) == [Declare(text)]


def test_commands_still_work() -> None:
    played = Played(talk(), "news", "look", "options", "hint", "rules TR-4", "clear", "quit")
    assert played.match.step == 0
    assert "### TR-4" in played.text
    assert "Hint: " in played.text


def test_commands_of_the_game_are_refused_with_what_to_do() -> None:
    played = Played(talk(), "stay", "0,0,D,3")
    assert played.text.count("put 'say' in front of what you want to say. [TR-3]") == 2
    assert played.match.step == 0


def test_in_the_command_phase_enter_gives_no_order() -> None:
    played = Played(talk(), "", "", "")
    assert played.match.step == 2
    assert "Nothing is drafted yet; 'options' lists what you may order, and 'hint' suggests an order." in played.text
