"""The commands that repeat a match in which a bot failed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from armillary.core.contract import AnyGame


def with_commands(
    faults: list[dict[str, Any]], game: AnyGame, preset: str, changes: Sequence[str]
) -> list[dict[str, Any]]:
    """The faults of a summary, each with the command that plays its first game again, alone."""
    return [{**fault, "repeat": _command(fault["first"], game, preset, changes)} for fault in faults]


def _command(first: dict[str, Any], game: AnyGame, preset: str, changes: Sequence[str]) -> str:
    seats = len(first["bots"])
    words = ["armillary", "simulate", game.slug]
    words += ["--seats", str(seats)] if seats != game.seats[0] else []
    for bot in first["bots"]:
        words += ["--bot", bot]
    return shlex.join([*words, *_terms(preset, changes), "--seed", first["seed"]])


def play_again(game: AnyGame, seated: Sequence[str], preset: str, changes: Sequence[str], seed: str) -> str:
    """How to play the same match once more, as a sentence."""
    words = ["armillary", "play", game.slug]
    for who in seated:
        words += ["--seat", who]
    return f"Repeat it, with the same orders: {shlex.join([*words, *_terms(preset, changes), '--seed', seed])}"


def _terms(preset: str, changes: Sequence[str]) -> Iterator[str]:
    if preset != "standard":
        yield from ("--preset", preset)
    for change in changes:
        yield from ("--config", change)
