"""Version 1 of Territory, which knew only random homes, beside the newest one."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.core import record
from armillary.core.dice import FastDice
from armillary.core.errors import BadNotation
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game
from armillary.games.territory import version_1
from armillary.games.territory.game import GAME

RECORDS = sorted((Path(__file__).parent / "records").glob("version-1-*.json"))


def played(match: AnyMatch) -> AnyMatch:
    """One step further."""
    dice = FastDice(1)
    for seat in match.waiting_for:
        match = match.submit(seat, match.game.hints.random_order(match.state, seat, dice))
    return match


def test_both_versions_are_registered_and_new_matches_are_of_the_newest() -> None:
    assert game("territory") is GAME
    assert game("territory", 1) is version_1.GAME


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_of_version_1_still_replay_to_the_byte(path: Path) -> None:
    match = record.verify(record.load(path.read_bytes()))
    assert match.game is version_1.GAME
    assert record.dump(record.export(match)) == path.read_bytes()


@pytest.mark.rule("TR-2")
def test_a_match_of_version_1_plays_on_in_version_1() -> None:
    match: AnyMatch = Match.begin(version_1.GAME, seats=5, seed=bytes(32))
    again = record.load(record.dump(record.export(match, reveal=True)))
    later = played(record.verify(again))
    assert (later.game.version, type(later.state), later.step) == (1, version_1.FirstState, 1)
    assert "homes" not in record.export(later).config


def test_version_1_has_its_own_presets_and_refuses_what_came_later() -> None:
    assert set(version_1.GAME.presets) == set(GAME.presets) - {"fair"}
    assert version_1.GAME.presets["quick"](4).map_size == 6
    grid = "map 1:5 . . . / . . . . / 2:5 . . . / 3:5 . . ."
    text = f"round 1; phase 0; seats 3; config map_size=4 homes=apart; {grid}; plans -"
    assert GAME.words.parse_state(text).setup.config.homes == "apart"
    with pytest.raises(BadNotation, match="homes"):
        version_1.GAME.words.parse_state(text)
