"""What one person may have here: how many matches, and how big each of them."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from armillary.api.problems import ViolationTold
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.server.matches.journal import game_of
from armillary.server.matches.rows import Claim, MatchRow, Most

TOO_BIG = "too_big"

ROW_BYTES = 1_000
"""What a new match takes beside its config: its row, its seats, the first rows of its journal."""
PLACE_BYTES = 30
"""What is stored in a whole match for each unit of its size: its orders, and its positions round by round. Measured: up
to 70 in small matches, and 1 to 10 in big ones."""


class Allowance(msgspec.Struct, frozen=True):
    """The limits of this server for everybody who makes matches."""

    most_open: int = 20
    """How many matches that have not begun."""
    most_with_bots: int = 50
    """How many that are not over and have bots, or may get some for people who stay away."""
    most_unfinished: int = 500
    """How many that are not over, and that they made or in which they sit."""
    most_size: int = 3_000_000
    """How big a match may be, by what its game says of its config."""

    def for_new(self, row: MatchRow, begins: bool) -> Most:
        """How many matches the maker of a new one may have: those that begin at once do not count as open ones."""
        open_ones: float = math.inf if begins else self.most_open
        return Most(open_ones, self.most_with_bots if row.may_have_bots else math.inf, self.most_unfinished)

    def to_join(self, row: MatchRow, player: str) -> Claim | None:
        """What a player claims by sitting down; nothing where they made the match."""
        is_theirs = row.created_by == player or any(seat.is_held and seat.player == player for seat in row.seats)
        return None if is_theirs else Claim(player, Most(unfinished=self.most_unfinished))

    def to_change(self, before: MatchRow, after: MatchRow) -> Claim | None:
        """What the maker of a match claims who lets bots into it."""
        lets_bots_in = after.may_have_bots and not before.may_have_bots
        return Claim(after.created_by, Most(with_bots=self.most_with_bots)) if lets_bots_in else None

    def size_faults(self, game: AnyGame, config: Any, seats: int) -> tuple[ViolationTold, ...]:
        """What is wrong with a match that is too big for this server; its config has passed the rules."""
        size = game.service.size(config, seats)
        if size <= self.most_size:
            return ()
        text = (
            f"This match would be too big for this server: its size is {size:,}, and {self.most_size:,} is allowed."
            " Choose a smaller map, fewer players or fewer rounds."
        )
        return (ViolationTold(TOO_BIG, "", params={"size": size, "most": self.most_size}, text=text),)

    def require_small(self, game: AnyGame, config: Any, seats: int) -> None:
        """Raise `BadInput` where `size_faults` finds something."""
        for fault in self.size_faults(game, config, seats):
            raise BadInput(fault.text)

    def bytes_of(self, row: MatchRow) -> int:
        """What a new match takes, now and later."""
        return ROW_BYTES + len(row.config.encode()) + len((row.position or "").encode()) + self.bytes_to_come(row)

    def bytes_to_come(self, row: MatchRow) -> int:
        """About how much a match that was not played yet will take beside its config, if it is played to its end."""
        game = game_of(row)
        return PLACE_BYTES * game.service.size(codec.decode(row.config, game.config), len(row.seats))

    def require_row(self, row: MatchRow) -> None:
        """The same for a match whose config is stored."""
        game = game_of(row)
        self.require_small(game, codec.decode(row.config, game.config), len(row.seats))
