"""Orders built up line by line: drafts, what-ifs, refusals, warnings."""

from __future__ import annotations

import pytest

from tests.terminal.script import Played, count, skirmish


def test_a_typed_order_is_a_draft_with_a_forecast() -> None:
    played = Played(skirmish(), "7")
    assert played.match.step == 0
    assert "Draft: play 7" in played.text
    assert "You would keep: 1 2 3 4 5 6 8" in played.text


def test_an_empty_line_submits_the_draft() -> None:
    played = Played(skirmish(), "7", "")
    assert played.match.step == 1
    assert 7 not in played.match.state.hands[0]


def test_another_order_replaces_the_draft() -> None:
    played = Played(skirmish(), "7", "play 9", "")
    assert 7 in played.match.state.hands[0]
    assert 9 not in played.match.state.hands[0]


@pytest.mark.parametrize("line", ["7!", "play 7 !"])
def test_an_order_with_an_exclamation_mark_goes_at_once(line: str) -> None:
    assert 7 not in Played(skirmish(), line).match.state.hands[0]


def test_undo_takes_back_one_line_after_the_other() -> None:
    played = Played(
        count("Player 1", "bot:stepper"), "add 1", "note hello", "add 3", "undo", "undo", "undo", "", "undo"
    )
    assert played.match.step == 0
    drafts = [line for line in played.text.splitlines() if line.startswith("Draft: ")]
    assert drafts == [f"Draft: add {line}" for line in ("1", "1 hello", "3 hello", "1 hello", "1")]
    assert "The draft is empty again." in played.text
    assert "Nothing is drafted yet" in played.text
    assert "There is nothing to take back." in played.text


def test_clear_drops_the_whole_draft() -> None:
    played = Played(count("Player 1", "bot:stepper"), "add 1", "note hello", "clear", "undo", "clear")
    assert "The draft is dropped." in played.text
    assert "There is nothing to take back." in played.text
    assert "There is no draft to drop." in played.text


def test_a_line_adds_to_the_draft_or_says_that_it_replaces_it() -> None:
    added = Played(count("Player 1", "bot:stepper"), "add 1", "note hello")
    assert "Draft: add 1 hello" in added.text
    assert "This replaces" not in added.text
    replaced = Played(count("Player 1", "bot:stepper"), "add 1", "add 3")
    assert "This replaces: add 1" in replaced.text
    again = Played(count("Player 1", "bot:stepper"), "add 1", "add 1")
    assert "This replaces" not in again.text


def test_a_first_line_may_be_a_part_that_the_default_order_completes() -> None:
    played = Played(count("Player 1", "bot:stepper"), "note hello", "note hello!", "note !")
    assert "Refused" not in played.text
    assert "Draft: add 1 hello\n" in played.text


def test_a_mistyped_command_gets_the_nearest() -> None:
    assert "Did you mean 'options'?" in Played(skirmish(), "optoins").text
    assert "Did you mean" not in Played(skirmish(), "zzz", "x" * 5000).text


def test_a_question_asks_about_the_draft_with_the_line_added() -> None:
    assert "If you order: add 1 hello" in Played(count("Player 1", "bot:stepper"), "add 1", "? note hello").text


def test_an_exclamation_mark_in_a_text_belongs_to_the_text() -> None:
    shouted = Played(count("Player 1", "bot:stepper"), "add 1 hello!")
    assert shouted.match.step == 0
    assert "Draft: add 1 hello!" in shouted.text
    assert "an ! at the end is part of the text" in Played(count("Player 1", "bot:stepper"), "help").text
    assert Played(count("Player 1", "bot:stepper"), "add 1!").match.step == 1


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["99", "-3", "99!"], "Refused: "),
        (["abc", "play", "7 8", "!7", "[bold]", "\x1b[2J", "9" * 5000], "Not understood: "),
    ],
)
def test_what_is_refused_or_not_understood_is_not_kept(lines: list[str], said: str) -> None:
    played = Played(skirmish(), *lines, "")
    assert played.match.step == 0
    assert played.text.count(said) == len(lines)
    assert "Nothing is drafted yet" in played.text
    assert "\x1b" not in played.text


def test_a_refusal_keeps_the_draft_before_it() -> None:
    played = Played(skirmish(), "7", "99", "")
    assert "[SS-5]" in played.text
    assert "Your draft is still: play 7" in played.text
    assert 7 not in played.match.state.hands[0]


def test_a_question_mark_only_asks() -> None:
    played = Played(skirmish(), "? 7", "?9", "? 99", "")
    assert played.match.step == 0
    assert "If you order: play 7" in played.text
    assert "If you order: play 9" in played.text
    assert "You do not hold the card 99" in played.text
    assert "Nothing is drafted yet" in played.text


@pytest.mark.parametrize(("line", "warning"), [("wait", "That adds nothing."), ("add 12", "That is more than is")])
def test_a_void_or_altered_order_is_kept_with_a_warning(line: str, warning: str) -> None:
    played = Played(count("Player 1", "bot:stepper"), line, "")
    assert f"Warning: {warning}" in played.text
    assert played.match.step >= 1


def test_an_order_that_goes_at_once_is_warned_of_too_but_not_forecast() -> None:
    played = Played(count("Player 1", "bot:stepper"), "wait!")
    assert played.match.step == 1
    assert "Warning: That adds nothing." in played.text
    assert "would be" not in played.text
