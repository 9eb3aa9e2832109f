"""Stellar Skirmish: secret ship cards, a pot of planets, ties that raise the stakes.

The names below are the game's library, usable on its own; `game.py` binds the same rules to the contract.
"""

from armillary.games.skirmish.library import (
    GameConfig,
    GameEngine,
    GameOver,
    GameState,
    InvalidMove,
)
from armillary.games.skirmish.model import (
    GameEndReason,
    Planet,
    PlanetAbility,
    PlanetAbilityType,
    PlanetClass,
)

__all__ = [
    "GameConfig",
    "GameEndReason",
    "GameEngine",
    "GameOver",
    "GameState",
    "InvalidMove",
    "Planet",
    "PlanetAbility",
    "PlanetAbilityType",
    "PlanetClass",
]
