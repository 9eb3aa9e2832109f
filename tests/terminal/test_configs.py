"""A config from a preset, files and single settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary import game
from armillary.core.beginning import seats_for
from armillary.core.errors import BadInput
from armillary.terminal.configs import config_for
from tests.terminal import toy

SKIRMISH = game("skirmish")


def test_the_preset_alone() -> None:
    assert config_for(SKIRMISH, 2, "standard", ()) == SKIRMISH.presets["standard"](2)
    assert config_for(toy.GAME, 2, "late", ()).first == 9


def test_json_and_toml_files_replace_fields(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"fleet_values": [1, 2], "shuffle": false}')
    (tmp_path / "b.toml").write_text("fleet_values = [3, 4]")
    config = config_for(SKIRMISH, 2, "standard", (str(tmp_path / "a.json"), str(tmp_path / "b.toml")))
    assert config.fleet_values == (3, 4)
    assert config.shuffle is False


def test_a_setting_is_json_or_else_a_word() -> None:
    config = config_for(toy.GAME, 2, "standard", ("first=3", 'labels=["x", "y"]', "labels.1=word"))
    assert config == toy.Config(3, ("x", "word"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("shuffle=3", "Config: Shuffle must be true or false, not a whole number"),
        ("nonsense=3", "nonsense"),
        ("shuffle.deep=3", "There is no field shuffle.deep"),
        ("planets.0.id=x", "There is no field planets.0.id"),
        ("planets.99999999999999999999=x", "There is no field planets.99999999999999999999"),
        ('planets=[{"id": "a"}]', "Config: Planets 1: The field victory_points is missing"),
        ("fleet_values=[1e400]", "Config: Fleet values"),
        ("fleet_values=[1" + "0" * 5000 + "]", "Config: Fleet values"),
        ('planets=[{"id": "a", "victory_points": 1000000000000000}]', "must be -1000000000000 to 1000000000000"),
        ("nowhere.json", "cannot be read"),
        (".", "cannot be read"),
        ("", "cannot be read"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(change: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        config_for(SKIRMISH, 2, "standard", (change,))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", b"{"),
        ("a.json", b"[1]"),
        ("a.json", b"\xff\xfe"),
        ("a.json", b"[" * 100_000),
        ("a.json", b'{"shuffle": true} trailing'),
        ("a.toml", b"= 3"),
        ("a.toml", b"a = " + b"[" * 100_000),
        ("a.toml", b"shuffle = 2020-01-01"),
        ("a.toml", b"\x00"),
    ],
)
def test_a_bad_file_is_a_clear_error(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput):
        config_for(SKIRMISH, 2, "standard", (str(tmp_path / name),))


def test_many_refusals_are_counted() -> None:
    with pytest.raises(BadInput, match="And 2 more"):
        config_for(toy.GAME, 2, "standard", ("first=99",))


def test_seats_stay_within_what_the_game_offers() -> None:
    assert seats_for(SKIRMISH, None) == 2
    assert seats_for(SKIRMISH, 8) == 8
    for seats in (-1, 1, 9, 10**30):
        with pytest.raises(BadInput, match="for 2 to 8 players"):
            seats_for(SKIRMISH, seats)
