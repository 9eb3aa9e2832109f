"""The rule page's tables and examples say what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.games.orbit import rules, setup, words
from armillary.games.orbit.game import GAME
from armillary.games.orbit.model import BURNS, SUBSYSTEMS, Config, EndReason, Ring, Start

PAGE = (Path(__file__).parents[3] / "docs/rules/orbit.md").read_text("utf-8")


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the table whose head begins with this word, by their first column."""
    found = re.search(rf"^\| {heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found, f"no table of {heading}"
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]
    return {row[0].strip("`"): row[1:] for row in rows}


@pytest.mark.rule("OS-5")
def test_the_page_has_the_subsystem_table() -> None:
    code = {str(name): [str(number) for number in msgspec.structs.astuple(spec)] for name, spec in SUBSYSTEMS.items()}
    assert table("subsystem") == code


@pytest.mark.rule("OS-10")
def test_the_page_has_the_burn_table() -> None:
    code = {str(name): [str(number) for number in msgspec.structs.astuple(cost)] for name, cost in BURNS.items()}
    assert table("burn") == code


def test_the_page_lists_the_configs_fields() -> None:
    assert list(table("field")) == list(Config.__struct_fields__)


def test_the_page_lists_every_end_reason() -> None:
    assert list(table("reason")) == list(get_args(EndReason))


def test_every_word_of_the_notation_on_the_page_is_understood() -> None:
    view = GAME.sight.view(rules.start(Config(), 3, FastDice(0)).state, 1)
    found = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE.partition("| word |")[2], re.MULTILINE)))
    assert len(found) > 8
    for word in found[:11]:
        words.parse_order(word, view)
    words.parse_order("engines=2 thrusters=1 missiles=2 rotate burn:medium-1", view)


def test_the_position_on_the_page_is_possible() -> None:
    found = re.search(r"^    (round 3;.*\n    .*)", PAGE, re.MULTILINE)
    assert found
    state = words.parse_state(found[1])
    assert rules.check_position(state) == ()
    assert state.setup.config.max_rounds == 20


@pytest.mark.parametrize(
    ("config", "seats"),
    [
        (Config(rings=(Ring(6),) * setup.MOST_RINGS), 6),
        (Config(rings=(Ring(setup.MOST_SECTORS),), start=Start(ring=1, hull=setup.MOST)), 2),
        (Config(max_rounds=setup.MOST_ROUNDS, most_mass=setup.MOST, reactor=setup.MOST_ENERGY), 2),
    ],
)
def test_the_largest_configs_can_be_played(config: Config, seats: int) -> None:
    assert rules.check_config(config, seats) == ()
    assert codec.encode(rules.start(config, seats, FastDice(0)).state)


@pytest.mark.parametrize(
    ("config", "path"),
    [
        (Config(rings=()), ("rings",)),
        (Config(rings=(Ring(6),) * (setup.MOST_RINGS + 1)), ("rings",)),
        (Config(rings=(Ring(setup.MOST_SECTORS + 1),), start=Start(ring=1)), ("rings", 0, "sectors")),
        (Config(rings=(Ring(0),), start=Start(ring=1)), ("rings", 0, "sectors")),
        (Config(rings=(Ring(6, -1),), start=Start(ring=1)), ("rings", 0, "velocity")),
        (Config(max_rounds=setup.MOST_ROUNDS + 1), ("max_rounds",)),
        (Config(most_mass=setup.MOST + 1), ("most_mass",)),
        (Config(reactor=setup.MOST_ENERGY + 1), ("reactor",)),
        (Config(reactor=10**30), ("reactor",)),
        (Config(return_limit=-1), ("return_limit",)),
        (Config(burns={}), ("burns",)),
        (Config(start=Start(hull=setup.MOST + 1)), ("start", "hull")),
    ],
)
def test_beyond_the_limits_a_config_is_refused(config: Config, path: tuple[str | int, ...]) -> None:
    faults = rules.check_config(config, 2)
    assert [fault.path for fault in faults] == [path]
    assert GAME.words.explain(faults[0])
    assert codec.encode(faults)
