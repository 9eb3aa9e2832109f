"""Stellar Skirmish as a library: an engine that takes cards, one player at a time.

    >>> from armillary.games.skirmish import GameConfig, GameEngine
    >>> engine = GameEngine()
    >>> state = engine.start_new_game(GameConfig.standard_two_player())
    >>> state = engine.play_card(state, player_id=1, card_value=5)
    >>> state = engine.play_card(state, player_id=2, card_value=3)
    >>> state.scores()
    {1: 1, 2: 0}

A thin layer over the same rules as the contract: it only keeps the cards of the current battle until the last is in.
Whatever callers build is checked and converted as it is built, and nothing can be changed afterwards (SS-14).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import islice
from typing import Annotated, Any

import msgspec

from armillary.core import codec
from armillary.core.bounds import number_faults
from armillary.core.dice import KeyedDice
from armillary.core.errors import ArmillaryError, BadData, ConfigRefused
from armillary.core.seeds import seed_from
from armillary.core.values import Seat, Value, Violation
from armillary.games.skirmish import rules
from armillary.games.skirmish.model import (
    FLEET,
    MAX_CARDS,
    MAX_PLANETS,
    MAX_VALUE,
    Config,
    FrozenDict,
    GameEndReason,
    Planet,
    Play,
    Setup,
    State,
    as_json,
    convert_fields,
    plain,
)

_SEED: Any = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | None


class InvalidMove(ArmillaryError):
    """This player cannot play this card now. The state is unchanged."""


class GameOver(ArmillaryError):
    """The game has ended: no card can be played."""


class GameConfig(Value, frozen=True):
    """How to set up a game; a seed shuffles the deck reproducibly, None keeps its order (SS-3)."""

    player_count: int
    planets: Sequence[Planet] = ()
    fleet_values: Sequence[int] = ()
    seed: int | None = None

    def __post_init__(self) -> None:
        for name, most in (("planets", MAX_PLANETS), ("fleet_values", MAX_CARDS)):
            given = getattr(self, name)
            if not isinstance(given, Iterable):
                raise BadData(f"Game config, {name}: expected a list, not {type(given).__name__}.")
            # One too many is enough to be refused, and a range of a billion cards is not worth its memory.
            msgspec.structs.force_setattr(self, name, tuple(islice(given, most + 1)))
        convert_fields(
            self,
            "game config",
            player_count=int,
            planets=tuple[Planet, ...],
            fleet_values=tuple[int, ...],
            seed=_SEED,
        )

    @classmethod
    def standard_two_player(cls, seed: int | None = None) -> GameConfig:
        """Two players, the default deck, ships 1 to 15."""
        return cls(player_count=2, planets=Planet.default_deck(), fleet_values=FLEET, seed=seed)


class GameState(Value, frozen=True):
    """The contract's state and the cards of the current battle, by player, counting from 1 (SS-14).

    A card leaves its hand when it is played: `current_plays` has it until the battle resolves.
    """

    player_count: int
    hands: Mapping[int, tuple[int, ...]]
    planet_deck: tuple[Planet, ...]
    current_planet_index: int
    planet_pot: tuple[Planet, ...]
    claimed_planets: Mapping[int, tuple[Planet, ...]]
    current_plays: Mapping[int, int | None]
    game_over: bool
    end_reason: GameEndReason | None

    def __post_init__(self) -> None:
        convert_fields(self, "game state", **_KINDS)
        for name in ("hands", "claimed_planets", "current_plays"):
            by_player = FrozenDict(sorted(getattr(self, name).items()))  # in whatever order they were given
            msgspec.structs.force_setattr(self, name, by_player)
        if faults := _faults(self):
            raise BadData(f"Game state: {'; '.join(str(fault) for fault in faults)}")

    def scores(self) -> dict[int, int]:
        """Victory points by player (SS-9)."""
        return {player: rules.score(claimed) for player, claimed in self.claimed_planets.items()}

    def to_dict(self) -> dict[str, Any]:
        """Plain values under the documented keys, ready for `json.dumps`."""
        made: dict[str, Any] = plain(self)
        return made

    @classmethod
    def from_dict(cls, tree: dict[str, Any]) -> GameState:
        """The state that `to_dict` was called on, also after a trip through JSON; raises `BadData`."""
        return codec.decode(as_json(tree, "game state"), cls, "game state")


_KINDS: dict[str, Any] = {
    "player_count": int,
    "hands": dict[int, tuple[int, ...]],
    "planet_deck": tuple[Planet, ...],
    "current_planet_index": int,
    "planet_pot": tuple[Planet, ...],
    "claimed_planets": dict[int, tuple[Planet, ...]],
    "current_plays": dict[int, int | None],
    "game_over": bool,
    "end_reason": GameEndReason | None,
}


class GameEngine:
    """State in, new state out."""

    def start_new_game(self, config: GameConfig) -> GameState:
        """Hands dealt, deck ready, pot empty; raises `ConfigRefused`."""
        _expect(config, GameConfig)
        planets = tuple(config.planets) or Planet.default_deck()
        if config.seed is not None:
            planets = KeyedDice(seed_from(config.seed), 0).shuffle(planets)
        converted = Config(planets, tuple(config.fleet_values), shuffle=False)
        if violations := rules.check_config(converted, config.player_count):
            raise ConfigRefused(violations)
        step = rules.start(converted, config.player_count, NO_DICE)
        return _opened(step.state)

    def play_card(self, state: GameState, player_id: int, card_value: int) -> GameState:
        """Record one card; the last card of a battle resolves it (SS-5)."""
        if self.is_game_over(state):
            raise GameOver(f"The game is over: {_end_reason(state)}.")
        _expect_player(state, player_id)
        if state.current_plays[player_id] is not None:
            raise InvalidMove(f"Player {player_id} has already played in this battle.")
        if type(card_value) is not int or card_value not in state.hands[player_id]:
            raise InvalidMove(f"Player {player_id} does not hold the card {_shown(card_value)}.")
        position = _position(state)
        plays = {player: card for player, card in state.current_plays.items() if card is not None}
        plays[player_id] = card_value
        if len(plays) < state.player_count:
            return _after(state, _staked(position), plays)
        orders = {player: Play(card) for player, card in plays.items()}
        return _after(state, rules.resolve(position, orders, NO_DICE).state, {})

    def is_game_over(self, state: GameState) -> bool:
        """Has it ended, for whatever reason (SS-10)?"""
        _expect(state, GameState)
        return _end_reason(state) is not None

    def legal_cards_for_player(self, state: GameState, player_id: int) -> list[int]:
        """What this player may play: their hand, or nothing once they have played (SS-14, SS-15)."""
        _expect(state, GameState)
        _expect_player(state, player_id)
        return [] if state.current_plays[player_id] is not None else list(state.hands[player_id])

    def pot_total_victory_points(self, state: GameState) -> int:
        """What the pot is worth now (SS-15)."""
        _expect(state, GameState)
        return sum(planet.victory_points for planet in state.planet_pot)

    def pot_summary(self, state: GameState) -> dict[str, Any]:
        """The pot for display: its planets, what they are worth, and how many there are (SS-15)."""
        _expect(state, GameState)
        return {
            "planets": [planet.to_dict() for planet in state.planet_pot],
            "total_vp": self.pot_total_victory_points(state),
            "count": len(state.planet_pot),
        }


NO_DICE = KeyedDice(seed_from(0), 0)
"""For rules that ask for dice and draw nothing: a library game's deck is shuffled before."""


def _expect(given: object, kind: type[Value]) -> None:
    if not isinstance(given, kind):
        raise BadData(f"Expected a {kind.__name__}, not {type(given).__name__}.")


def _expect_player(state: GameState, player_id: object) -> None:
    if type(player_id) is not int or player_id not in state.hands:
        raise InvalidMove(f"There is no player {_shown(player_id)}; players are 1 to {state.player_count}.")


def _position(state: GameState) -> State:
    """The contract's state, where cards of the open battle are still in their hands; battles are not counted here."""
    return State(
        setup=Setup(state.player_count, state.planet_deck),
        battle=1,
        hands=_hands_before(state),
        current_planet_index=state.current_planet_index,
        planet_pot=state.planet_pot,
        claimed_planets=tuple(state.claimed_planets.values()),
        end_reason=_end_reason(state),
    )


def _hands_before(state: GameState) -> tuple[tuple[int, ...], ...]:
    """Everybody's cards as the battle began. A card played goes in front: it is the first of its kind to leave."""
    plays = state.current_plays
    return tuple(hand if (card := plays[player]) is None else (card, *hand) for player, hand in state.hands.items())


def _opened(position: State) -> GameState:
    """A library's state with no card played yet."""
    players = range(1, position.setup.seats + 1)
    return GameState(
        player_count=position.setup.seats,
        hands=dict(zip(players, position.hands, strict=True)),
        planet_deck=position.setup.planet_deck,
        current_planet_index=position.current_planet_index,
        planet_pot=position.planet_pot,
        claimed_planets=dict(zip(players, position.claimed_planets, strict=True)),
        current_plays=dict.fromkeys(players),
        game_over=position.end_reason is not None,
        end_reason=position.end_reason,
    )


def _after(state: GameState, position: State, plays: dict[Seat, int]) -> GameState:
    """The state that follows. The rules made it, so it is not checked again: a copy, with what has changed."""
    hands = dict(zip(state.hands, position.hands, strict=True))
    for player, card in plays.items():
        at = hands[player].index(card)
        hands[player] = hands[player][:at] + hands[player][at + 1 :]
    changes = {
        "hands": FrozenDict(hands),
        "current_planet_index": position.current_planet_index,
        "planet_pot": position.planet_pot,
        "claimed_planets": FrozenDict(zip(state.hands, position.claimed_planets, strict=True)),
        "current_plays": FrozenDict({player: plays.get(player) for player in state.hands}),
        "game_over": position.end_reason is not None,
        "end_reason": position.end_reason,
    }
    following = copy(state)
    for name, value in changes.items():
        msgspec.structs.force_setattr(following, name, value)
    return following


def _staked(position: State) -> State:
    """The battle's planet moves to the pot with the first card played (SS-4)."""
    pot = rules.at_stake(position.planet_pot, position.setup.planet_deck, position.current_planet_index)
    taken = len(pot) - len(position.planet_pot)
    index = position.current_planet_index + taken
    return msgspec.structs.replace(position, current_planet_index=index, planet_pot=pot)


def _end_reason(state: GameState) -> GameEndReason | None:
    """As stored, or as the hands say: a restored state may have one hand empty (SS-10)."""
    planets_left = bool(state.planet_pot) or state.current_planet_index < len(state.planet_deck)
    return state.end_reason or rules.end_reason(_hands_before(state), planets_left)


def _shown(value: object) -> str:
    """Anything as a short text; Python refuses to print numbers with thousands of digits."""
    try:
        return repr(value)[:40]
    except ValueError:
        return "with thousands of digits"


def _faults(state: GameState) -> tuple[Violation, ...]:
    """What makes a state impossible."""
    players = list(range(1, min(state.player_count, len(state.hands)) + 1))
    for name in ("hands", "claimed_planets", "current_plays"):
        if list(getattr(state, name)) != players or len(players) != state.player_count:
            return (Violation("one_per_player", "SS-14", (name,), {"players": state.player_count}),)
    for player, card in state.current_plays.items():
        if card is not None:
            path = ("current_plays", player)
            if faults := tuple(number_faults(card, -MAX_VALUE, MAX_VALUE, path, rule="SS-5")):
                return faults
    if None not in state.current_plays.values():
        return (Violation("battle_not_resolved", "SS-5", ("current_plays",)),)
    if state.game_over != (state.end_reason is not None):
        return (Violation("end_reason_does_not_fit", "SS-10", ("game_over",)),)
    return rules.check_position(_position(state))
