"""What one person may have here: how many matches, and how big each of them."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from armillary.api.problems import ViolationTold
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.server.errors import TooMany
from armillary.server.matches.journal import game_of
from armillary.server.storage.rows import MatchRow
from armillary.server.storage.store import Counts, Most

TOO_BIG = "too_big"


class Allowance(msgspec.Struct, frozen=True):
    """The limits of this server for everybody who makes matches."""

    most_open: int = 20
    """How many matches that have not begun."""
    most_with_bots: int = 50
    """How many that are not over and have bots, or may get some for people who stay away."""
    most_size: int = 3_000_000
    """How big a match may be, by what its game says of its config."""

    def for_new(self, row: MatchRow, begins: bool) -> Most:
        """How many matches the maker of a new one may have: those that begin at once do not count as open ones."""
        open_ones: float = math.inf if begins else self.most_open
        return Most(open_ones, self.most_with_bots if row.may_have_bots else math.inf)

    def expect_few(self, made: Counts, most: Most) -> None:
        """Raise `TooMany` unless somebody who has made these matches may make another."""
        if made.open >= most.open:
            raise TooMany(f"{made.open} matches of yours have not begun. Start one or call one off first.")
        if made.with_bots >= most.with_bots:
            raise TooMany(f"{made.with_bots} matches of yours with bots are not over. Finish one or resign first.")

    def size_faults(self, game: AnyGame, config: Any, seats: int) -> tuple[ViolationTold, ...]:
        """What is wrong with a match that is too big for this server; its config has passed the rules."""
        size = game.rules.size(config, seats)
        if size <= self.most_size:
            return ()
        text = (
            f"This match would be too big for this server: its size is {size:,}, and {self.most_size:,} is allowed."
            " Choose a smaller map, fewer players or fewer rounds."
        )
        return (ViolationTold(TOO_BIG, "", params={"size": size, "most": self.most_size}, text=text),)

    def expect_small(self, game: AnyGame, config: Any, seats: int) -> None:
        """Raise `BadInput` where `size_faults` finds something."""
        for fault in self.size_faults(game, config, seats):
            raise BadInput(fault.text)

    def expect_row(self, row: MatchRow) -> None:
        """The same for a match whose config is stored."""
        game = game_of(row)
        self.expect_small(game, codec.decode(row.config, game.config), len(row.seats))
