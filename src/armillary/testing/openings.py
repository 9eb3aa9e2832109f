"""Where a case, a count or a playthrough begins: a position in notation, or a config to start from."""

from __future__ import annotations

from typing import Any

import msgspec

from armillary.core import codec
from armillary.core.contract import AnyGame, Step
from armillary.core.dice import KeyedDice
from armillary.core.errors import BadInput, ConfigRefused, Refused
from armillary.core.seeds import seed_from
from armillary.core.values import refusals


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields every such file has in common."""

    given: str | None = None
    """A position in the game's notation."""
    config: dict[str, Any] | None = None
    """Without a position: the config's fields; left out, the standard preset."""
    seats: int | None = None
    """Without a position: how many play; left out, the game's fewest."""
    seed: str = "a seed"
    """The word the dice are seeded with."""

    def __post_init__(self) -> None:
        if self.given is not None and (self.config is not None or self.seats is not None):
            raise ValueError("begin with a given position or with config and seats, not with both")

    @property
    def secret(self) -> bytes:
        """The seed this opening's word stands for."""
        return seed_from(self.seed)


def config_of(game: AnyGame, opening: Opening) -> tuple[Any, int]:
    """The config and the number of seats an opening asks for; raises `BadData`."""
    seats = game.seats[0] if opening.seats is None else opening.seats
    if opening.config is None:
        return game.presets["standard"](seats), seats
    return codec.convert(opening.config, game.config, "config"), seats


def begin(game: AnyGame, opening: Opening) -> Step[Any]:
    """The first state and what happened on the way; raises what the game refuses."""
    if opening.given is None:
        config, seats = config_of(game, opening)
        if refused := refusals(game.rules.check_config(config, seats)):
            raise ConfigRefused(refused)
        step: Step[Any] = game.rules.start(config, seats, KeyedDice(opening.secret, 0))
        return step
    state = position(game, opening.given)
    if violations := game.rules.check_position(state):
        raise Refused(violations)
    return Step(state)


def position(game: AnyGame, text: str) -> Any:
    """A position that means the same when it is written down again; raises `BadInput`."""
    state = game.words.parse_state(text)
    written = game.words.format_state(state)
    if game.words.parse_state(written) != state:
        raise BadInput(f"this position changes when it is written down: {written}")
    return state
