"""The ways out of a match: its end, resigning, quitting, and whatever else may end a session."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from armillary.core.errors import BadInput
from armillary.terminal import saves
from tests.terminal.script import Played, count, skirmish


def test_a_whole_game_ends_with_the_outcome_and_its_record_is_kept(state: Path) -> None:
    played = Played(skirmish(), *(f"{card}!" for card in range(1, 16)), "")
    outcome = played.match.outcome
    assert outcome is not None
    assert "(medium bot)" in played.text
    assert "place  player" in played.text
    assert played.text.count("The game is over") == 1
    kept = state / "finished" / "skirmish-1.json"
    assert f"The record is kept as {kept}\nThe last 50 records stay there." in played.text
    for command in ("armillary replay ", "armillary analyse ", "armillary play --rematch "):
        assert f"  {command}" in played.text
    assert saves.resume(str(saves.last_finished())).outcome == outcome
    assert [path.name for path in state.iterdir()] == ["finished"]


def test_resigning_ends_a_match_of_two() -> None:
    played = Played(skirmish(), "resign", "y")
    assert played.match.outcome is not None
    assert played.match.outcome.winners == (2,)
    assert "▲ Player 2 wins: everybody else has resigned." in played.text
    assert "▲ Player 2 (medium bot)" in played.text


def test_resigning_can_be_thought_over() -> None:
    assert Played(skirmish(), "resign", "").match.outcome is None


def test_bots_play_on_after_the_only_person_resigned() -> None:
    played = Played(skirmish("Player 1", "bot:medium", "bot:random"), "resign", "yes")
    assert played.match.outcome is not None
    assert played.match.outcome.ranking[-1] == (1,)


def test_quitting_offers_to_save(tmp_path: Path) -> None:
    path = tmp_path / "later.json"
    played = Played(skirmish(), "7!", "quit", "what?", "y", str(tmp_path / "nowhere" / "x"), "y", str(path))
    assert "Please type y or n." in played.text
    assert "The folder" in played.text
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


def test_a_folder_is_no_file_to_replace(tmp_path: Path) -> None:
    played = Played(skirmish(), f"save {tmp_path}")
    assert "already exists" not in played.text
    assert f"Refused: {tmp_path}: This is not a regular file." in played.text


def test_saving_can_be_left_to_the_match(state: Path) -> None:
    played = Played(skirmish(), "7!", "quit", "y", "")
    assert f"Saved as {state / 'skirmish-1.json'}\nResume it with: armillary play --resume\n" in played.text
    assert saves.resume(str(saves.last_unfinished())).hashes == played.match.hashes


def test_a_copy_of_the_record_can_be_saved_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    played = Played(skirmish(), "resign", "y", "sav", f"save {path}", "")
    assert "'sav' is not understood." in played.text
    assert saves.resume(str(path)).outcome == played.match.outcome


def test_only_the_newest_records_are_kept(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "MAX_FINISHED", 3)
    folder = state / "finished"
    for number in range(1, 6):
        Played(skirmish(), "resign", "y", "")
        os.utime(folder / f"skirmish-{number}.json", (number, number))
    assert sorted(path.name for path in folder.iterdir()) == [f"skirmish-{number}.json" for number in (3, 4, 5)]
    assert saves.last_finished().name == "skirmish-5.json"


def test_what_is_no_record_of_ours_is_never_removed(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "MAX_FINISHED", 1)
    (state / "finished").mkdir(parents=True)
    (state / "finished" / "my-notes.json").write_text("precious")
    for _ in range(2):
        Played(skirmish(), "resign", "y", "")
    assert (state / "finished" / "my-notes.json").read_text() == "precious"


@pytest.mark.parametrize("word", ["rematch", "R"])
def test_a_rematch_begins_at_once_with_everybody_one_seat_further_on(word: str) -> None:
    played = Played(skirmish("Ada", "bot:random", "Player 3"), "", "resign", "y", "", "resign", "y", word)
    again = played.next
    assert again is not None
    assert again.match.players == ("Player 1", "Ada", "bot:random")
    assert again.match.step == 0
    assert again.match.config == played.match.config
    assert again.match.seed != played.match.seed
    again.run()
    assert played.text.rpartition("At the table")[2].startswith(
        ": ● Player 1, ▲ Ada (Player 2), ■ Player 3 (random bot)."
    )


def test_leaving_after_the_end_begins_no_rematch() -> None:
    for answer in ("", "q", "quit"):
        assert Played(skirmish(), "resign", "y", answer).next is None


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
    played = Played(saves.resume(str(kept)), "quit", kept=kept)
    assert played.text.endswith(f"The match is still saved as {kept}\nGoodbye.\n")
    assert saves.resume(str(kept)).step == 2
    Played(saves.resume(str(kept)), "resign", "y", "", kept=kept)
    assert [path.name for path in state.iterdir()] == ["finished"]


@pytest.fixture
def unwritable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file where the folder for matches would be."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))


@pytest.mark.usefixtures("unwritable")
def test_a_match_that_cannot_save_itself_says_so_before_the_first_order_and_goes_on() -> None:
    played = Played(skirmish(), "7!", "8!")
    assert played.match.step == 2
    assert "Warning: The match cannot save itself. " in played.keys.screens[0]
    assert "file is not a folder. Before you leave, save it yourself: save FILE\n" in played.keys.screens[0]
    assert played.text.count("Warning: ") == 1


@pytest.mark.usefixtures("unwritable")
def test_no_match_is_lost_without_a_word(tmp_path: Path) -> None:
    assert Played(skirmish(), "7!").text.endswith(
        "The match could not be saved: what was played since it began is lost.\n"
    )
    assert Played(skirmish(), "7").text.endswith("Nothing was played, so there is nothing to save.\n")
    path = tmp_path / "mine.json"
    played = Played(skirmish(), "7!", "quit", "y", str(path))
    assert saves.resume(str(path)).hashes == played.match.hashes
    over = Played(skirmish(), "resign", "y", f"save {path}", "y", "")
    assert "Warning: The record of this match is not kept. " in over.text
    assert saves.resume(str(path)).outcome == over.match.outcome


def test_a_save_asks_before_it_replaces(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("precious")
    assert "Replace it?" in Played(skirmish(), f"save {path}", "n").text
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
