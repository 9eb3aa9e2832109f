"""What was removed is gone here, too: an operator, or another process, may have removed it."""

from __future__ import annotations

from armillary.api.terms import HOUR, MILLISECONDS
from armillary.server.clock import Clock
from armillary.server.play.hall import Hall
from armillary.server.storage import removals
from armillary.server.storage.removals import WHOLE, Removed

OVERLAP = 60 * MILLISECONDS
"""How far each look reaches back: a removal may be committed late, and clocks of machines differ."""
KEPT = 24 * HOUR
"""How long a removal is remembered: a process may have been stopped for a while."""


class Removals:
    """Removes matches and words, and notices what others have removed.

    The clock is the machine's own, as everybody else who removes something has it: a hall's may follow it slowly.
    """

    def __init__(self, hall: Hall, clock: Clock) -> None:
        self._hall = hall
        self._clock = clock
        self._since = clock.now() - OVERLAP
        self._known: set[Removed] = set()

    async def remove_match(self, match_id: str) -> None:
        """Remove a match, at once in this process."""
        await removals.remove_match(self._hall.store, match_id, self._clock.now())
        self._hall.remove(match_id)

    async def remove_words(self, player: str) -> None:
        """Remove what a player has said, at once in this process."""
        await removals.remove_words(self._hall.store, player, self._clock.now())
        await self.check()

    async def check(self) -> None:
        """Notice what was removed since the last look, by whomever."""
        now = self._clock.now()
        found = set(await removals.removed_since(self._hall.store, self._since))
        for each in sorted(found - self._known):
            if each.seq == WHOLE:
                self._hall.remove(each.match)
            elif room := self._hall.rooms.get(each.match):
                room.unsay(each.seq)
        self._known, self._since = found, now - OVERLAP

    async def forget(self) -> None:
        """Forget what every process has noticed long ago."""
        await removals.forget_before(self._hall.store, self._clock.now() - KEPT)
