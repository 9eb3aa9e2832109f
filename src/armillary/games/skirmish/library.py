"""Stellar Skirmish as a library: an engine that takes cards, one player at a time.

    >>> from armillary.games.skirmish import GameConfig, GameEngine
    >>> engine = GameEngine()
    >>> state = engine.start_new_game(GameConfig.standard_two_player())
    >>> state = engine.play_card(state, player_id=1, card_value=5)
    >>> state = engine.play_card(state, player_id=2, card_value=3)
    >>> state.scores()
    {1: 1, 2: 0}

A thin layer over the same rules as the contract: it only keeps the cards of the current battle until the last is in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from armillary.core import codec
from armillary.core.dice import KeyedDice
from armillary.core.errors import ArmillaryError, BadData, ConfigRefused
from armillary.core.seeds import seed_from
from armillary.core.values import Seat, Value, Violation
from armillary.games.skirmish import rules
from armillary.games.skirmish.model import FLEET, Config, GameEndReason, Planet, Play, Setup, State


class InvalidMove(ArmillaryError):
    """This player cannot play this card now. The state is unchanged."""


class GameOver(ArmillaryError):
    """The game has ended: no card can be played."""


@dataclass(frozen=True)
class GameConfig:
    """How to set up a game; a seed shuffles the deck reproducibly, None keeps its order (SS-3)."""

    player_count: int
    planets: Sequence[Planet] = ()
    fleet_values: Sequence[int] = ()
    seed: int | None = None

    @classmethod
    def standard_two_player(cls, seed: int | None = None) -> GameConfig:
        """Two players, the default deck, ships 1 to 15."""
        return cls(player_count=2, planets=Planet.default_deck(), fleet_values=FLEET, seed=seed)


class GameState(Value, frozen=True):
    """The contract's state and the cards of the current battle, by player, counting from 1 (SS-14)."""

    player_count: int
    hands: dict[int, tuple[int, ...]]
    planet_deck: tuple[Planet, ...]
    current_planet_index: int
    planet_pot: tuple[Planet, ...]
    claimed_planets: dict[int, tuple[Planet, ...]]
    current_plays: dict[int, int | None]
    game_over: bool
    end_reason: GameEndReason | None

    def scores(self) -> dict[int, int]:
        """Victory points by player (SS-9)."""
        return {player: rules.score(claimed) for player, claimed in self.claimed_planets.items()}

    def to_dict(self) -> dict[str, Any]:
        """Plain values under the documented keys, ready for `json.dumps`."""
        plain: dict[str, Any] = _with_lists(msgspec.to_builtins(self))
        return plain

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> GameState:
        """The state that `to_dict` was called on, also after a trip through JSON; raises `BadData`."""
        state: GameState = codec.decode(_as_json(plain), cls, "game state")
        state = _by_player(state)
        if faults := _faults(state):
            raise BadData(f"game state: {'; '.join(str(fault) for fault in faults)}")
        return state


class GameEngine:
    """State in, new state out."""

    def start_new_game(self, config: GameConfig) -> GameState:
        """Hands dealt, deck ready, pot empty; raises `ConfigRefused`."""
        planets = tuple(config.planets) or Planet.default_deck()
        if config.seed is not None:
            planets = KeyedDice(seed_from(config.seed), 0).shuffle(planets)
        settled = Config(planets, tuple(config.fleet_values), shuffle=False)
        if violations := rules.check_config(settled, config.player_count):
            raise ConfigRefused(violations)
        step = rules.start(settled, config.player_count, KeyedDice(seed_from(0), 0))
        return _with_plays(step.state, {})

    def play_card(self, state: GameState, player_id: int, card_value: int) -> GameState:
        """Record one card; the last card of a battle resolves it (SS-5)."""
        if self.is_game_over(state):
            raise GameOver(f"the game is over: {_end_reason(state)}")
        held = self.legal_cards_for_player(state, player_id)
        if state.current_plays[player_id] is not None:
            raise InvalidMove(f"player {player_id} has already played in this battle")
        if type(card_value) is not int or card_value not in held:
            raise InvalidMove(f"player {player_id} does not hold the card {_shown(card_value)}")
        position = _position(state)
        plays = {player: card for player, card in state.current_plays.items() if card is not None}
        plays[player_id] = card_value
        if len(plays) < state.player_count:
            return _with_plays(_staked(position), plays)
        orders = {player: Play(card) for player, card in plays.items()}
        return _with_plays(rules.resolve(position, orders, KeyedDice(seed_from(0), 0)).state, {})

    def is_game_over(self, state: GameState) -> bool:
        """Has it ended, for whatever reason (SS-10)?"""
        return _end_reason(state) is not None

    def legal_cards_for_player(self, state: GameState, player_id: int) -> list[int]:
        """What this player may play: their hand (SS-15)."""
        if type(player_id) is not int or player_id not in state.hands:
            raise InvalidMove(f"there is no player {_shown(player_id)}; players are 1 to {state.player_count}")
        return list(state.hands[player_id])

    def pot_total_victory_points(self, state: GameState) -> int:
        """What the pot is worth now (SS-15)."""
        return sum(planet.victory_points for planet in state.planet_pot)

    def pot_summary(self, state: GameState) -> dict[str, Any]:
        """The pot for display: its planets, what they are worth, and how many there are (SS-15)."""
        return {
            "planets": _with_lists(msgspec.to_builtins(state.planet_pot)),
            "total_vp": self.pot_total_victory_points(state),
            "count": len(state.planet_pot),
        }


def _position(state: GameState) -> State:
    """The contract's state; a library game does not count its battles."""
    return State(
        setup=Setup(state.player_count, state.planet_deck),
        battle=1,
        hands=tuple(state.hands.values()),
        current_planet_index=state.current_planet_index,
        planet_pot=state.planet_pot,
        claimed_planets=tuple(state.claimed_planets.values()),
        end_reason=_end_reason(state),
    )


def _with_plays(position: State, plays: dict[Seat, int]) -> GameState:
    players = range(1, position.setup.seats + 1)
    return GameState(
        player_count=position.setup.seats,
        hands=dict(zip(players, position.hands, strict=True)),
        planet_deck=position.setup.planet_deck,
        current_planet_index=position.current_planet_index,
        planet_pot=position.planet_pot,
        claimed_planets=dict(zip(players, position.claimed_planets, strict=True)),
        current_plays={player: plays.get(player) for player in players},
        game_over=position.end_reason is not None,
        end_reason=position.end_reason,
    )


def _staked(position: State) -> State:
    """The battle's planet moves to the pot with the first card played (SS-4)."""
    pot = rules.at_stake(position.planet_pot, position.setup.planet_deck, position.current_planet_index)
    taken = len(pot) - len(position.planet_pot)
    index = position.current_planet_index + taken
    return msgspec.structs.replace(position, current_planet_index=index, planet_pot=pot)


def _end_reason(state: GameState) -> GameEndReason | None:
    """As stored, or as the hands say: a restored state may have one hand empty (SS-10)."""
    planets_left = bool(state.planet_pot) or state.current_planet_index < len(state.planet_deck)
    return state.end_reason or rules.end_reason(tuple(state.hands.values()), planets_left)


def _with_lists(plain: Any) -> Any:
    """Plain values as in JSON: lists instead of tuples."""
    if isinstance(plain, dict):
        return {key: _with_lists(value) for key, value in plain.items()}
    return [_with_lists(item) for item in plain] if isinstance(plain, list | tuple) else plain


def _as_json(plain: object) -> bytes:
    """JSON bytes, since what is restored has been through JSON, or could have been."""
    try:
        return msgspec.json.encode(plain)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise BadData(f"game state: not JSON: {error}") from error


def _by_player(state: GameState) -> GameState:
    """Player 1 first, in whatever order the keys were stored."""
    return msgspec.structs.replace(
        state,
        hands=dict(sorted(state.hands.items())),
        claimed_planets=dict(sorted(state.claimed_planets.items())),
        current_plays=dict(sorted(state.current_plays.items())),
    )


def _shown(value: object) -> str:
    """Anything as a short text; Python refuses to print numbers with thousands of digits."""
    try:
        return repr(value)[:40]
    except ValueError:
        return "with thousands of digits"


def _faults(state: GameState) -> tuple[Violation, ...]:
    """What makes a restored state impossible."""
    players = list(range(1, min(state.player_count, len(state.hands)) + 1))
    for name in ("hands", "claimed_planets", "current_plays"):
        if list(getattr(state, name)) != players or len(players) != state.player_count:
            return (Violation("one_per_player", "SS-14", (name,), {"players": state.player_count}),)
    for player, card in state.current_plays.items():
        if card is not None and card not in state.hands[player]:
            return (Violation("card_not_held", "SS-5", ("current_plays", player), {"card": card}),)
    if None not in state.current_plays.values():
        return (Violation("battle_not_resolved", "SS-5", ("current_plays",)),)
    if state.game_over != (state.end_reason is not None):
        return (Violation("end_reason_does_not_fit", "SS-10", ("game_over",)),)
    return rules.check_position(_position(state))
