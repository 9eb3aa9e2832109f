"""How a match is begun: the number of seats, the config, the seed and the players, checked where they come in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from armillary.core import codec, seeds
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput

STANDARD = "standard"
"""The preset that is played unless another is asked for."""


def seats_for(game: AnyGame, asked: int | None) -> int:
    """The number of seats asked for, within what the game offers; its fewest when nothing is asked."""
    fewest, most = game.seats
    if asked is None:
        return fewest
    if type(asked) is not int:
        raise BadInput(f"The number of seats must be a whole number, not {asked!r:.40}.")
    if not fewest <= asked <= most:
        raise BadInput(f"{game.title} is for {fewest} to {most} players, not {asked}.")
    return asked


def config_for(game: AnyGame, seats: int, preset: str = STANDARD, changes: Mapping[str, Any] | None = None) -> Any:
    """A preset's config with some fields changed; raises `BadInput`. What the rules say of it, `check_config` tells."""
    if preset not in game.presets:
        raise BadInput(f"{game.title} has no preset called {preset!r:.40}; choose one of: {', '.join(game.presets)}.")
    config = game.presets[preset](seats)
    return codec.as_declared({**codec.tree(config), **changes}, game.config, "Config") if changes else config


def seed_for(given: bytes | str | int | None) -> bytes:
    """The seed meant by 32 bytes, by a word or a number that a run can be repeated with, or by nothing: a new one."""
    if given is None:
        return seeds.new_seed()
    if isinstance(given, str) or type(given) is int:
        return seeds.seed_from(given)
    if not isinstance(given, bytes):
        raise BadInput(f"A seed is a text, a whole number or {seeds.SEED_BYTES} bytes, not {given!r:.40}.")
    if len(given) != seeds.SEED_BYTES:
        raise BadInput(f"A seed has {seeds.SEED_BYTES} bytes, not {len(given)}.")
    return given


def players_for(given: Iterable[str], seats: int) -> tuple[str, ...]:
    """A name for every seat: those given, or `Player 1` and so on."""
    names = (given,) if isinstance(given, str) else tuple(given)
    if not names:
        return tuple(f"Player {seat}" for seat in range(1, seats + 1))
    if len(names) != seats:
        raise BadInput(f"{seats} seats need {seats} players, not {len(names)}.")
    for name in names:
        require_name(name)
    return names


def require_name(name: object) -> None:
    """Raise `BadInput` unless this can be a player's name."""
    if not isinstance(name, str):
        raise BadInput(f"A player's name must be a text, not {name!r:.40}.")
