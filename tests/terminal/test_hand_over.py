"""Several people at one keyboard: nobody sees what is not theirs."""

from __future__ import annotations

from pathlib import Path

from armillary import Match, game, seed_from
from armillary.core.match import AnyMatch, Turn
from armillary.terminal import saves
from armillary.terminal.prompt import WORDS
from armillary.terminal.screen import CLEAR
from tests.terminal.script import Played


def people(count: int = 2) -> AnyMatch:
    names = tuple(f"Player {seat}" for seat in range(1, count + 1))
    return Match.begin(game("skirmish"), seats=count, seed=seed_from("two at a table"), players=names)


def first_card(played: Played) -> int:
    """What Player 1 played in the first battle."""
    turn = played.match.log[0]
    assert isinstance(turn, Turn)
    card: int = turn.orders[0][1].card
    return card


def test_a_hand_over_page_stands_between_two_people() -> None:
    played = Played(people(), "", "7!", "", "", "9!", terminal=True)
    assert played.keys.prompts == [
        "Player 1, press Enter ",
        "● Player 1> ",
        "Your order is in. Press Enter to hand over, or 'undo' to change it: ",
        "Player 2, press Enter ",
        "▲ Player 2> ",
        "Player 1, press Enter ",
    ]
    assert "Hand the keyboard to ▲ Player 2." in played.pages[2]


def test_nothing_of_a_secret_order_is_on_the_next_pages() -> None:
    """Card 7 is drafted, asked about and submitted; only the hands, which are public, show it before the reveal."""
    played = Played(people(), "", "? 7", "7", "look", "", "", "", "9", terminal=True)
    mine, *others = played.pages[1:]
    assert "Draft: play 7" in mine
    for page in others:
        assert "play 7" not in page
        assert "You would keep: 1 2 3 4 5 6 8" not in page


def test_the_page_is_cleared_together_with_what_scrolled_away_and_the_history() -> None:
    played = Played(people(), "", "7!", "", "", terminal=True)
    assert CLEAR.endswith("\x1b[3J")
    assert played.text.count(CLEAR) == 3
    assert played.keys.forgotten >= 3


def test_without_a_real_terminal_the_page_is_scrolled_away() -> None:
    played = Played(people(), "", "7", "", "", "")
    after = played.text.partition("Hand the keyboard to ▲ Player 2.")[2]
    assert "\x1b" not in played.text
    assert "\n" * 24 in played.text.partition("Hand the keyboard to ▲ Player 2.")[0]
    assert "play 7" not in after


def test_an_order_can_be_taken_back_at_the_hand_over() -> None:
    played = Played(people(), "", "7!", "undo", "", "", "", "9!", terminal=True)
    assert played.keys.prompts[3] == "● Player 1> "
    assert played.match.step == 1
    assert first_card(played) == 7


def test_an_order_taken_back_is_the_draft_again_and_shown() -> None:
    played = Played(people(), "", "7!", "undo", terminal=True)
    assert played.keys.screens[3].count("Draft: play 7") == 1


def test_an_order_taken_back_can_be_changed() -> None:
    played = Played(people(), "", "7!", "undo", "5!", "", "", "9!", terminal=True)
    assert first_card(played) == 5


def test_the_next_person_cannot_take_it_back_nor_find_it() -> None:
    played = Played(people(), "", "8", "7", "", "", "undo", "undo", "", "look", terminal=True)
    assert set(played.match.pending) == {1}
    assert set(played.keys.prompts[6:]) == {"▲ Player 2> "}
    theirs = "".join(played.pages[2:])
    assert "There is nothing to take back." in theirs
    assert "Nothing is drafted yet" in theirs
    assert "Draft" not in theirs
    assert list(played.keys.complete("")) == [*WORDS, *(f"play {card}" for card in range(1, 16))]


def test_there_is_nothing_to_take_back_after_the_reveal() -> None:
    played = Played(people(), "", "7!", "", "", "9!", "undo", terminal=True)
    assert played.match.step == 1
    assert played.keys.prompts[-1] == "● Player 1> "


def test_everybody_reads_the_reveal_on_their_own_page() -> None:
    played = Played(people(), "", "7!", "", "", "9!", "", "5!", "", "", terminal=True)
    assert "Player 1 (you)" in played.pages[5]
    assert "won with 9" in played.pages[5]
    assert "won with 9" in played.pages[7]


def test_one_can_quit_at_the_hand_over(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    played = Played(people(), "", "7!", "quit", "y", str(path))
    assert played.text.endswith("Goodbye.\n")
    assert set(saves.resume(str(path)).pending) == {1}


def test_a_pending_order_is_still_pending_after_a_resume(tmp_path: Path) -> None:
    path = str(tmp_path / "saved.json")
    Played(people(), "", "7!", "", "", f"save {path}")
    resumed = Played(saves.resume(path), "", "9!")
    assert resumed.keys.prompts[:2] == ["Player 2, press Enter ", "▲ Player 2> "]
    assert resumed.match.hashes == Played(people(), "", "7!", "", "", "9!").match.hashes
    assert "play 7" not in resumed.text


def test_a_finished_match_resumed_shows_its_end_and_not_its_story(tmp_path: Path) -> None:
    path = str(tmp_path / "saved.json")
    Played(people(), "", "7!", "", "", "9!", "", "resign", "y", f"save {path}")
    resumed = Played(saves.resume(path))
    assert "The record is kept" not in resumed.text
    assert "▲ Player 2 (you) wins: everybody else has resigned." in resumed.text
    assert "won with 9" not in resumed.text


def test_the_last_person_needs_no_hand_over_once_the_others_resigned() -> None:
    played = Played(people(3), "", "resign", "y", "", "resign", "y", "")
    assert played.match.outcome is not None
    assert played.match.outcome.winners == (3,)
