"""Series of games between bots, repeatable from one seed.

Game i of a series (i counts from 1) is played with the seed `<seed>/<i>`. From game to game the bots move on by one
seat, so that each plays every seat equally often over whole rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from armillary.arena.playing import Pairing
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput


@dataclass(frozen=True, kw_only=True)
class Series:
    """What is to be played."""

    game: AnyGame
    config: Any
    seed: str
    bots: tuple[str, ...]
    """One name per seat, as they sit in the first game."""
    count: int
    recorded: bool = False

    def pairings(self) -> Iterator[Pairing]:
        """Each game, in order."""
        return (self.pairing(number, f"{self.seed}/{number}") for number in range(1, self.count + 1))

    def pairing(self, number: int, seed: str) -> Pairing:
        """A game by its number, played with this seed."""
        return Pairing(
            number=number,
            game=self.game.slug,
            version=self.game.version,
            bots=rotated(self.bots, number - 1),
            seed=seed,
            config=codec.tree(self.config),
            recorded=self.recorded,
        )


def rotated(bots: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """The bots, each moved on by this many seats."""
    moved = seats % len(bots)
    return bots[-moved:] + bots[:-moved] if moved else bots


def seat_names(asked: Sequence[str], seats: int) -> tuple[str, ...]:
    """One bot per seat: no name means random on all seats, one name means that bot on all seats."""
    asked = tuple(asked) or ("random",)
    if len(asked) not in (1, seats):
        raise BadInput(f"{len(asked)} bots do not fit {seats} seats: name one bot, or one per seat.")
    return asked * seats if len(asked) == 1 else asked
