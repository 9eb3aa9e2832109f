"""One person at the table: drafts, what-ifs, commands, and the ways out."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary import Match, game, seed_from
from armillary.core.match import AnyMatch
from armillary.terminal import saves
from tests.terminal import toy
from tests.terminal.script import Played

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


def test_undo_drops_the_draft() -> None:
    played = Played(skirmish(), "7", "undo", "", "undo")
    assert played.match.step == 0
    assert "The draft is dropped." in played.text
    assert "Nothing is drafted." in played.text
    assert "There is no draft to drop." in played.text


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
    assert "Nothing is drafted." in played.text
    assert "\x1b" not in played.text


def test_a_refusal_keeps_the_draft_before_it() -> None:
    played = Played(skirmish(), "7", "99", "")
    assert "[SS-5]" in played.text
    assert "Your draft is still: play 7" in played.text
    assert 7 not in played.match.state.hands[0]


def test_a_question_mark_only_asks() -> None:
    played = Played(skirmish(), "? 7", "?9", "? 99", "?", "")
    assert played.match.step == 0
    assert "If you order: play 7" in played.text
    assert "If you order: play 9" in played.text
    assert "You do not hold the card 99" in played.text
    assert "Nothing is drafted." in played.text


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


def test_help_names_every_command_and_the_notation() -> None:
    text = Played(skirmish(), "help").text
    for word in ("look", "options", "? ORDER", "undo", "rules", "save FILE", "resign", "quit", "'7' or 'play 7'"):
        assert word in text


def test_commands_are_understood_in_capitals_too() -> None:
    assert "save FILE" in Played(skirmish(), "HELP").text


def test_look_describes_the_position_and_the_draft_again() -> None:
    played = Played(skirmish(), "7", "look")
    assert played.text.count("At stake:") == 2
    assert played.text.count("Draft: play 7") == 2


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
    assert len(played.text.splitlines()) < 60
    assert "… and " in played.text


def test_tab_offers_commands_and_orders() -> None:
    offered = Played(skirmish()).keys.offered[0]
    assert {"help", "quit", "play 1", "play 15"} <= set(offered)


def test_rules_shows_the_rule_page() -> None:
    assert "# Stellar Skirmish" in Played(skirmish(), "rules").text


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
    assert "Player 1 (you)" in played.keys.screens[1]
    assert "· " in played.keys.screens[1]


def test_resigning_ends_a_match_of_two() -> None:
    played = Played(skirmish(), "resign", "y")
    assert played.match.outcome is not None
    assert played.match.outcome.winners == (2,)
    assert "Player 2 (greedy bot) wins. How it ended: all others resigned." in played.text


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


def test_quitting_without_saving_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Played(skirmish(), "quit", "").text.endswith("Goodbye.\n")
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_input_leaves_without_a_word_of_python() -> None:
    assert Played(skirmish()).text.endswith("Left without saving.\n")


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
    assert played.keys.prompts[:4] == ["Player 1> ", "Player 1> ", "Player 2> ", "Player 2> "]
    assert "Player 2 wins. How it ended: goal reached." in played.text


def test_what_a_game_writes_is_not_markup() -> None:
    assert "[bold]loud[/bold]" in Played(count("Player 1", "bot:stepper")).text


def test_names_from_a_record_cannot_drive_the_terminal() -> None:
    text = Played(skirmish("\x1b[2J[red]Mallory[/red]", "bot:greedy"), "7!").text
    assert "\x1b" not in text
    assert "[2J[red]Mallory[/red]" in text


def test_an_unknown_bot_is_a_person() -> None:
    assert Played(skirmish("bot:unheard-of", "bot:greedy")).keys.prompts == ["Player 1> "]
