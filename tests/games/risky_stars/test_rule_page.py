"""The rule page's numbers, tables and names are the code's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.risky_stars import rules, words
from armillary.games.risky_stars.game import GAME
from armillary.games.risky_stars.map.faults import REGIONS
from armillary.games.risky_stars.map.generate import featured_bodies, home_bodies, minor_bodies
from armillary.games.risky_stars.model import PRICE, Config, EndReason
from armillary.games.risky_stars.presets import PRESETS
from armillary.games.risky_stars.rules.combat import compare
from armillary.games.risky_stars.rules.diplomacy import LAST_ROUNDS, TRUCE_ROUNDS
from armillary.games.risky_stars.rules.economy import UPGRADE_PRICE, YIELD
from armillary.games.risky_stars.setup import START_STOCK
from armillary.games.risky_stars.words.orders import HELP
from armillary.games.risky_stars.words.positions import SECTIONS
from tests.games.transcripts import replayed, transcripts

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "rules/risky_stars.md").read_text("utf-8")
NOTATION = (DOCS / "notation/risky_stars.md").read_text("utf-8")


BOUNDED = ("home_regions", "start_units", "class_one_amount", "class_three_amount", "max_rounds")


def table(heading: str, page: str = PAGE) -> dict[str, list[str]]:
    """The rows of the table whose head begins with this word, by their first column."""
    found = re.search(rf"^\| {heading} \|.*\n\|[-:|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    assert found, f"no table of {heading}"
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]
    return {row[0].strip("`"): row[1:] for row in rows}


def test_the_page_lists_the_configs_fields_and_their_defaults() -> None:
    defaults = {name: cells[1].strip("`") for name, cells in table("setting").items()}
    usual = codec.tree(Config())
    assert list(defaults) == list(table("setting", NOTATION)) == list(usual)
    for name in (*BOUNDED, "moves", "alliance_limit"):
        assert defaults[name] == str(usual[name])


@pytest.mark.parametrize("name", BOUNDED)
def test_the_bounds_are_where_the_page_says(name: str) -> None:
    found = re.match(r"([\d,]+) to ([\d,]+)", table("setting")[name][2])
    assert found
    least, most = (int(number.replace(",", "")) for number in found.groups())

    def faults(number: int) -> Any:
        return rules.check_config(replace(Config(), **{name: number}), 2)

    assert not faults(least)
    assert not faults(most)
    assert faults(least - 1)
    assert faults(most + 1)


def test_the_notation_page_lists_every_end_reason() -> None:
    assert list(table("reason", NOTATION)) == [reason.value for reason in EndReason]


def test_the_turns_and_the_combat_on_the_page_are_played_as_it_says() -> None:
    first, *turns, attack, end = transcripts(PAGE)
    begun: AnyMatch = Match.begin(GAME, seats=2, config=PRESETS["fixed_map"](2), seed=seed_from("first turn"))
    told = [words.tell(event, begun.table(None).view) for event in begun.recent[0].events]
    assert "```text\n" + "\n".join(told) + "\n```" in PAGE
    for block in (first, *turns):
        begun = replayed(block, begun)
    assert begun.state.round == 2
    opening = "seats 2; stock 40 50 50 / 0 0 0; at Vega: Brine 1:5, Cinder 2:3; at Altair: Dross 2:1"
    fought: AnyMatch = Match.from_position(GAME, words.parse_state(opening), seed=seed_from("armies"))
    replayed(end, replayed(attack, fought))


def test_the_exchange_on_the_page_ends_as_it_says() -> None:
    assert "The attack loses two units, the defence one." in PAGE
    assert compare([10, 10, 7], [10, 9, 8, 7]) == (2, 1)


def test_the_numbers_in_the_rules_are_the_usual_ones() -> None:
    usual, page = Config(), " ".join(PAGE.split())
    for sentence in (
        f"where R is {usual.home_regions} unless",
        f"with {usual.start_units} units in each",
        f"| I | adds {usual.class_one_amount} of the body's resource |",
        f"then adds {usual.class_three_amount} |",
        f"After round {usual.max_rounds} sides are compared",
    ):
        assert sentence in page
    assert usual.domination == (2, 3)


def test_the_page_names_every_preset() -> None:
    for name in PRESETS:
        assert f"`{name}`" in PAGE


@pytest.mark.rule("RS-E3")
def test_the_page_lists_the_price_and_yield_of_every_level() -> None:
    levels = {int(level): [int(cell.replace(",", "")) for cell in cells] for level, cells in table("level").items()}
    assert levels == {i + 1: [price, YIELD[i + 1]] for i, price in enumerate(UPGRADE_PRICE)}
    assert f"brings {YIELD[0]} per round" in PAGE


@pytest.mark.rule("RS-M3")
def test_the_page_says_how_many_regions_a_body_has() -> None:
    listed = {
        name.strip(): re.match(r"(\d+)(?: to (\d+))?", cells[0])
        for names, cells in table("body").items()
        for name in names.split(",")
    }
    written = {}
    for name, found in listed.items():
        assert found, name
        written[name.removesuffix(" planet").replace(" ", "_").lower()] = (int(found[1]), int(found[2] or found[1]))
    assert written == {kind.value: bounds for kind, bounds in REGIONS.items()}


@pytest.mark.rule("RS-M1")
def test_the_page_lists_the_bodies_of_the_usual_systems() -> None:
    systems = table("system")
    for name, bodies in (("home", home_bodies(8)), ("minor", minor_bodies(8)), ("featured", featured_bodies(8))):
        written = systems[name][0]
        for kind in {kind for kind, _ in bodies}:
            count = sum(other is kind for other, _ in bodies)
            words = kind.value.replace("_", " ").replace("gaia", "Gaia")
            assert re.search(rf"\b{count} {words}|an? {words}" if count == 1 else rf"\b{count} {words}", written)


def test_the_page_says_what_a_unit_costs_and_what_everybody_starts_with() -> None:
    assert "costs {} population, {} metals and {} fuel".format(*PRICE) in PAGE
    assert "{} population, {} metals and {} fuel, and one hero of each class".format(*START_STOCK) in PAGE


@pytest.mark.rule("RS-D2")
def test_the_page_says_how_long_truces_hold_and_when_alliances_end() -> None:
    assert f"through round t+{TRUCE_ROUNDS}" in PAGE
    assert {3: "in the last three rounds"}[LAST_ROUNDS] in PAGE


@pytest.mark.rule("RS-R3")
def test_the_opening_is_the_one_the_page_describes() -> None:
    state = rules.start(Config(), 2, FastDice(0)).state
    home = [place.units for place in state.places if place.possessor == 1]
    assert home == [3] * 4
    assert state.stocks == ((500, 50, 50), (500, 50, 50))
    assert "500 population, 50 metals and 50 fuel" in PAGE


def test_the_page_of_notation_lists_every_section_of_a_position() -> None:
    named = [name for names in table("section", NOTATION) for name in re.findall(r"\w+", names)]
    assert sorted(named) == sorted([*SECTIONS, "at"])


def test_the_page_of_notation_lists_every_order() -> None:
    listed = {word for cell in table("order", NOTATION) for word in re.findall(r"(?:^|`)(\w+)", cell)}
    assert listed == {*re.findall(r"^  (\w+)", HELP, re.MULTILINE), "decline", "withdraw"}
