"""Extensions combine, and leave no trace where they are off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from armillary.core import codec
from armillary.core.contract import AnyGame, Preset
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.options import Remove, change
from armillary.core.seeds import seed_from
from armillary.games.kepler.game import GAME
from armillary.games.kepler.map.generate import generate
from armillary.games.kepler.model import Config, Orders, State
from armillary.games.kepler.presets import PRESETS
from armillary.testing import laws, secrecy, telling
from armillary.testing.play import Trial, trial
from tests.games.kepler.strategies import combined

COMBINATIONS = range(32)
LAWS = (
    laws.resolution_is_a_function,
    laws.turns_are_consistent,
    laws.positions_survive_serialization,
    laws.what_never_changes_never_changes,
    laws.every_legal_order_is_reached,
    laws.options_are_labelled,
    laws.what_is_not_offered_does_not_pass,
    laws.every_part_of_an_order_learns_its_fate,
    telling.notation_round_trips,
    telling.hints_are_sound,
    laws.replays_reproduce_every_hash,
    secrecy.worlds_look_alike,
)


def with_extensions(number: int) -> AnyGame:
    """The game with a combination of extensions for its standard preset."""
    return replace(GAME, seats=(3, 3), presets={"standard": Preset(lambda seats: combined(number, seats), "All.")})


def trial_of(number: int) -> tuple[AnyGame, Trial]:
    game = with_extensions(number)
    return game, trial(game, 3, f"combination {number}", 3)


@pytest.mark.rule("KH-11")
@pytest.mark.parametrize("number", COMBINATIONS)
def test_every_combination_plays_to_the_end_and_keeps_the_law_of_options(number: int) -> None:
    game, played = trial_of(number)
    assert played.end.outcome is not None
    laws.options_keep_their_word(game, [played])


@pytest.mark.parametrize("number", [1, 2, 4, 8, 16, 31])
def test_each_extension_and_all_together_keep_the_laws_of_play(number: int) -> None:
    game, played = trial_of(number)
    for law in LAWS:
        law(game, [played])


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_plays_to_the_end(preset: str) -> None:
    game = replace(GAME, presets={"standard": PRESETS[preset]})
    assert trial(game, 3, preset, 2).end.outcome is not None


@pytest.mark.rule("KH-11")
def test_nothing_of_the_extensions_is_written_where_they_are_off() -> None:
    match: AnyMatch = Match.begin(GAME, seats=2, seed=seed_from("base")).expire()
    written = codec.encode([match.state, match.config]).decode().replace('"extensions":{}', "")
    for word in ("extensions", "journey", "costs", "schedule", "starts", "delay"):
        assert f'"{word}"' not in written
    assert "extensions" not in codec.encode(match.state).decode()


def test_states_that_are_equal_are_written_alike() -> None:
    state = GAME.words.parse_state("turn 1; fleets a:a / b:a; map a-b")
    spelled_out = {**codec.tree(state), "setup": {**codec.tree(state)["setup"], "extensions": {"delay": 0}}}
    again: State = codec.convert(spelled_out, State)
    assert again == state
    assert codec.encode(again) == codec.encode(state)


@pytest.mark.rule("KH-11.1")
def test_a_draft_that_leaves_fleets_out_can_be_completed() -> None:
    state = GAME.words.parse_state('turn 2; fleets a:a,b c:c>d@2 / d:a; extensions {"delay":1}; map a-b b-c c-d')
    order = GAME.rules.default_order(state, 1)
    assert [given.fleet for given in order.orders] == ["1a", "1b"]
    short = change(order, Remove(("orders", 0)))
    (template,) = GAME.sight.options(state, 1, short).templates
    assert [slot.path for slot in template.slots] == [("orders", 0, "to"), ("orders", 0), ("orders", 1)]
    assert change(short, template.slots[1]) == Orders(())
    for slot in template.slots:
        for value in codec.tree(getattr(slot, "values", (None,))):
            assert GAME.rules.check(state, 1, change(short, slot, value)) == ()


def test_a_large_generated_map_with_eight_players_plays_to_the_end() -> None:
    match: AnyMatch = Match.begin(GAME, seats=8, config=Config(generate(8, 5, 25, 1)), seed=seed_from("large"))
    assert len(match.state.setup.map.regions) == 200
    dice = FastDice(1)
    while match.to_act:
        for seat in match.to_act:
            match = match.submit(seat, GAME.hints.random_order(match.state, seat, dice))
    assert match.outcome is not None
