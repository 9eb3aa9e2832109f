"""States as plain data: every state survives, and nothing that is not a state gets in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core.errors import BadData
from armillary.games.skirmish import GameConfig, GameEngine, GameState
from armillary.testing.strategies import GARBAGE, spoilt_trees
from tests.games.skirmish.strategies import game_states

engine = GameEngine()

KEYS = [
    "player_count",
    "hands",
    "planet_deck",
    "current_planet_index",
    "planet_pot",
    "claimed_planets",
    "current_plays",
    "game_over",
    "end_reason",
]


def played_out(state: GameState) -> GameState:
    """The state after everybody has played every card, the first of the hand each time."""
    while not engine.is_game_over(state):
        player = next(player for player, card in state.current_plays.items() if card is None)
        state = engine.play_card(state, player, state.hands[player][0])
    return state


@pytest.mark.rule("SS-14")
@settings(max_examples=60)
@given(game_states())
def test_every_state_survives_serialization(state: GameState) -> None:
    plain = state.to_dict()
    assert list(plain) == KEYS
    assert GameState.from_dict(plain) == state
    assert GameState.from_dict(json.loads(json.dumps(plain))) == state


@pytest.mark.rule("SS-14")
def test_a_restored_game_goes_on_like_the_one_that_was_stored() -> None:
    state = engine.play_card(engine.start_new_game(GameConfig.standard_two_player(seed=1)), 1, 5)
    restored = GameState.from_dict(json.loads(json.dumps(state.to_dict())))
    assert played_out(restored) == played_out(state)


@pytest.mark.rule("SS-14")
def test_players_may_be_stored_in_any_order() -> None:
    state = played_out(engine.play_card(engine.start_new_game(GameConfig(12, fleet_values=[1, 2])), 11, 2))
    stored = json.loads(json.dumps(state.to_dict()))
    turned = {key: dict(sorted(value.items())) if isinstance(value, dict) else value for key, value in stored.items()}
    assert list(turned["hands"])[:3] == ["1", "10", "11"]
    restored = GameState.from_dict(turned)
    assert restored == state
    assert list(restored.hands) == list(range(1, 13))


@settings(max_examples=200)
@given(spoilt_trees(game_states().map(GameState.to_dict)))
def test_a_spoilt_state_is_bad_data_or_can_be_played_to_its_end(plain: Any) -> None:
    try:
        state = GameState.from_dict(plain)
    except BadData:
        return
    assert GameState.from_dict(state.to_dict()) == state
    ended = played_out(state)
    assert GameState.from_dict(ended.to_dict()) == ended


@settings(max_examples=100)
@given(GARBAGE | st.dictionaries(st.sampled_from(KEYS), GARBAGE))
def test_garbage_is_bad_data(plain: Any) -> None:
    with pytest.raises(BadData):
        GameState.from_dict(plain)


def changed(**changes: Any) -> dict[str, Any]:
    return {**engine.start_new_game(GameConfig.standard_two_player()).to_dict(), **changes}


@pytest.mark.rule("SS-14")
@pytest.mark.parametrize(
    ("plain", "message"),
    [
        (changed(player_count=3), "$.hands: one_per_player"),
        (changed(player_count=-1), "$.hands: one_per_player"),
        (changed(claimed_planets={1: []}), "$.claimed_planets: one_per_player"),
        (changed(current_plays={1: None, 3: None}), "$.current_plays: one_per_player"),
        (changed(current_plays={1: 10**13, 2: None}), "$.current_plays[1]: out_of_bounds"),
        (changed(current_plays={1: 1, 2: 1}), "$.current_plays: battle_not_resolved"),
        (changed(game_over=True), "$.game_over: end_reason_does_not_fit"),
        (changed(game_over=True, end_reason="normal"), "$.end_reason: end_reason_does_not_fit"),
        (changed(end_reason="because"), "at `$.end_reason`"),
        (changed(current_planet_index=16), "$.current_planet_index: out_of_bounds"),
        (changed(current_planet_index=-1), "$.current_planet_index: out_of_bounds"),
        (changed(current_planet_index=1), "$.current_planet_index: dealt_and_gone"),
        (changed(hands={1: [10**13], 2: [1]}), "$.hands[0][0]: out_of_bounds"),
        (changed(hands={1: [1] * 501, 2: [1]}), "$.hands[0]: out_of_bounds"),
        (changed(unknown=1), "unknown"),
        (changed(planet_deck=None), "at `$.planet_deck`"),
        (changed(current_planet_index=10**5000), "not JSON"),
    ],
)
def test_bad_data_says_what_is_wrong_and_where(plain: dict[str, Any], message: str) -> None:
    with pytest.raises(BadData) as bad:
        GameState.from_dict(plain)
    assert message in str(bad.value)


def test_a_state_nested_beyond_reason_is_bad_data() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(BadData):
        GameState.from_dict(changed(hands=deep))
