"""Deadlines: finds matches past theirs and applies what was kept, or default orders. Several processes doing so at once
do no harm."""

from __future__ import annotations

import asyncio
import logging

from armillary.api.terms import MILLISECONDS
from armillary.server.background.watching import Watching
from armillary.server.errors import NotReady
from armillary.server.logs import log_failure
from armillary.server.matches import giving_up
from armillary.server.matches.change import Change, Standing
from armillary.server.matches.timeout import time_out
from armillary.server.metrics import DEADLINE_LAG
from armillary.server.play.hall import Hall
from armillary.server.play.room import Room
from armillary.server.storage import listings

logger = logging.getLogger("armillary.deadlines")

SECONDS = 0.5
AT_ONCE = 32
"""Matches that share a commit. Each is worked out by itself, between other requests."""


class Deadlines(Watching):
    """Watches the clock for every match."""

    def __init__(self, hall: Hall) -> None:
        super().__init__("deadlines", SECONDS)
        self._hall = hall
        self._failing: set[str] = set()
        """Matches whose deadline cannot be applied: each is logged once, not at every look."""

    async def look(self) -> None:
        """Apply the deadlines that have passed; those from before the server was started come first."""
        await self.check()

    async def check(self) -> int:
        """Expire everything that is due; returns how many were. One match that fails holds up no other.

        People take turns: however many matches of one person are due, the next of another is among the next few, even
        if it becomes due, or due once more, in the middle of this.
        """
        tried: dict[str, int] = {}
        """Each match with the deadline that was tried last: if it is still due by that one, it could not be applied."""
        count = 0
        while True:
            limit = AT_ONCE + len(self._failing)
            due = await listings.due(self._hall.store, self._hall.clock.now(), limit)
            batch = [each for each in due if tried.get(each[0]) != each[1]][:AT_ONCE]
            if not batch:
                return count
            trying = []
            for match_id, _ in batch:
                trying.append(asyncio.create_task(self._try(match_id)))
                await asyncio.sleep(0)  # other requests get their turn in between
            await asyncio.gather(*trying)
            tried.update(batch)
            count += len(batch)

    async def _try(self, match_id: str) -> None:
        try:
            await self.expire(match_id)
            self._failing.discard(match_id)
        except NotReady:  # then no other match can be expired either
            raise
        except Exception as error:  # noqa: BLE001 (one match holds up no other)
            if match_id not in self._failing:
                self._failing.add(match_id)
                log_failure(logger, "A deadline could not be applied", error, match_id)

    async def expire(self, match_id: str) -> Room:
        """Apply kept and default orders, if the deadline has really passed; asking twice does no harm.

        A player who has missed too many in a row then loses the seat, where the terms say so.
        """

        def planner(on: Standing) -> Change | None:
            now = self._hall.clock.now()
            if on.row.status != "playing" or on.row.deadline is None or on.row.deadline > now:
                return None
            return time_out(on, now)

        due = (await self._hall.room(match_id)).row.deadline
        room, change = await self._hall.change(match_id, planner)
        if change is not None and due is not None:
            DEADLINE_LAG.observe((room.row.changed_at - due) / MILLISECONDS)
        while giving_up.longest_away(room.known) is not None:
            room, _ = await self._hall.change(match_id, self._give_away)
        return room

    def _give_away(self, on: Standing) -> Change | None:
        """The seat of a player who has been away for too long."""
        seat = giving_up.longest_away(on)
        return None if seat is None else giving_up.give_up(on, seat, self._hall.clock.now())
