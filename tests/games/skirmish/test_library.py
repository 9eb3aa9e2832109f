"""Stellar Skirmish as a library: what its documentation shows, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from armillary.core.errors import ConfigRefused
from armillary.core.match import Match
from armillary.games.skirmish import (
    GameConfig,
    GameEndReason,
    GameEngine,
    GameOver,
    GameState,
    InvalidMove,
    Planet,
    PlanetAbility,
    PlanetAbilityType,
    PlanetClass,
)
from armillary.games.skirmish.game import GAME
from armillary.games.skirmish.model import Play

engine = GameEngine()


def play(state: GameState, *cards: int) -> GameState:
    """One card of every player, player 1 first."""
    for player, card in enumerate(cards, start=1):
        state = engine.play_card(state, player, card)
    return state


def standard() -> GameState:
    return engine.start_new_game(GameConfig.standard_two_player())


def ids(planets: tuple[Planet, ...]) -> list[str]:
    return [planet.id for planet in planets]


# -- starting ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-1", "SS-2", "SS-4")
def test_a_standard_game_has_fifteen_ships_each_and_fifteen_planets() -> None:
    state = standard()
    assert state.player_count == 2
    assert state.hands == {1: tuple(range(1, 16)), 2: tuple(range(1, 16))}
    assert [planet.victory_points for planet in state.planet_deck] == [1] * 5 + [2] * 5 + [3] * 5
    assert ids(state.planet_deck) == [f"P{n}" for n in range(1, 16)]
    assert state.planet_deck[6].name == "Planet 7"
    assert state.planet_deck[6].planet_class is None
    assert (state.planet_pot, state.current_planet_index) == ((), 0)
    assert state.current_plays == {1: None, 2: None}
    assert not engine.is_game_over(state)


@pytest.mark.rule("SS-1")
def test_a_game_of_ones_own_has_its_players_planets_and_ships() -> None:
    planets = [Planet(id="P1", victory_points=2, name="Rigel"), Planet(id="X", victory_points=-1)]
    state = engine.start_new_game(GameConfig(player_count=3, planets=planets, fleet_values=range(1, 13)))
    assert state.planet_deck == tuple(planets)
    assert state.hands == {player: tuple(range(1, 13)) for player in (1, 2, 3)}


@pytest.mark.rule("SS-1", "SS-2")
def test_no_planets_and_no_ships_mean_the_usual_ones() -> None:
    assert engine.start_new_game(GameConfig(player_count=2)) == standard()


@pytest.mark.rule("SS-3")
def test_a_seed_shuffles_the_deck_the_same_way_every_time() -> None:
    once = engine.start_new_game(GameConfig.standard_two_player(seed=42))
    assert once == engine.start_new_game(GameConfig.standard_two_player(seed=42))
    assert once.planet_deck != standard().planet_deck
    assert once.planet_deck != engine.start_new_game(GameConfig.standard_two_player(seed=43)).planet_deck
    assert sorted(ids(once.planet_deck)) == sorted(ids(standard().planet_deck))


@pytest.mark.rule("SS-3")
def test_a_seed_shuffles_a_deck_of_ones_own_too() -> None:
    planets = [Planet(id=f"X{n}", victory_points=n) for n in range(20)]
    kept = engine.start_new_game(GameConfig(2, planets))
    shuffled = engine.start_new_game(GameConfig(2, planets, seed=0))
    assert kept.planet_deck == tuple(planets)
    assert shuffled.planet_deck != kept.planet_deck
    assert set(ids(shuffled.planet_deck)) == set(ids(kept.planet_deck))


@pytest.mark.parametrize(
    ("config", "code"),
    [
        (GameConfig(player_count=1), "out_of_bounds"),
        (GameConfig(player_count=-5), "out_of_bounds"),
        (GameConfig(player_count=10**9), "out_of_bounds"),
        (GameConfig(2, [Planet("A", 1), Planet("A", 2)]), "repeated_id"),
        (GameConfig(2, [Planet("\ud800", 1)]), "unfit_text"),
        (GameConfig(2, fleet_values=[10**13]), "out_of_bounds"),
        (GameConfig(2, fleet_values=range(501)), "out_of_bounds"),
    ],
)
def test_an_impossible_setup_is_refused(config: GameConfig, code: str) -> None:
    with pytest.raises(ConfigRefused) as refused:
        engine.start_new_game(config)
    assert [violation.code for violation in refused.value.violations] == [code]


# -- playing -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-4", "SS-6")
def test_the_last_card_of_a_battle_resolves_it() -> None:
    state = engine.play_card(standard(), player_id=1, card_value=5)
    assert ids(state.planet_pot) == ["P1"]
    assert state.current_planet_index == 1
    assert state.current_plays == {1: 5, 2: None}
    state = engine.play_card(state, player_id=2, card_value=3)
    assert ids(state.claimed_planets[1]) == ["P1"]
    assert state.planet_pot == ()
    assert state.current_plays == {1: None, 2: None}
    assert 5 not in state.hands[1]
    assert 3 not in state.hands[2]


@pytest.mark.rule("SS-6")
def test_a_tie_adds_a_planet_and_the_next_winner_takes_all() -> None:
    state = play(standard(), 7, 4)
    assert state.scores() == {1: 1, 2: 0}
    state = play(state, 3, 3)
    assert ids(state.planet_pot) == ["P2", "P3"]
    assert state.scores() == {1: 1, 2: 0}
    state = play(state, 9, 6)
    assert ids(state.claimed_planets[1]) == ["P1", "P2", "P3"]
    assert state.scores() == {1: 3, 2: 0}
    assert not engine.is_game_over(state)


@pytest.mark.rule("SS-14")
def test_a_card_leaves_its_hand_when_it_is_played() -> None:
    state = engine.play_card(standard(), 1, 5)
    assert state.hands[1] == (1, 2, 3, 4, *range(6, 16))
    assert state.current_plays == {1: 5, 2: None}
    assert engine.legal_cards_for_player(state, 1) == []
    assert engine.legal_cards_for_player(state, 2) == list(range(1, 16))


@pytest.mark.rule("SS-14", "SS-10")
def test_the_last_card_on_the_table_does_not_end_the_game_before_the_battle_is_fought() -> None:
    state = engine.play_card(engine.start_new_game(GameConfig(2, fleet_values=[7])), 1, 7)
    assert state.hands == {1: (), 2: (7,)}
    assert not engine.is_game_over(state)
    restored = GameState.from_dict(json.loads(json.dumps(state.to_dict())))
    assert engine.play_card(restored, 2, 7).end_reason is GameEndReason.SHIPS_EXHAUSTED_PLANETS_REMAINING


@pytest.mark.rule("SS-1", "SS-14")
def test_of_equal_cards_the_first_leaves_the_hand() -> None:
    state = engine.start_new_game(GameConfig(2, fleet_values=[3, 5, 3, 1]))
    state = engine.play_card(state, 1, 3)
    assert state.hands[1] == (5, 3, 1)
    assert engine.play_card(state, 2, 1).hands == {1: (5, 3, 1), 2: (3, 5, 3)}


@pytest.mark.rule("SS-16")
def test_at_a_table_a_card_played_in_the_open_battle_still_shows_in_its_hand() -> None:
    match = Match.begin(GAME).submit(1, Play(5))
    assert match.table(2).view.hands[0] == tuple(range(1, 16))


def test_players_may_play_in_any_order() -> None:
    one_way = engine.play_card(engine.play_card(standard(), 1, 5), 2, 3)
    assert engine.play_card(engine.play_card(standard(), 2, 3), 1, 5) == one_way


@pytest.mark.rule("SS-11")
def test_a_trigger_world_brings_the_next_planet() -> None:
    trigger = Planet(
        id="P1",
        victory_points=1,
        name="Trigger World",
        planet_class=PlanetClass.STATION,
        abilities=[PlanetAbility(PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT, params={})],  # type: ignore[arg-type]
    )
    config = GameConfig(2, [trigger, Planet("P2", 3), Planet("P3", 1)], [1, 2])
    state = play(engine.start_new_game(config), 2, 1)
    assert ids(state.claimed_planets[1]) == ["P1", "P2"]
    assert state.scores() == {1: 4, 2: 0}
    assert state.current_planet_index == 2
    assert state.planet_pot == ()


@pytest.mark.rule("SS-11")
def test_a_chain_through_the_largest_deck_is_claimed_to_its_end() -> None:
    chain = (PlanetAbility(PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT),)
    deck = [Planet(f"P{n}", 1, abilities=chain) for n in range(500)]
    state = play(engine.start_new_game(GameConfig(2, deck, [1, 2])), 2, 1)
    assert state.scores() == {1: 500, 2: 0}


@pytest.mark.rule("SS-10")
@pytest.mark.parametrize(
    ("planets", "cards", "reason"),
    [
        (1, (2, 1), GameEndReason.NORMAL),
        (1, (1, 1), GameEndReason.SHIPS_EXHAUSTED_PLANETS_REMAINING),
        (2, (2, 1), GameEndReason.SHIPS_EXHAUSTED_PLANETS_REMAINING),
    ],
)
def test_a_game_ends_with_the_last_card_and_says_why(
    planets: int, cards: tuple[int, int], reason: GameEndReason
) -> None:
    fresh = engine.start_new_game(GameConfig(2, Planet.default_deck()[:planets], [1]))
    state = play(GameState.from_dict({**fresh.to_dict(), "hands": {1: [cards[0]], 2: [cards[1]]}}), *cards)
    assert engine.is_game_over(state)
    assert state.game_over
    assert state.end_reason is reason


# -- refusing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-5")
@pytest.mark.parametrize(
    ("player", "card", "message"),
    [
        (1, 16, "Player 1 does not hold the card 16."),
        (1, True, "Player 1 does not hold the card True."),
        (1, 5.0, "Player 1 does not hold the card 5.0."),
        (1, "5", "Player 1 does not hold the card '5'."),
        (1, None, "Player 1 does not hold the card None."),
        (1, 10**5000, "Player 1 does not hold the card with thousands of digits."),
        (0, 5, "There is no player 0; players are 1 to 2."),
        (3, 5, "There is no player 3; players are 1 to 2."),
        (True, 5, "There is no player True; players are 1 to 2."),
        ([], 5, "There is no player []; players are 1 to 2."),
        (10**5000, 5, "There is no player with thousands of digits; players are 1 to 2."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_card_that_cannot_be_played_is_an_invalid_move(player: Any, card: Any, message: str) -> None:
    state = standard()
    before = state.to_dict()
    with pytest.raises(InvalidMove) as refused:
        engine.play_card(state, player, card)
    assert str(refused.value) == message
    assert state.to_dict() == before


@pytest.mark.rule("SS-5")
def test_nobody_plays_twice_in_one_battle_not_even_the_same_card() -> None:
    state = engine.play_card(standard(), 1, 5)
    before = state.to_dict()
    for card in (5, 6, 99):
        with pytest.raises(InvalidMove, match="already played"):
            engine.play_card(state, 1, card)
    assert state.to_dict() == before


@pytest.mark.rule("SS-5", "SS-10")
def test_after_the_end_any_play_is_game_over_even_a_senseless_one() -> None:
    state = play(engine.start_new_game(GameConfig(2, fleet_values=[1])), 1, 1)
    for player, card in ((1, 1), (9, 1), (1, 99)):
        with pytest.raises(GameOver, match="ships_exhausted_planets_remaining"):
            engine.play_card(state, player, card)


@pytest.mark.rule("SS-10")
def test_a_restored_state_with_one_hand_empty_is_over() -> None:
    plain = standard().to_dict()
    plain["hands"][2] = []
    state = GameState.from_dict(plain)
    assert engine.is_game_over(state)
    with pytest.raises(GameOver, match="player_out_of_cards_early"):
        engine.play_card(state, 1, 1)


# -- asking ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-15")
def test_the_pot_can_be_summed_up() -> None:
    empty = standard()
    assert engine.pot_summary(empty) == {"planets": [], "total_vp": 0, "count": 0}
    state = play(empty, 3, 3)
    assert engine.pot_total_victory_points(state) == 2
    summary = engine.pot_summary(state)
    assert (summary["total_vp"], summary["count"]) == (2, 2)
    assert summary["planets"][1] == {
        "id": "P2",
        "victory_points": 1,
        "name": "Planet 2",
        "class": None,
        "abilities": [],
    }
    assert json.loads(json.dumps(summary)) == summary


@pytest.mark.rule("SS-15")
def test_the_legal_cards_of_a_player_are_its_hand() -> None:
    state = play(standard(), 3, 4)
    assert engine.legal_cards_for_player(state, 1) == [1, 2, *range(4, 16)]
    with pytest.raises(InvalidMove):
        engine.legal_cards_for_player(state, 3)


@pytest.mark.rule("SS-9", "SS-12", "SS-15")
def test_scores_count_planets_and_sets_whenever_they_are_asked() -> None:
    bonus = PlanetAbility(PlanetAbilityType.CLASS_SET_BONUS, {"class": "station", "size": 2, "bonus": 10})
    deck = [
        Planet("A", 1, planet_class=PlanetClass.STATION, abilities=(bonus,)),
        Planet("B", 2, None, PlanetClass.STATION),
    ]
    state = play(engine.start_new_game(GameConfig(2, deck, [1, 2])), 2, 1)
    assert state.scores() == {1: 1, 2: 0}
    taken = GameState.from_dict({**state.to_dict(), "hands": {1: [3], 2: [2]}})
    assert play(taken, 3, 2).scores() == {1: 13, 2: 0}
