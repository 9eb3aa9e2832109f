"""The ways out of a match: its end, resigning, quitting, and whatever else may end a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.core.errors import BadInput
from armillary.terminal import saves
from tests.terminal.script import Played, count, skirmish


def test_a_whole_game_ends_with_the_outcome_and_an_offer_to_keep_it(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    played = Played(skirmish(), *(f"{card}!" for card in range(1, 16)), "y", str(kept))
    outcome = played.match.outcome
    assert outcome is not None
    assert "(medium bot)" in played.text
    assert "place  player" in played.text
    assert played.text.count("The game is over") == 1
    assert saves.resume(str(kept)).outcome == outcome


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
    played = Played(saves.resume(str(kept)), "quit", kept=kept)
    assert played.text.endswith(f"The match is still saved as {kept}\nGoodbye.\n")
    assert saves.resume(str(kept)).step == 2
    Played(saves.resume(str(kept)), "resign", "y", "n", kept=kept)
    assert list(state.iterdir()) == []


def test_a_match_that_cannot_save_itself_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    played = Played(skirmish(), "7!", "8!")
    assert played.match.step == 2
    assert played.text.count("Warning: The match cannot save itself. ") == 1


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
