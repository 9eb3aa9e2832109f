"""One person at the table: drafts, what-ifs, commands, and the ways out."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary import Match, game, seed_from
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch
from armillary.core.values import Phase
from armillary.terminal import saves
from armillary.terminal.news import round_title
from armillary.terminal.prompt import COMMANDS
from tests.terminal import toy
from tests.terminal.script import WIDTH, Played

SEED = seed_from("a table in the corner")


def skirmish(*players: str) -> AnyMatch:
    names = players or ("Player 1", "bot:greedy")
    return Match.begin(game("skirmish"), seats=len(names), seed=SEED, players=names)


def count(*players: str) -> AnyMatch:
    return Match.begin(toy.GAME, seats=len(players), seed=SEED, players=players)


# -- drafts ------------------------------------------------------------------------------------------------


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


# -- commands ----------------------------------------------------------------------------------------------


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
    assert "Refused: there is no thing called 'conut'; did you mean Count?\n" in text


def test_everything_comes_one_screen_at_a_time() -> None:
    played = Played(count("Player 1", "bot:stepper"), "look all", "", "q", terminal=True)
    assert played.keys.prompts[1:3] == [
        "-- 37 more lines: press Enter, or q to stop -- ",
        "-- 14 more lines: press Enter, or q to stop -- ",
    ]
    assert "Line 46:" in played.text
    assert "Line 47:" not in played.text
    assert "Line 60:" in Played(count("Player 1", "bot:stepper"), "look all").text


def test_options_lists_what_may_be_ordered() -> None:
    text = Played(skirmish(), "options").text
    assert all(f"play {card}" in text for card in range(1, 16))


def test_options_of_a_range_show_its_ends() -> None:
    text = Played(count("Player 1", "bot:stepper"), "options").text
    assert "add 1 … add 11" in text
    assert "add 2" in text
    assert "any text of up to 10 characters" in text


def test_more_options_than_a_screen_holds_are_counted() -> None:
    config = game("skirmish").config(fleet_values=tuple(range(1, 501)))
    match = Match.begin(game("skirmish"), config=config, players=("Player 1", "bot:greedy"))
    played = Played(match, "options")
    assert "play 100 " in played.text
    assert "play 500" not in played.text
    assert " more: type 'options WORD' to see only those with WORD in them." in played.text


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
    assert played.keys.complete("add 2") == ["add 2", "add 2 hello"]


def test_rules_shows_the_rule_page_or_one_rule() -> None:
    assert "# Stellar Skirmish" in Played(skirmish(), "rules").text
    one = Played(skirmish(), "rules ss-6", "rules SS-99").text
    assert "### SS-6 The highest card takes the pot" in one
    assert "### SS-7" not in one
    assert "Refused: there is no rule called 'SS-99'" in one


def test_a_game_without_a_rule_page_says_so() -> None:
    assert "Refused: toy has no rule page." in Played(count("Player 1", "bot:stepper"), "rules").text


# -- ways out ----------------------------------------------------------------------------------------------


def test_a_whole_game_ends_with_the_outcome_and_an_offer_to_keep_it(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    played = Played(skirmish(), *(f"{card}!" for card in range(1, 16)), str(kept))
    outcome = played.match.outcome
    assert outcome is not None
    assert "(greedy bot)" in played.text
    assert "place  player" in played.text
    assert played.text.count("The game is over") == 1
    assert saves.resume(str(kept)).outcome == outcome


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


def test_a_person_learns_that_another_has_resigned() -> None:
    match = count("Player 1", "Player 2", "Player 3")
    assert "· ● Player 1 resigned." in Played(match, "resign", "y").keys.screens[-1]


def test_resigning_ends_a_match_of_two() -> None:
    played = Played(skirmish(), "resign", "y")
    assert played.match.outcome is not None
    assert played.match.outcome.winners == (2,)
    assert "▲ Player 2 wins: everybody else has resigned." in played.text
    assert "▲ Player 2 (greedy bot)" in played.text


def test_resigning_can_be_thought_over() -> None:
    assert Played(skirmish(), "resign", "").match.outcome is None


def test_bots_play_on_after_the_only_person_resigned() -> None:
    played = Played(skirmish("Player 1", "bot:greedy", "bot:random"), "resign", "yes")
    assert played.match.outcome is not None
    assert played.match.outcome.ranking[-1] == (1,)


def test_quitting_offers_to_save(tmp_path: Path) -> None:
    path = tmp_path / "later.json"
    played = Played(skirmish(), "7!", "quit", str(tmp_path / "nowhere" / "x"), str(path))
    assert "the folder" in played.text
    assert "Goodbye." in played.text
    assert saves.resume(str(path)).hashes == played.match.hashes


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_quitting_without_saving_writes_nothing(
    word: str, tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Played(skirmish(), word).text.endswith("Goodbye.\n")
    played = Played(skirmish(), "7!", word, "n")
    assert played.text.endswith("Goodbye.\n")
    assert list(tmp_path.iterdir()) == list(state.iterdir()) == []


def test_saving_can_be_left_to_the_match(state: Path) -> None:
    played = Played(skirmish(), "7!", "quit", "y", "")
    assert f"Saved as {state / 'skirmish-1.json'}\nResume it with: armillary play --resume\n" in played.text
    assert saves.resume(str(saves.last_unfinished())).hashes == played.match.hashes


def test_a_record_is_saved_in_this_folder_unless_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        Played(skirmish(), "resign", "y", "y", "")
        assert saves.resume(f"skirmish-{number}.json").outcome
    Played(skirmish(), "resign", "y", "")
    assert len(list(tmp_path.iterdir())) == 2


# -- matches that save themselves --------------------------------------------------------------------------


def test_the_end_of_input_keeps_the_match_and_says_how_to_resume_it(state: Path) -> None:
    played = Played(skirmish(), "7!")
    assert played.text.endswith(f"Saved as {state / 'skirmish-1.json'}\nResume it with: armillary play --resume\n")
    assert saves.resume(str(saves.last_unfinished())).hashes == played.match.hashes


def test_where_nothing_was_played_nothing_is_kept(state: Path) -> None:
    assert Played(skirmish(), "7").text.endswith("Nothing was played, so there is nothing to save.\n")
    assert not state.exists()


def test_no_match_takes_the_place_of_another_and_the_last_one_is_resumed(state: Path) -> None:
    first, second = Played(skirmish(), "7!").match, Played(skirmish(), "8!", "9!").match
    Played(count("Player 1", "bot:stepper"), "add 1!")
    assert [saves.resume(str(state / f"skirmish-{number}.json")).hashes for number in (1, 2)] == [
        first.hashes,
        second.hashes,
    ]
    assert saves.last_unfinished() == state / "toy-1.json"
    assert saves.last_unfinished("skirmish") == state / "skirmish-2.json"
    with pytest.raises(BadInput, match="no unfinished match"):
        saves.last_unfinished("kepler")


def test_a_resumed_match_stays_in_its_file_until_it_is_over(state: Path) -> None:
    Played(skirmish(), "7!")
    kept = saves.last_unfinished()
    Played(saves.resume(str(kept)), "8!", kept=kept)
    assert saves.resume(str(kept)).step == 2
    Played(saves.resume(str(kept)), "quit", "n", kept=kept)
    assert saves.resume(str(kept)).step == 2
    Played(saves.resume(str(kept)), "resign", "y", "n", kept=kept)
    assert list(state.iterdir()) == []


def test_a_round_of_several_phases_is_named_before_them() -> None:
    assert round_title(Phase(3, "battle", "x")) == "Battle 3"
    assert round_title(Phase(3, "declaration 1", "x")) == "Round 3, declaration 1"


def test_a_match_that_cannot_save_itself_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    played = Played(skirmish(), "7!", "8!")
    assert played.match.step == 2
    assert played.text.count("Warning: The match cannot save itself: ") == 1


def test_a_save_asks_before_it_replaces(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("precious")
    assert "Replace it?" in Played(skirmish(), f"save {path}", "n").keys.prompts[1]
    assert path.read_text() == "precious"
    Played(skirmish(), f"save {path}", "y")
    assert saves.resume(str(path)).step == 0


def test_a_save_needs_a_name() -> None:
    assert "Type the name of a file too: save FILE" in Played(skirmish(), "save").text


def test_resuming_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    path = str(tmp_path / "half.json")
    straight = Played(skirmish(), "7!", "9!", "3!").match
    Played(skirmish(), "7!", f"save {path}")
    resumed = Played(saves.resume(path), "9!", "3!").match
    assert resumed.hashes == straight.hashes


# -- games that move in turn -------------------------------------------------------------------------------


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
    text = Played(skirmish("\x1b[2J[red]Mallory[/red]", "bot:greedy"), "7!").text
    assert "\x1b" not in text
    assert "[2J[red]Mallory[/red]" in text


def test_an_unknown_bot_is_a_person() -> None:
    assert Played(skirmish("bot:unheard-of", "bot:greedy")).keys.prompts == ["● Player 1> "]
