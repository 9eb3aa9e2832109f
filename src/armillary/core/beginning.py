"""How a match is begun: the number of seats, the config, the seed and the players, checked where they come in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

from armillary.core import codec, seeds
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.faults import brief
from armillary.core.prose import find

STANDARD = "standard"
"""The preset that is played unless another is asked for."""


def seats_for(game: AnyGame, asked: int | None) -> int:
    """The number of seats asked for, within what the game offers; its fewest when nothing is asked."""
    fewest, most = game.seats
    if asked is None:
        return fewest
    if not is_number(asked):
        raise BadInput(f"The number of seats must be a whole number, not {brief(asked)}.")
    if not fewest <= asked <= most:
        raise BadInput(f"{game.title} is for {fewest} to {most} players, not {brief(asked)}.")
    return asked


def config_for(game: AnyGame, seats: int, preset: str = STANDARD, changes: Mapping[str, Any] | None = None) -> Any:
    """A preset's config with some fields changed; raises `BadInput`. What the rules say of it, `check_config` tells."""
    if not isinstance(preset, str) or preset not in game.presets:
        raise BadInput(f"{game.title} has no preset called {brief(preset)}; choose one of: {', '.join(game.presets)}.")
    config = game.presets[preset](seats)
    fields = tuple(codec.tree(config))
    for name in changes or ():
        find(name if isinstance(name, str) else brief(name), fields, "setting")
    return codec.as_declared({**codec.tree(config), **changes}, game.config, "Config") if changes else config


def seed_for(given: bytes | str | int | None) -> bytes:
    """The seed meant by 32 bytes, by a word or a number that a run can be repeated with, or by nothing: a new one."""
    if given is None:
        return seeds.new_seed()
    if isinstance(given, str) or is_number(given):
        try:
            return seeds.seed_from(given)
        except ValueError as error:
            raise BadInput("This seed cannot be written: it holds half a character, or too many digits.") from error
    if not isinstance(given, bytes):
        raise BadInput(f"A seed is a text, a whole number or {seeds.SEED_BYTES} bytes, not {brief(given)}.")
    if len(given) != seeds.SEED_BYTES:
        raise BadInput(f"A seed has {seeds.SEED_BYTES} bytes, not {len(given)}.")
    return given


def players_for(given: Iterable[str], seats: int) -> tuple[str, ...]:
    """A name for every seat: those given, or `Player 1` and so on."""
    names = names_in(given)
    if not names:
        return tuple(f"Player {seat}" for seat in range(1, seats + 1))
    if len(names) != seats:
        raise BadInput(f"{seats} seats need {seats} players, not {len(names)}.")
    return names


def names_in(given: Iterable[str]) -> tuple[str, ...]:
    """The names of players from a list of them; raises `BadInput`."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise BadInput(f"Players are given as a list of names, not as {brief(given)}.")
    return tuple(name_of(name) for name in given)


def name_of(given: object) -> str:
    """What a player is called, as plain text; raises `BadInput`."""
    if not isinstance(given, str):
        raise BadInput(f"A player's name must be a text, not {brief(given)}.")
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise BadInput("A player's name contains half a character, which cannot be stored.") from error
    return str(given)


def is_number(value: object) -> TypeGuard[int]:
    """Is it a whole number? True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool)
