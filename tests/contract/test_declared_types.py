"""Values from Python code become what their types declare, or are refused: text plays what it names."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from armillary.core import record
from armillary.core.bounds import LONGEST
from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.core.errors import BadData
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game, slugs
from armillary.core.seeds import seed_from
from armillary.games.kepler.model import Config, ConflictRule, Extensions
from armillary.games.orbit.model import Burn, Plan, Shot
from armillary.games.risky_stars.model import Buy
from armillary.games.skirmish.model import Play
from armillary.games.territory.model import Command, Commands, Declare

STEPS = 40
SEED = seed_from("declared types")


def careless(value: Any) -> Any:
    """The value as a hasty caller builds it: text for enums, lists for tuples."""
    match value:
        case Enum():
            return value.value
        case msgspec.Struct():
            fields = {name: careless(getattr(value, name)) for name in value.__struct_fields__}
            return type(value)(**fields)
        case tuple():
            return [careless(item) for item in value]
        case dict():
            return {careless(key): careless(item) for key, item in value.items()}
    return value


def play_both(match: AnyMatch, other: AnyMatch) -> None:
    """Random orders in one match, the same ones given carelessly in the other; their records are the same."""
    dice = FastDice(1)
    while match.step < STEPS and match.to_act:
        for seat in match.to_act:
            order = match.game.hints.random_order(match.state, seat, dice)
            assert other.check(seat, careless(order)) == ()
            match, other = match.submit(seat, order), other.submit(seat, careless(order))
    while match.outcome is None:
        seat = match.standing[-1]
        match, other = match.resign(seat), other.resign(seat)
    assert other.hashes == match.hashes
    assert record.verify(record.load(record.dump(record.export(other)))).hashes == match.hashes


PRESETS = [(slug, name) for slug in slugs() for name in game(slug).presets]


@pytest.mark.parametrize(("slug", "preset"), PRESETS)
@pytest.mark.parametrize("made", [careless, msgspec.to_builtins])
def test_a_match_of_plain_values_plays_the_same_and_verifies(slug: str, preset: str, made: Any) -> None:
    chosen: AnyGame = game(slug)
    config = chosen.presets[preset](chosen.seats[0])
    play_both(Match.begin(chosen, config=config, seed=SEED), Match.begin(chosen, config=made(config), seed=SEED))


@pytest.mark.parametrize("slug", slugs())
def test_a_position_of_plain_values_plays_the_same_and_verifies(slug: str) -> None:
    chosen: AnyGame = game(slug)
    state: Any = Match.begin(chosen, seed=SEED).state
    play_both(Match.from_position(chosen, state, seed=SEED), Match.from_position(chosen, careless(state), seed=SEED))


@pytest.mark.rule("KH-11.4")
def test_kepler_by_text_plays_the_conflict_rule_it_names() -> None:
    kepler = game("kepler")
    text: Any = "bounce"
    config: Config = replace(kepler.presets["standard"](2), extensions=Extensions(conflict=text))
    match: AnyMatch = Match.begin(kepler, config=config, seed=SEED)
    assert match.state.setup.extensions.conflict is ConflictRule.BOUNCE
    assert match.config is not None
    assert match.config.extensions.conflict is ConflictRule.BOUNCE


@pytest.mark.rule("OS-15")
def test_orbit_by_text_fires_the_weapon_it_names() -> None:
    text: Any = "railgun"
    orbit = game("orbit")
    state: Any = orbit.words.parse_state(
        "round 1; turn 1; ships R4S0 prograde hull 10 mass 10 railgun=4 / R4S3 prograde hull 10 mass 10"
    )
    match: AnyMatch = Match.from_position(orbit, state, seed=SEED)
    view = orbit.sight.view(state, 1)
    typed = match.submit(1, orbit.words.parse_order("coast fire:railgun@2", view))
    written = match.submit(1, replace(orbit.words.parse_order("coast", view), shots=(Shot(text, (2,)),)))
    assert written.hashes == typed.hashes


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("wrong", ["nonsense", None, 5, {"no": "such field"}, [1], object(), "\ud800", 1j])
def test_what_is_no_order_config_or_position_is_refused_with_its_place(slug: str, wrong: Any) -> None:
    chosen: AnyGame = game(slug)
    match: AnyMatch = Match.begin(chosen, seed=SEED)
    seat = match.to_act[0]
    for act in (match.submit, match.check):
        with pytest.raises(BadData, match=r"^Order: "):
            act(seat, wrong)
    with pytest.raises(BadData, match=r"^Order: "):
        match.place(seat, wrong, ())
    with pytest.raises(BadData, match=r"^Position: "):
        Match.from_position(chosen, wrong)
    if wrong is not None:
        with pytest.raises(BadData, match=r"^Config: "):
            Match.begin(chosen, config=wrong)
    assert match == Match.begin(chosen, seed=SEED)


WRONG_TEXT: Any = "railgnu"
WRONG: list[tuple[str, Any, str]] = [
    ("kepler", {"orders": [{"fleet": 7}]}, "Orders 1, fleet must be a text, not a whole number."),
    (
        "orbit",
        Plan(shots=(Shot(WRONG_TEXT, (2,)),)),
        "Shots 1, weapon: 'railgnu' is not one of the values allowed here.",
    ),
    ("orbit", Plan(move=Burn(WRONG_TEXT)), "Move, intensity: "),
    ("orbit", Plan(allocate={WRONG_TEXT: 1}), "Allocate: "),
    ("risky_stars", Buy({"Vega/Brine": WRONG_TEXT}), "Units"),
    ("skirmish", Play(WRONG_TEXT), "Card must be a whole number, not a text."),
    ("territory", Declare("x" * (LONGEST + 1)), "Text: Expected a text of length <= 262144."),
    ("territory", Commands((Command(0, 0, WRONG_TEXT, 1),)), "Commands 1, direction: "),
    ("territory", Declare("\ud800"), "Order: A text contains half a character, which cannot be stored."),
    ("territory", Commands(("\ud800",)), "Order: A text contains half a character, which cannot be stored."),
    ("orbit", Plan(vent=10**5000), "Order: A number has too many digits."),
]


@pytest.mark.parametrize(("slug", "order", "where"), WRONG)
def test_text_that_names_nothing_is_refused_and_changes_nothing(slug: str, order: Any, where: str) -> None:
    match: AnyMatch = Match.begin(game(slug), seed=SEED)
    with pytest.raises(BadData, match=where):
        match.submit(match.to_act[0], order)
    assert match == Match.begin(game(slug), seed=SEED)


def test_a_conflict_rule_that_names_nothing_is_refused() -> None:
    text: Any = "bonce"
    config: Config = replace(game("kepler").presets["standard"](2), extensions=Extensions(conflict=text))
    with pytest.raises(BadData, match="Config: Extensions, conflict: 'bonce' is not one of the values allowed here"):
        Match.begin(game("kepler"), config=config)


def test_an_order_is_the_caller_s_no_more_once_it_is_given() -> None:
    stars = game("risky_stars")
    state: Any = stars.words.parse_state("seats 2; stock 90 90 90 / 0 0 0; at Vega: Brine 1:1; at Altair: Dross 2:1")
    match: AnyMatch = Match.from_position(stars, state, seed=SEED)
    order = Buy({"Vega/Brine": 1})
    given = match.submit(1, order)
    order.units.clear()
    assert given.log == match.submit(1, Buy({"Vega/Brine": 1})).log
