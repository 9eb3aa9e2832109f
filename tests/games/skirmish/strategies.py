"""Configs of Stellar Skirmish that nobody would sensibly choose, and all the states they lead to."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from armillary.games.skirmish import GameConfig, GameEngine, GameState
from armillary.games.skirmish.model import (
    MAX_MULTIPLIER,
    MAX_VALUE,
    Config,
    Planet,
    PlanetAbility,
    PlanetAbilityType,
    PlanetClass,
)

CARDS = st.integers(-3, 6) | st.sampled_from([MAX_VALUE, -MAX_VALUE])
POINTS = st.integers(-3, 5) | st.sampled_from([MAX_VALUE, -MAX_VALUE])

_ODD = ["P7", "P07", "-", "P1;", "a b", 'quo"te', "back\\slash", "{x}", "a/b", "|", "=", "\u00e9\U0001f680", "battle"]
_TEXTS = st.sampled_from(_ODD) | st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=6)


def _params(of: PlanetAbilityType) -> st.SearchStrategy[dict[str, Any]]:
    if of is PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT:
        multipliers = st.integers(-2, 3) | st.just(MAX_MULTIPLIER)
        return st.fixed_dictionaries({}, optional={"multiplier": multipliers})
    sets: dict[str, st.SearchStrategy[Any]] = {
        "class": st.sampled_from([kind.value for kind in PlanetClass]),
        "size": st.integers(1, 3),
        "bonus": st.integers(-5, 5),
    }
    return st.fixed_dictionaries({}, optional=sets)


ABILITIES = st.sampled_from(PlanetAbilityType).flatmap(lambda of: st.builds(PlanetAbility, st.just(of), _params(of)))

PLANETS = st.builds(
    Planet,
    id=_TEXTS,
    victory_points=POINTS,
    name=st.none() | st.just("") | _TEXTS,
    planet_class=st.none() | st.sampled_from(PlanetClass),
    abilities=st.lists(ABILITIES, max_size=2).map(tuple),
)

DECKS = st.lists(PLANETS, max_size=8, unique_by=lambda planet: planet.id).map(tuple)
FLEETS = st.lists(CARDS, max_size=6).map(tuple)

CONFIGS = st.builds(Config, planets=DECKS, fleet_values=FLEETS, shuffle=st.booleans())


@st.composite
def game_states(draw: st.DrawFn) -> GameState:
    """A state of the library after any number of cards, in the midst of a battle or between two."""
    engine = GameEngine()
    seed = draw(st.none() | st.integers(0, 99))
    state = engine.start_new_game(GameConfig(draw(st.integers(2, 4)), draw(DECKS), draw(FLEETS), seed))
    for _ in range(draw(st.integers(0, 20))):
        waiting = [player for player, card in state.current_plays.items() if card is None]
        if engine.is_game_over(state):
            break
        player = draw(st.sampled_from(waiting))
        state = engine.play_card(state, player, draw(st.sampled_from(state.hands[player])))
    return state
