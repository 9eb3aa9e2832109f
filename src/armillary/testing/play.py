"""Matches and positions to test a game on: random play, repeatable from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.core.values import Seat

MAX_STEPS = 50_000
"""Longer than any sensible random match: one that goes on beyond it never ends."""


class ContractBroken(AssertionError):
    """A game does not keep the contract; the message names the law and the place."""


@dataclass(frozen=True)
class Trial:
    """One random match of a game: how it began, and some of the situations it went through."""

    game: AnyGame
    seats: int
    seed: str
    situations: tuple[AnyMatch, ...]
    """Moments at which orders are owed, from the opening on, spread over the match."""
    end: AnyMatch
    locator: str
    """Where other processes find the game: its slug and version, or `module:name`; empty where none has to."""

    def acting(self) -> Iterator[tuple[AnyMatch, Seat]]:
        """Every situation with every seat that is to act in it."""
        for match in self.situations:
            for seat in match.to_act:
                yield match, seat


def expect(holds: object, law: str, where: object) -> None:
    """Raise `ContractBroken` unless what the law demands holds; `check_game` adds the law's name."""
    if not holds:
        raise ContractBroken(f"{law}\n  {where}")


def expect_legal(game: AnyGame, match: AnyMatch, seat: int, order: Any, law: str) -> None:
    """Raise `ContractBroken` unless the rules have nothing against this order."""
    faults = game.rules.check(match.state, seat, order)
    expect(not faults, law, (seat, order, faults))


def random_match(game: AnyGame, seats: int, seed: str) -> Iterator[AnyMatch]:
    """A match of random orders: the opening, then every resolved step to the end."""
    match: AnyMatch = Match.begin(game, seats=seats, seed=seed_from(seed))
    dice = FastDice(int.from_bytes(seed_from(seed)[:6], "big"))
    yield match
    while match.to_act:
        expect(match.step < MAX_STEPS, "random play ends", f"still going after {MAX_STEPS} steps, seed {seed!r}")
        for seat in match.to_act:
            match = match.submit(seat, game.hints.random_order(match.state, seat, dice))
        yield match


def trial(game: AnyGame, seats: int, seed: str, keep: int, locator: str = "") -> Trial:
    """Play one random match and keep some of its situations: the opening, the last, and others in between."""
    played = list(random_match(game, seats, seed))
    owed = played[:-1]
    stride = max(1, len(owed) // max(1, keep - 1))
    kept = owed[::stride][:keep]
    if owed and owed[-1] not in kept[-1:]:
        kept.append(owed[-1])
    return Trial(game, seats, seed, tuple(kept), played[-1], locator)
