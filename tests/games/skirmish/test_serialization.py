"""States as plain data: every state survives, nothing that is not a state gets in, and nothing changes afterwards."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core.errors import BadData, ConfigRefused
from armillary.games.skirmish import (
    GameConfig,
    GameEngine,
    GameState,
    Planet,
    PlanetAbility,
    PlanetAbilityType,
    PlanetClass,
)
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


def _standard() -> GameState:
    return engine.start_new_game(GameConfig.standard_two_player())


def _play(state: GameState, *cards: int) -> GameState:
    for player, card in enumerate(cards, start=1):
        state = engine.play_card(state, player, card)
    return state


# -- what is given is checked and converted (SS-14) --------------------------------------------------------

TRIGGER: dict[str, Any] = {
    "id": "T",
    "victory_points": 1,
    "name": None,
    "class": "station",
    "abilities": [{"type": "double_next_planet_no_combat", "params": {"multiplier": 2}}],
}


@pytest.mark.rule("SS-14")
def test_abilities_and_classes_may_be_given_by_name() -> None:
    by_name = PlanetAbility("double_next_planet_no_combat", {"multiplier": 2})  # type: ignore[arg-type]
    planet = Planet("T", 1, planet_class="station", abilities=[by_name])  # type: ignore[arg-type]
    assert planet == Planet.from_dict(TRIGGER)
    assert planet.planet_class is PlanetClass.STATION
    assert planet.abilities[0].type is PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT
    config = GameConfig(2, [planet, Planet("N", 3)], [1, 2])
    assert _play(engine.start_new_game(config), 2, 1).scores() == {1: 7, 2: 0}


@pytest.mark.rule("SS-14")
def test_equal_states_have_equal_futures() -> None:
    by_name = PlanetAbility("double_next_planet_no_combat")  # type: ignore[arg-type]
    state = engine.start_new_game(GameConfig(2, [Planet("T", 1, abilities=(by_name,)), Planet("N", 3)], [1, 2]))
    restored = GameState.from_dict(json.loads(json.dumps(state.to_dict())))
    assert restored == state
    assert _play(restored, 2, 1) == _play(state, 2, 1)


@pytest.mark.rule("SS-14")
def test_a_planet_is_plain_data_and_back() -> None:
    planet = Planet.from_dict(json.loads(json.dumps(TRIGGER)))
    assert planet.to_dict() == TRIGGER
    assert Planet.from_dict(planet.to_dict()) == planet


planet: Any = Planet
ability: Any = PlanetAbility
config: Any = GameConfig
untyped: Any = engine
"""The library, as it is used without a type checker."""


@pytest.mark.rule("SS-14")
@pytest.mark.parametrize(
    "made",
    [
        lambda: planet(7, 1),
        lambda: planet("A", "1"),
        lambda: planet("A", 1.5),
        lambda: planet("A", True),
        lambda: planet("A", 1, name=3),
        lambda: planet("A", 1, planet_class="moon"),
        lambda: planet("A", 1, abilities="fly"),
        lambda: planet("A", 1, abilities=None),
        lambda: planet("A", 1, abilities=["fly"]),
        lambda: ability("fly"),
        lambda: ability(PlanetAbilityType.CLASS_SET_BONUS, None),
        lambda: ability(PlanetAbilityType.CLASS_SET_BONUS, {1: 2}),
        lambda: ability(PlanetAbilityType.CLASS_SET_BONUS, {"size": object()}),
        lambda: Planet.from_dict({"id": "A"}),
        lambda: Planet.from_dict({"id": "A", "victory_points": 1, "moons": 2}),
        lambda: Planet.from_dict({"id": {1, 2}, "victory_points": object()}),
        lambda: config("2"),
        lambda: config(2.0),
        lambda: config(None),
        lambda: config(2, planets=None),
        lambda: config(2, planets=5),
        lambda: config(2, planets=["P1"]),
        lambda: config(2, fleet_values=["1"]),
        lambda: config(2, fleet_values="123"),
        lambda: config(2, fleet_values=[1.0]),
        lambda: config(2, seed="seven"),
        lambda: config(2, seed=10**5000),
        lambda: msgspec.structs.replace(_standard(), hands={1: "ace", 2: ()}),
        lambda: msgspec.structs.replace(_standard(), hands={1: (1,)}),
        lambda: msgspec.structs.replace(_standard(), current_planet_index=99),
        lambda: msgspec.structs.replace(_standard(), game_over="no"),
        lambda: untyped.start_new_game({"player_count": 2}),
        lambda: untyped.play_card({}, 1, 1),
        lambda: untyped.is_game_over(None),
        lambda: untyped.legal_cards_for_player("state", 1),
        lambda: untyped.pot_summary(7),
        lambda: untyped.pot_total_victory_points([]),
    ],
)
def test_the_wrong_type_is_bad_data_when_it_is_given(made: Any) -> None:
    with pytest.raises(BadData) as bad:
        made()
    assert len(str(bad.value)) < 300


def test_planets_and_cards_may_come_from_anything_that_can_be_walked_through() -> None:
    config = GameConfig(2, (planet for planet in Planet.default_deck()), range(1, 4))  # type: ignore[arg-type]
    assert config == GameConfig(2, list(Planet.default_deck()), [1, 2, 3])
    assert engine.start_new_game(config) == engine.start_new_game(config)
    with pytest.raises(ConfigRefused):
        engine.start_new_game(GameConfig(2, fleet_values=range(10**12)))


@pytest.mark.rule("SS-14")
def test_nothing_in_a_state_can_be_changed() -> None:
    state = _play(engine.start_new_game(GameConfig(2, [Planet.from_dict(TRIGGER), Planet("N", 3)], [1, 2])), 2, 1)
    before = state.to_dict()
    params: Any = state.planet_deck[0].abilities[0].params
    changes: list[Any] = [
        lambda: setattr(state, "game_over", True),
        lambda: setattr(state.planet_deck[0], "victory_points", 9),
        lambda: params.update(multiplier=9),
        lambda: params.pop("multiplier"),
    ]
    for mapping in (state.hands, state.claimed_planets, state.current_plays):
        changes += [
            lambda mapping=mapping: mapping.__setitem__(1, ()),
            lambda mapping=mapping: mapping.__delitem__(1),
            lambda mapping=mapping: mapping.setdefault(3, ()),
            lambda mapping=mapping: mapping.__ior__({1: ()}),
            lambda mapping=mapping: mapping.clear(),
        ]
    for change in changes:
        with pytest.raises((AttributeError, TypeError)):
            change()
    assert state.to_dict() == before
    assert {state, GameState.from_dict(before)} == {state}
    assert pickle.loads(pickle.dumps(state)) == deepcopy(state) == state


@pytest.mark.rule("SS-14")
def test_a_state_keeps_no_hold_of_what_it_was_made_from() -> None:
    params = {"multiplier": 2}
    planets = [Planet("T", 1, abilities=(PlanetAbility(PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT, params),))]
    fleet = [1, 2]
    config = GameConfig(2, planets, fleet)
    params["multiplier"] = 9
    planets.clear()
    fleet.append(99)
    state = engine.start_new_game(config)
    assert state.planet_deck[0].abilities[0].params == {"multiplier": 2}
    assert state.hands[1] == (1, 2)
    state.to_dict()["hands"][1].append(99)
    assert state.hands[1] == (1, 2)
