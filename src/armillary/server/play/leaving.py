"""An identity is given up: nobody waits for it in vain, and its words go with it where others do not need them.

Orders stay, since a match cannot be replayed without them; so do names at tables where something was played.
"""

from __future__ import annotations

import contextlib

from armillary.core.errors import UnknownGame, VersionNotInstalled
from armillary.server.errors import NotFound
from armillary.server.matches import giving_up
from armillary.server.matches.change import Change, Input, Standing, cancelling, change_to
from armillary.server.matches.lifetimes import fades
from armillary.server.matches.seats import left, with_seats
from armillary.server.play.hall import Hall
from armillary.server.play.removals import Removals
from armillary.server.storage import listings


class Leaving:
    """What is done for, or after, somebody who does not come back."""

    def __init__(self, hall: Hall, removals: Removals) -> None:
        self._hall = hall
        self._removals = removals

    async def forget_words(self, player: str) -> None:
        """Remove what a player has said. Done before the identity ends, so that it can be asked for again."""
        await self._removals.remove_words(player)

    async def leave_tables(self, player: str) -> None:
        """Cancel the open tables of a player, and leave those of others: the seat is free again."""

        def planner(on: Standing) -> Change | None:
            if on.row.status != "open":
                return None
            if on.row.created_by == player:
                return cancelling(on, self._hall.clock.now())
            held = {seat: left(each) for seat, each in enumerate(on.row.seats, start=1) if each.player == player}
            inputs: list[Input] = [("leave", seat, "null", None) for seat in held]
            return change_to(on, self._hall.clock.now(), *inputs, row=with_seats(on.row, held)) if held else None

        for match_id in await listings.open_with(self._hall.store, player):
            with contextlib.suppress(NotFound, UnknownGame, VersionNotInstalled):
                await self._hall.change(match_id, planner)

    async def close_table(self, match_id: str, before: int) -> None:
        """Cancel a table that was made before then and is still open."""

        def planner(on: Standing) -> Change | None:
            is_old = on.row.status == "open" and on.row.created_at < before
            return cancelling(on, self._hall.clock.now()) if is_old else None

        await self._hall.change(match_id, planner)

    async def end_practice(self, match_id: str, before: int) -> None:
        """Resign for somebody who left a match against bots before then, and did not come back."""

        def planner(on: Standing) -> Change | None:
            if on.row.changed_at >= before or not fades(on.row):
                return None
            seat = next(seat for seat, each in enumerate(on.row.seats, start=1) if each.is_held)
            return giving_up.give_up(on, seat, self._hall.clock.now())

        await self._hall.change(match_id, planner)
