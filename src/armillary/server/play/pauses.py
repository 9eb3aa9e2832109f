"""A pause by consent: a matter of the clock alone, of which neither the rules nor the record know."""

from __future__ import annotations

from armillary.api.terms import NoClock
from armillary.core.values import Seat
from armillary.server.errors import Conflict
from armillary.server.matches.change import Change, Standing, change_to, expect_time, with_pause
from armillary.server.matches.rows import InputKind
from armillary.server.play.hall import Hall
from armillary.server.play.room import Room


class Pauses:
    """Asking for a pause, asking no longer, and going on."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def ask(self, match_id: str, seat: Seat) -> Room:
        """Ask for a pause; the clock stops when the last one has. Asking again changes nothing."""

        def planner(on: Standing) -> Change | None:
            on.playing.require_playing(seat)
            if isinstance(on.row.pace, NoClock):
                raise Conflict("This match has no clock that could be stopped.")
            if on.row.deadline is None or seat in on.row.pause.asked:
                return None
            expect_time(on.row, self._hall.clock.now())
            return self._change(on, "pause", seat)

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def take_back(self, match_id: str, seat: Seat) -> Room:
        """Ask no longer; without having asked, nothing changes."""

        def planner(on: Standing) -> Change | None:
            on.playing.require_playing(seat)
            return self._change(on, "no_pause", seat) if seat in on.row.pause.asked else None

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def resume(self, match_id: str, seat: Seat) -> Room:
        """Let the clock go on; anybody who still plays may."""

        def planner(on: Standing) -> Change:
            on.playing.require_playing(seat)
            if on.row.pause.left is None:
                raise Conflict("The match is not paused.")
            return self._change(on, "resume", seat)

        room, _ = await self._hall.change(match_id, planner)
        return room

    def _change(self, on: Standing, kind: InputKind, seat: Seat) -> Change:
        now = self._hall.clock.now()
        return change_to(on, now, (kind, seat, "null", None), row=with_pause(on.row, on.playing, kind, seat, now))
