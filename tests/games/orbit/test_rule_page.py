"""The tables and examples of the rule page and the notation page say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.orbit import rules, sight, words
from armillary.games.orbit.game import GAME
from armillary.games.orbit.model import BURNS, SUBSYSTEMS, Config, EndReason, Ring, Start
from armillary.games.orbit.model.config import MAX_ENERGY, MAX_RINGS, MAX_ROUNDS, MAX_SECTORS, MOST
from armillary.games.orbit.words.positions import SECTIONS
from tests.games.transcripts import replayed, transcripts

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "rules/orbit.md").read_text("utf-8")
NOTATION = (DOCS / "notation/orbit.md").read_text("utf-8")


def table(heading: str, page: str = PAGE) -> dict[str, list[str]]:
    """The rows of the table whose head begins with this word, by their first column."""
    found = re.search(rf"^\| {heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
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
    assert list(table("setting")) == list(table("setting", NOTATION)) == list(Config.__struct_fields__)


def test_the_first_turn_on_the_page_is_played_as_it_says() -> None:
    match: AnyMatch = Match.begin(GAME, seats=2, seed=seed_from("plans"))
    (block,) = transcripts(PAGE)
    typed, _, told = PAGE.partition("```text\n")[2].partition("\n```")[0].partition("\n\n")
    view = match.table(1).view
    plan = words.parse_order(typed, view)
    assert words.forecast(sight.preview(match.state, 1, plan), view) == told
    match = replayed(block, match)
    typed, _, told = PAGE.partition("wrong with it:\n\n```text\n")[2].partition("\n```")[0].partition("\n\n")
    plan = words.parse_order(typed, match.table(1).view)
    assert [words.explain(fault) for fault in rules.check(match.state, 1, plan)] == told.splitlines()


def test_the_page_names_every_preset_with_its_figures() -> None:
    about = " ".join(PAGE.partition("The preset `standard`")[2].partition("\n\n")[0].split())
    for name, preset in GAME.presets.items():
        if name != "standard":
            told = about.partition(f"`{name}`")[2].partition(";")[0]
            assert f"{preset(2).start.hull} points of hull" in told
            assert str(preset(2).max_rounds) in told


def test_the_notation_page_lists_every_end_reason() -> None:
    assert list(table("reason", NOTATION)) == [reason.value for reason in EndReason]


@pytest.mark.rule("OS-1")
def test_the_page_has_how_a_ship_starts() -> None:
    config = Config()
    most = config.reactor
    assert list(table("what").values()) == [
        [str(config.start.hull), str(config.start.hull)],
        [str(config.start.mass), str(config.most_mass)],
        [str(most - sum(config.start.energy.values())), str(most)],
        [str(config.start.heat), ""],
    ]


def test_every_word_of_the_notation_page_is_understood() -> None:
    view = GAME.sight.view(rules.start(Config(), 3, FastDice(0)).state, 1)
    cells = re.findall(r"^\| (`.*?) \|", NOTATION.partition("| word |")[2].partition("\n\n")[0], re.MULTILINE)
    found = [word for cell in cells for word in re.findall(r"`([^`]+)`", cell)]
    assert len(found) == 13
    for word in found:
        order = words.parse_order(word, view)
        assert words.format_order(order, view) in (word, f"{word} coast", f"coast {word}")


def test_the_notation_page_has_every_section_and_a_possible_position() -> None:
    assert list(table("section", NOTATION)) == list(SECTIONS)
    (text,) = re.findall(r"^(round 3;.*)$", NOTATION, re.MULTILINE)
    assert rules.check_position(words.parse_state(text)) == ()
    (text,) = re.findall(r'^>>> text = """(round 3;.*\n.*)"""', NOTATION, re.MULTILINE)
    assert rules.check_position(words.parse_state(text.replace("\n...", ""))) == ()


@pytest.mark.parametrize(
    ("config", "seats"),
    [
        (Config(rings=(Ring(6),) * MAX_RINGS), 6),
        (Config(rings=(Ring(MAX_SECTORS),), start=Start(ring=1, hull=MOST)), 2),
        (Config(max_rounds=MAX_ROUNDS, most_mass=MOST, reactor=MAX_ENERGY), 2),
    ],
)
def test_the_largest_configs_can_be_played(config: Config, seats: int) -> None:
    assert rules.check_config(config, seats) == ()
    assert codec.encode(rules.start(config, seats, FastDice(0)).state)


@pytest.mark.parametrize(
    ("config", "path"),
    [
        (Config(rings=()), ("rings",)),
        (Config(rings=(Ring(6),) * (MAX_RINGS + 1)), ("rings",)),
        (Config(rings=(Ring(MAX_SECTORS + 1),), start=Start(ring=1)), ("rings", 0, "sectors")),
        (Config(rings=(Ring(0),), start=Start(ring=1)), ("rings", 0, "sectors")),
        (Config(rings=(Ring(6, -1),), start=Start(ring=1)), ("rings", 0, "velocity")),
        (Config(max_rounds=MAX_ROUNDS + 1), ("max_rounds",)),
        (Config(most_mass=MOST + 1), ("most_mass",)),
        (Config(reactor=MAX_ENERGY + 1), ("reactor",)),
        (Config(reactor=10**30), ("reactor",)),
        (Config(return_limit=-1), ("return_limit",)),
        (Config(burns={}), ("burns",)),
        (Config(start=Start(hull=MOST + 1)), ("start", "hull")),
    ],
)
def test_beyond_the_limits_a_config_is_refused(config: Config, path: tuple[str | int, ...]) -> None:
    faults = rules.check_config(config, 2)
    assert [fault.path for fault in faults] == [path]
    assert GAME.words.explain(faults[0])
    assert codec.encode(faults)
