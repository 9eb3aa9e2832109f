"""`armillary play` without a game, and the opponent of a first match."""

from __future__ import annotations

import pytest
from rich.console import Console

from armillary.core.registry import games
from armillary.terminal.choosing import Chosen, choose
from armillary.terminal.players import opponent
from armillary.terminal.prompt import Left
from armillary.terminal.screen import Screen
from tests.terminal import toy
from tests.terminal.conftest import Run
from tests.terminal.script import Script


def chosen(*lines: str, width: int = 80) -> tuple[Chosen, Script]:
    keys = Script(lines)
    out = Console(file=keys.paper, width=width, height=40, force_terminal=True, color_system=None, _environ={})
    return choose(Screen(out, keys)), keys


def test_enter_takes_a_lesson_of_the_shortest_game_against_the_easy_bot() -> None:
    choice, keys = chosen("", "", "", "")
    assert (choice.game.slug, choice.preset, choice.seats, choice.opponent) == ("skirmish", "lesson", 2, "easy")
    assert choice.seating == ("person", "easy")
    assert keys.prompts == [
        "Game [skirmish]: ",
        "A lesson or a full match [lesson]: ",
        "Opponent [easy]: ",
        "Players, 2 to 8 [2]: ",
    ]
    command = "armillary play skirmish --preset lesson --seat person --seat easy"
    assert command in " ".join(keys.paper.getvalue().split())


def test_choices_are_made_by_number_or_by_name() -> None:
    choice, keys = chosen("5", "standard", "PERSON", "4")
    assert (choice.game.slug, choice.preset, choice.seats) == ("territory", "standard", 4)
    assert choice.seating == ("person",) * 4
    assert choice.command == "armillary play territory --seat person --seat person --seat person --seat person"
    assert list(keys.offered[0]) == [game.slug for game in games()]


def test_what_is_not_offered_is_asked_for_again_with_the_nearest() -> None:
    choice, keys = chosen("keplr", "99", "kepler", "", "hrd", "hard", "9", "0", "x", "3")
    assert (choice.game.slug, choice.opponent, choice.seats) == ("kepler", "hard", 3)
    text = " ".join(keys.paper.getvalue().split())
    assert "There is no choice called 'keplr'; did you mean kepler?" in text
    assert "There is no choice called 'hrd'; did you mean hard?" in text
    assert text.count("Kepler's Horizon is for 2 to 8 players. Type a number.") == 3


@pytest.mark.parametrize("lines", [["q"], ["", "", "quit"], ["", "", "", "EXIT"]])
def test_every_question_can_be_left(lines: list[str]) -> None:
    with pytest.raises(Left):
        chosen(*lines)


def test_every_game_and_every_level_is_offered_with_a_sentence() -> None:
    _, keys = chosen("", "", "", "")
    text = " ".join(keys.paper.getvalue().split())
    for game in games():
        assert f"{game.slug} {game.title}, {game.minutes[0]} to {game.minutes[1]} minutes. {game.summary}" in text
    for about in ("hard Looks ahead", "random ", "perfect ", "person Somebody else at this keyboard."):
        assert about in text


def test_without_a_terminal_a_sentence_says_what_to_type(run: Run) -> None:
    for args in (["play"], ["play", "--seats", "3"]):
        result = run(*args, stdin="")
        assert result.exit_code == 2
        assert result.stderr.startswith("armillary: Say which game to play, for example: armillary play kepler. ")
        assert "The games are kepler, orbit, risky_stars, skirmish and territory." in result.stderr


def test_a_first_match_is_against_the_easy_bot(run: Run) -> None:
    assert "▲ Player 2 (easy bot)" in run("play", "skirmish", stdin="").stdout
    assert {opponent(game) for game in games()} == {"easy"}
    assert opponent(toy.GAME) == "stepper"
    assert "alone against an easy bot" in run("play", "--help").stdout


def test_a_name_that_would_be_cut_is_refused(run: Run) -> None:
    result = run("play", "skirmish", "--name", "x" * 41, stdin="")
    assert result.exit_code == 2
    assert result.stderr.endswith("is too long; a name has at most 40 characters.\n")
    assert "● " + "x" * 40 in run("play", "skirmish", "--name", "x" * 40, stdin="").stdout


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["paly"], "There is no command 'paly'; did you mean 'play'?"),
        (["PLAY"], "There is no command 'PLAY'; did you mean 'play'?"),
        (["zzzz"], "There is no command 'zzzz'."),
        (["play", "skrimish"], "There is no game called 'skrimish'; did you mean skirmish?"),
        (["play", "skirmish", "--preset", "lessn"], "There is no preset called 'lessn'; did you mean lesson?"),
        (["play", "skirmish", "--seat", "esay"], "There is no player called 'esay'; did you mean easy?"),
        (["play", "skirmish", "--sede"], "Did you mean"),
    ],
)
def test_what_does_not_exist_is_answered_with_the_nearest(run: Run, args: list[str], told: str) -> None:
    result = run(*args, stdin="")
    assert result.exit_code == 2
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1
