"""Older versions of Orbit Simulator: what began with them goes on with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.core import codec, record
from armillary.core.errors import BadNotation
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.orbit import game, version_1
from armillary.games.orbit.model import FirstConfig, TurnOrder
from armillary.testing import check_game

RECORDS = sorted((Path(__file__).parent / "records").glob("version-1-*.json"))


def first_match() -> AnyMatch:
    return Match.begin(version_1.GAME, seats=2, seed=seed_from("version 1"))


def test_version_1_keeps_the_contract() -> None:
    check_game(version_1.GAME, seats=(2, 3), locator="armillary.games.orbit.version_1:GAME")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_version_1_replays(path: Path) -> None:
    stored = record.load(path.read_bytes())
    assert stored.version == 1
    assert record.verify(stored).outcome == stored.outcome


def test_records_of_version_1_are_kept() -> None:
    assert len(RECORDS) == 3


@pytest.mark.rule("OS-22", "OS-23")
def test_a_match_begun_in_version_1_plays_on_in_version_1() -> None:
    match = first_match()
    turns = []
    while match.waiting_for:
        turns.append(match.waiting_for[0])
        match = match.expire()
    assert turns == [1, 2] * 40
    assert [ship.hull for ship in match.state.ships] == [10, 10]
    assert match.table(1).view.open_rings == 5


@pytest.mark.rule("OS-23")
def test_a_position_of_version_1_has_no_order_of_turns() -> None:
    text = version_1.GAME.words.format_state(first_match().state)
    with pytest.raises(BadNotation, match="turns go by seats"):
        version_1.GAME.words.parse_state(f"{text}; order 1 2 / 2 1")


def test_version_1_has_the_settings_it_had() -> None:
    config = codec.tree(FirstConfig())
    assert {*codec.tree(game.GAME.config())} - {*config} == {"turn_order", "closing"}
    assert FirstConfig().turn_order is TurnOrder.FIXED
    assert (
        version_1.GAME.words.parse_state(version_1.GAME.words.format_state(first_match().state)) == first_match().state
    )
