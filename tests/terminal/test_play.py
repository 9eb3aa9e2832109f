"""One person at the table: commands, news, games that move in turn."""

from __future__ import annotations

import pytest

from armillary import Match, game
from armillary.core.values import Phase
from armillary.terminal import menu
from armillary.terminal.news import round_title
from armillary.terminal.prompt import COMMANDS
from tests.terminal import toy
from tests.terminal.script import SEED, WIDTH, Played, count, skirmish

# -- commands --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["help", "?"])
def test_help_names_every_command_and_the_notation(line: str) -> None:
    text = Played(skirmish(), line).text
    for word in (*COMMANDS, "Tab", "'7' or 'play 7'"):
        assert word in text


def test_help_has_examples_that_can_be_played_here() -> None:
    text = Played(count("Player 1", "bot:stepper"), "help").text
    assert "For example, in this position:\n  add 1\n  add 2\n" in text


def test_every_prompt_says_what_is_asked_what_wins_and_where_help_is() -> None:
    played = Played(count("Player 1", "bot:stepper"), "look", "add 1!", "nonsense")
    for screen in played.keys.screens:
        assert screen.splitlines()[-1].startswith("Add 1 to 1")
        assert screen.splitlines()[-1].endswith("Whoever reaches 11 wins. Type an order, or 'help'.")
    assert set(played.keys.prompts) == {"● Player 1> "}


def test_commands_are_understood_in_capitals_too() -> None:
    assert "save FILE" in Played(skirmish(), "HELP").text


def test_look_shows_the_position_at_a_glance_and_the_draft_again() -> None:
    played = Played(count("Player 1", "bot:stepper"), "add 1", "look")
    assert played.text.count("─" * WIDTH + "\nThe count stands at 0") == 2
    assert played.text.count("Draft: add 1") == 2


def test_look_shows_a_part_by_its_name_or_the_nearest_names() -> None:
    match = Match.begin(toy.GAME, seed=SEED, players=("Player 1", "Ada"))
    text = Played(match, "look count", "look player 1", "look ADA", "look conut").text
    assert "Count is at the table." in text
    assert "Player 1 is at the table." in text
    assert "Ada is at the table." in text
    assert "There is no thing called 'conut'; did you mean Count?\n" in text


def test_everything_comes_one_screen_at_a_time() -> None:
    played = Played(count("Player 1", "bot:stepper"), "look all", "", "q", terminal=True)
    assert played.keys.prompts[1:3] == [
        "-- 37 more lines: press Enter, or q to stop -- ",
        "-- 14 more lines: press Enter, or q to stop -- ",
    ]
    assert "Line 46:" in played.text
    assert "Line 47:" not in played.text
    assert "Line 60:" in Played(count("Player 1", "bot:stepper"), "look all").text


def test_a_single_line_that_does_not_fit_is_called_a_line() -> None:
    played = Played(count("Player 1", "bot:stepper"), "look all", "", "", terminal=True, height=60)
    assert played.keys.prompts[1] == "-- 1 more line: press Enter, or q to stop -- "


def test_options_lists_what_may_be_ordered() -> None:
    text = Played(skirmish(), "options").text
    assert all(f"play {card}" in text for card in range(1, 16))


def test_options_of_a_range_show_its_ends() -> None:
    text = Played(count("Player 1", "bot:stepper"), "options").text
    assert "add 1 … add 11" in text
    match = count("Player 1", "bot:stepper")
    listed = menu.listing(toy.options(match.state, 1), lambda order: f"add {order.amount}")
    assert "add 1 … add 11" in listed
    assert "add 1" not in listed
    assert "add 2" in text
    assert "any text of up to 10 characters" in text


def test_more_options_than_a_screen_holds_come_one_screen_at_a_time() -> None:
    config = game("skirmish").config(fleet_values=tuple(range(1, 501)))
    match = Match.begin(game("skirmish"), config=config, players=("Player 1", "bot:medium"))
    assert "play 500" in Played(match, "options").text
    played = Played(match, "options", "q", terminal=True)
    assert played.keys.prompts[1].startswith("-- 40 more lines")
    assert "play 100" not in played.keys.screens[1]


def test_options_can_be_narrowed_down() -> None:
    played = Played(skirmish(), "options 15", "options nonsense")
    assert "play 15" in played.text
    assert "play 14" not in played.text
    assert "None of 15 orders has 'nonsense' in it." in played.text


def test_tab_offers_commands_and_orders() -> None:
    offered = Played(skirmish()).keys.offered[0]
    assert {"help", "quit", "play 1", "play 15"} <= set(offered)


def test_tab_completes_names_and_orders_that_add_to_the_draft() -> None:
    played = Played(count("Player 1", "bot:stepper"), "add 1 hello")
    assert played.keys.complete("look pl") == ["look Player 1", "look Player 2"]
    assert Played(count("Ada", "bot:stepper")).keys.complete("look a") == ["look Ada"]
    assert played.keys.complete("add 2") == ["add 2", "add 2 hello"]


@pytest.mark.parametrize(
    ("line", "word"),
    [("hnit", "hint"), ("tkae", "take"), ("lok P3", "look"), ("optons 15", "options"), ("sve x", "save")],
)
def test_a_word_that_is_mistyped_is_answered_with_the_nearest(line: str, word: str) -> None:
    assert f"Did you mean '{word}'?" in Played(skirmish(), line).text


def test_rules_shows_the_rule_page_or_one_rule() -> None:
    assert "# Stellar Skirmish" in Played(skirmish(), "rules").text
    one = Played(skirmish(), "rules ss-6", "rules SS-99").text
    assert "### SS-6 The highest card takes the pot" in one
    assert "### SS-7" not in one
    assert "There is no rule called 'SS-99'" in one


def test_a_game_without_a_rule_page_says_so() -> None:
    assert "Count to Eleven has no rule page." in Played(count("Player 1", "bot:stepper"), "rules").text


# -- games that move in turn -----------------------------------------------------------------------------


def test_small_orders_of_one_phase_do_not_repeat_the_position() -> None:
    played = Played(count("Player 1", "bot:stepper"), "add 1!", "add 1!")
    assert "stands at" not in played.keys.screens[1].removeprefix(played.keys.screens[0])
    assert "You, seat 1, added 1." in played.keys.screens[1]
    assert "The count stands at 6" in played.keys.screens[2]


def test_a_whisper_is_heard_by_its_seat_only() -> None:
    played = Played(count("Player 1", "bot:stepper"), "add 1!", "add 1!")
    assert "seat 2" not in played.text


def test_people_who_hide_nothing_need_no_hand_over() -> None:
    played = Played(count("Player 1", "Player 2"), "add 1!", "add 1!", "add 5!", "add 5!", "")
    assert played.keys.prompts[:4] == ["● Player 1> ", "● Player 1> ", "▲ Player 2> ", "▲ Player 2> "]
    assert played.keys.forgotten == 1
    assert "▲ Player 2 wins: the count is 11." in played.text


def test_what_a_game_writes_is_not_markup() -> None:
    assert "[bold]loud[/bold]" in Played(count("Player 1", "bot:stepper")).text


def test_names_from_a_record_cannot_drive_the_terminal() -> None:
    text = Played(skirmish("\x1b[2J[red]Mallory[/red]", "bot:medium"), "7!").text
    assert "\x1b" not in text
    assert "[2J[red]Mallory[/red]" in text


def test_an_unknown_bot_is_a_person() -> None:
    assert Played(skirmish("bot:unheard-of", "bot:medium")).keys.prompts == ["● Player 1> "]


# -- news --------------------------------------------------------------------------------------------------


def test_news_of_a_turn_are_told_to_the_person() -> None:
    played = Played(skirmish(), "15!")
    assert "Battle 1\n  · ● Player 1 (you) played 15" in played.keys.screens[1]


def test_news_are_grouped_by_round_and_player_and_folded_when_long() -> None:
    match = count("Player 1", "bot:stepper", "bot:stepper")
    played = Played(match, "add 1!", "add 1!", "news", terminal=True)
    told = played.keys.screens[-1].partition("Turn 4")[2]
    assert "Turn 2 · ▲ Player 2\n  · The count is 4.\n  · The count is 6.\n" in told
    assert "Turn 3 · ■ Player 3\n  · The count is 8.\n  · The count is 10.\n" in told
    text = Played(count("Player 1", *["bot:stepper"] * 2), "add 1!", "add 1!", terminal=True, height=12).text
    folded = text.rpartition("Count to Eleven · Turn 4")[2]
    assert "… and 3 more: type 'news'." in folded
    assert "The count is 1." not in folded
    assert "The count is 10." in folded


def test_news_keep_what_was_told_earlier_in_a_turn() -> None:
    played = Played(count("Player 1", "bot:stepper"), "add 1!", "add 1!", "add 1!", "news")
    told = played.keys.screens[4].removeprefix(played.keys.screens[3])
    assert "Turn 2 · ▲ Player 2\n  · The count is 4." in told
    assert "Turn 3 · ● Player 1 (you)\n  · You, seat 1, added 1.\n  · The count is 7." in told


def test_a_person_learns_that_another_has_resigned() -> None:
    match = count("Player 1", "Player 2", "Player 3")
    assert "· ● Player 1 resigned." in Played(match, "resign", "y").keys.screens[-1]


def test_a_round_of_several_phases_is_named_before_them() -> None:
    assert round_title(Phase(3, "battle", "x")) == "Battle 3"
    assert round_title(Phase(3, "declaration 1", "x")) == "Round 3, declaration 1"
